"""The same change in another text: the file of a staged document, which may hold more edits."""

from __future__ import annotations

import codecs
from contextlib import suppress
from typing import TYPE_CHECKING

from sgm_git.document import Remove, Set, read, splice
from sgm_git.record.pointer import get
from sgm_git.record.value import same

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.hooks.plan import Amendment

_LF, _CRLF = b"\n", b"\r\n"
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNMARKED = (
    *("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "cp1252", "latin-1", "iso-8859-15"),
    *("cp1250", "cp1251", "koi8-r", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"),
)


def mirrored(data: bytes, amendment: Amendment) -> bytes | None:
    """Give what a file is to hold beside an amended document, changing only what that changes.

    ``data`` is what the file holds: the staged text, the same with other line ends or in another
    encoding, or one with edits that are not staged. Those stay. Gives ``data`` itself where the
    file says it already, and None where it says something else at these places, or cannot be read.
    """
    staged, after = amendment.staged, amendment.after
    if data == staged:
        return after
    if _CRLF not in staged and data == staged.replace(_LF, _CRLF):
        return after.replace(_LF, _CRLF)
    ours, theirs = read(staged).document, read(data).document
    if ours is None or theirs is None:
        return _encoded(data, staged.decode(), after.decode())
    return _spliced(data, ours.record, theirs.record, amendment.changes)


def is_foreign(data: bytes) -> bool:
    """Whether a file is none of UTF-8, as where git has it in another encoding in the work tree."""
    try:
        return "\0" in data.decode()
    except UnicodeDecodeError:
        return True


def _encoded(data: bytes, staged: str, after: str) -> bytes | None:
    """The amended text as the file has the staged one; None where it has another."""
    marked = next((each for each in _MARKS if data.startswith(each[0])), None)
    mark, names = (b"", _UNMARKED) if marked is None else (marked[0], (marked[1],))
    for name in names:
        with suppress(UnicodeError):
            if data[len(mark) :].decode(name) == staged:
                return mark + after.encode(name)
    return None


def _spliced(
    data: bytes, ours: JsonObject, theirs: JsonObject, changes: tuple[Set | Remove, ...]
) -> bytes | None:
    missing = [each for each in changes if not _is_made(each, theirs)]
    if not all(_is_like(each, ours, theirs) for each in missing):
        return None
    try:
        return splice(data, missing)
    except ValueError:
        return None


def _is_made(change: Set | Remove, record: JsonObject) -> bool:
    """Whether a record says already what a change would make it say."""
    found = _at(record, change.pointer)
    if isinstance(change, Remove):
        return not found
    if change.pointer[-1:] == ("-",):
        items = _at(record, change.pointer[:-1])
        listed = items[0] if items else None
        return isinstance(listed, list) and any(same(each, change.value) for each in listed)
    return bool(found) and same(found[0], change.value)


def _is_like(change: Set | Remove, ours: JsonObject, theirs: JsonObject) -> bool:
    """Whether two records say the same where a change is to be made; one that appends fits any."""
    if change.pointer[-1:] == ("-",):
        return True
    return same([*_at(ours, change.pointer)], [*_at(theirs, change.pointer)])


def _at(record: JsonValue, pointer: Pointer) -> list[JsonValue]:
    """The value at a pointer, in a list of its own; an empty one where there is none."""
    try:
        return [get(record, pointer)]
    except KeyError:
        return []
