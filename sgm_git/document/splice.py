"""Changes of a document that leave every other byte as it was (DESIGN section 3).

The bytes of the asked value are replaced, the document is read again, and its record is compared
type-strict with what was asked for. Where it differs, the value around is written anew, and so
on up; at the top that is the whole front matter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.document.changes import Change, Remove, Set, appending, applied, between
from sgm_git.document.read import read
from sgm_git.document.source import patched
from sgm_git.document.ways import ways
from sgm_git.record.pointer import get, render
from sgm_git.record.value import normal, same

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.document.document import Document
    from sgm_git.record.value import JsonObject, JsonValue

__all__ = ["Remove", "Set", "splice", "update"]


def splice(data: bytes, changes: Sequence[Set | Remove]) -> bytes:
    """Make changes in a document, one after the other; give ``data`` itself if nothing changes.

    A whole container is set by the smallest changes inside it. Raises ValueError where the
    document cannot be read, a target is absent, or what is asked for is no JSON or too large.
    """
    start = read(data)
    if start.document is None:
        raise ValueError(f"{start.faults[0].code}: {start.faults[0].message}")
    known = {fault.code for fault in start.faults}
    document = start.document
    for change in changes:
        for step in _steps(document.record, change):
            document = _changed(document, step, known)
    return data if document is start.document else _bytes(document, document.text)


def update(data: bytes, record: JsonObject) -> bytes:
    """Make a document read as a record by few and small changes; else as ``splice``."""
    return splice(data, [Set((), record)])


def _bytes(document: Document, text: str) -> bytes:
    return (("\ufeff" if document.bom else "") + text).encode()


def _steps(record: JsonObject, change: Set | Remove) -> Iterable[Change]:
    if isinstance(change, Remove):
        return [change]
    change = replace(change, value=normal(change.value))
    try:
        step = _into(get(record, change.pointer[:-1]), change)
        if step is not None:
            return [step]
        steps = between(get(record, change.pointer), change.value, change.pointer)
    except KeyError:
        return [change]
    return [change] if steps == [change] else steps


def _into(parent: JsonValue, change: Set) -> Change | None:
    """The one step that adds to a list, or to an object that was empty."""
    path, last = change.pointer[:-1], change.pointer[-1:]
    if last == ("-",) and isinstance(parent, list):
        return appending(change, parent) if parent else Set(path, [change.value])
    is_flow = change.former is not None and change.former.is_flow
    return Set(path, {last[0]: change.value}) if path and parent == {} and not is_flow else None


def _changed(document: Document, change: Change, known: set[str]) -> Document:
    expected = applied(document.record, change)
    if not isinstance(expected, dict):
        raise ValueError("a record is a JSON object")  # noqa: TRY004  # one error for all callers
    for patch in ways(document, change, expected):
        reading = read(_bytes(document, patched(document.text, patch)))
        found = reading.document
        is_clean = all(fault.code in known for fault in reading.faults)
        if found is not None and is_clean and same(found.record, expected):
            return found
    raise ValueError(f"{render(change.pointer)} cannot be written within the limits of a document")
