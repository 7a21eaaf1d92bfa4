"""Another program's YAML file, changed like a record: the asked value and no other byte."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.document import read, splice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.document import Remove, Set
    from sgm_git.record.value import JsonObject

_FENCE = b"---"
_BEGUN = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")


def value_of(data: bytes) -> JsonObject | None:
    """What the file says; None for what is no mapping, or is not read alike by everybody."""
    found = read(_fenced(data)).document
    return None if found is None or found.text[found.body :] else found.record


def changed(data: bytes, changes: Sequence[Set | Remove]) -> bytes | None:
    """The file with these changes; None where they cannot be made."""
    if value_of(data) is None:
        return None
    eol = _eol(data)
    try:
        after = splice(_fenced(data), changes)
    except ValueError:
        return None
    if not _BEGUN.match(data):
        after = after[len(_FENCE + eol) :]
    return after[: -len(_FENCE + eol)]


def _fenced(data: bytes) -> bytes:
    eol = _eol(data)
    begin = b"" if _BEGUN.match(data) else _FENCE + eol
    end = b"" if not data or data.endswith(b"\n") else eol
    return begin + data + end + _FENCE + eol


def _eol(data: bytes) -> bytes:
    return b"\r\n" if b"\r\n" in data else b"\n"
