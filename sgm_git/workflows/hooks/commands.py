"""Lines of shell that lose on purpose what a hook has put back (DESIGN section 6, "Keeping")."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from sgm_git.checks.putting_back import lost_again
from sgm_git.document.changes import Set
from sgm_git.record.masking import masked
from sgm_git.record.pointer import get, parse, render
from sgm_git.record.value import dumps, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.document.changes import Remove
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.hooks.keeping import Loss

_CLAIM = "K403"  # is not put back
_REQUIRED = frozenset(
    (
        ("provenance",),
        *(("provenance", name) for name in ("agent", "created_at", "origin", "scope")),
    )
)
_OF_ANNOTATIONS = 2  # tokens of the pointer to one
_GLOB = re.compile(r"[*?\[\\]")


def dropping(
    entry: Entry, losses: Sequence[Loss], restored: JsonObject, *, by_root: bool
) -> str | None:
    """Give one line that loses all of it on purpose, in the file.

    ``entry`` is what was staged, ``restored`` its record with what could be put back. The record
    is named with its root where the id may not be enough (``by_root``). None where the record may
    not lack it at all, or a line cannot say it, or would show a secret.
    """
    result, name = entry.record, entry.ref if by_root else entry.id
    if result is None or name is None or any(_is_required(loss, result) for loss in losses):
        return None
    found = [lost_again(loss.base, result, restored, loss.fault) for loss in losses]
    wanted = [each for each in found if each is not None and _changes(each, restored)]
    if len(wanted) < len(losses):
        return None
    calls = [*_types(name, losses), *_calls(name, wanted)]
    line = " && ".join(map(shlex.join, calls))
    return line if line.isprintable() and masked(line) == line else None


def staging(line: str, path: str) -> str:
    """Give a line that stages a file, too, after what another one does to it."""
    return f"{line} && {shlex.join(['git', 'add', _pathspec(path)])}"


def _is_required(loss: Loss, result: JsonObject) -> bool:
    """Whether what is gone must be there, whoever consents."""
    pointer = parse(loss.fault.pointer or "")
    if pointer not in _REQUIRED:
        return False
    try:
        get(result, pointer)
    except KeyError:
        return True
    return False


def _changes(change: Set | Remove, restored: JsonObject) -> bool:
    """Whether a change changes the record; a type does once the old one is back."""
    try:
        there = get(restored, change.pointer)
    except KeyError:
        return False
    if change.pointer == ("type",):
        return True
    return not isinstance(change, Set) or not same(there, change.value)


def _types(name: str, losses: Sequence[Loss]) -> Iterator[list[str]]:
    """The call that first gives a type back which was not put back, so that it is lost anew."""
    types = [loss.base["type"] for loss in losses if loss.fault.code == _CLAIM]
    yield from _setting(name, [Set(("type",), each) for each in types[:1]])


def _calls(name: str, wanted: Sequence[Set | Remove]) -> Iterator[list[str]]:
    """One call that sets values, and one for each that goes; annotations from the last one on."""
    sets = [each for each in wanted if isinstance(each, Set)]
    gone = [each.pointer for each in wanted if not isinstance(each, Set)]
    yield from _setting(name, sets)
    for pointer in sorted(gone, key=_place, reverse=True):
        yield _call("unset", name, render(pointer))


def _setting(name: str, sets: Sequence[Set]) -> Iterator[list[str]]:
    if sets:
        yield _call("set", name, *map(_assignment, sets))


def _assignment(change: Set) -> str:
    value: JsonValue = change.value
    is_plain = isinstance(value, str) and value.isprintable()
    text = f"={value}" if is_plain else f":={dumps(value, ascii=True)}"
    return f"{render(change.pointer)}{text}"


def _call(command: str, name: str, *more: str) -> list[str]:
    if name.startswith("-"):
        return ["sgm", command, "--no-commit", "--", name, *more]
    return ["sgm", command, name, *more, "--no-commit"]


def _pathspec(path: str) -> str:
    """A path for git from whatever folder."""
    return f":(top,literal){path}" if _GLOB.search(path) else f":/{path}"


def _place(pointer: Pointer) -> tuple[int, Pointer]:
    is_annotation = pointer[0] == "annotations" and len(pointer) >= _OF_ANNOTATIONS
    return (int(pointer[1]) if is_annotation else -1, pointer)
