"""Two states of a store beside each other: each record with the fields that differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.absent import ABSENT
from sgm_git.record.masking import veiled
from sgm_git.record.patch import patch
from sgm_git.report.changes import LONGEST, change_line, field_name
from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style
from sgm_git.report.words import word_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.absent import Possible
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.changes import FieldChange
    from sgm_git.workflows.diffing import RecordDiff

_COLOURS = {"added": "green", "removed": "red"}
_INDENT = "  "
_CONTENT = ("content",)


def diff_text(found: Iterable[RecordDiff], style: Style = PLAIN) -> Iterator[str]:
    """Give each record's head and its fields, the text of its body word by word."""
    for number, each in enumerate(found):
        if number:
            yield ""
        yield _head(each, style)
        yield from (f"{_INDENT}{line}" if line else "" for line in field_lines(each, style))


def stat_lines(found: Sequence[RecordDiff], style: Style = PLAIN) -> Iterator[str]:
    """Give a line a record with the names of its fields, and how many records there are."""
    for each in found:
        names = ", ".join(dict.fromkeys(map(_signed_name, each.changes)))
        told = f": {names}" if names and each.status == "changed" else ""
        yield f"{_head(each, style)}{told}"


def total(found: Sequence[RecordDiff]) -> str:
    """Give how many records were added, changed and so on."""
    if not found:
        return "no record differs"
    counts: dict[str, int] = {}
    for each in found:
        counts[each.status] = counts.get(each.status, 0) + 1
    parts = ", ".join(f"{counts[status]} {status}" for status in sorted(counts))
    return f"{len(found)} {'record differs' if len(found) == 1 else 'records differ'}: {parts}"


def diff_object(found: Iterable[RecordDiff]) -> JsonObject:
    """Give ``{records: [{id, path, old_path, status, patch}]}``; each patch is RFC 6902's.

    Of a file that cannot be read on a side that has it, ``patch`` is null.
    """
    return {"records": [record_object(each) for each in found]}


def field_lines(
    each: RecordDiff, style: Style = PLAIN, changes: Iterable[FieldChange] | None = None
) -> Iterator[str]:
    """Give the fields that differ, or ``changes``, and which side cannot be read.

    A line a field, or a block where a text is too long for one.
    """
    for side, when in ((each.before, "before"), (each.after, "now")):
        if side is not None and side.record is None:
            why = side.faults[0].message if side.faults else "no document"
            yield f"cannot be read {when}: {visible(why)}"
    for change in each.changes if changes is None else changes:
        yield from _field(change, style)


def record_object(each: RecordDiff) -> JsonObject:
    """Give one record of it."""
    old, new = each.records
    is_broken = any(side is not None and side.record is None for side in (each.before, each.after))
    return {
        "id": each.entry.id,
        "path": each.entry.path,
        "old_path": each.moved_from,
        "status": each.status,
        "patch": None if is_broken else patch(old, new),
    }


def _head(each: RecordDiff, style: Style) -> str:
    entry, status = each.entry, each.status
    name = visible(entry.id or entry.title or "")
    word = style.paint(status, _COLOURS.get(status, "yellow"))
    place = style.paint(visible(entry.path), "bold")
    parts = [place, f" {name}" if name else "", word]
    if each.moved_from is not None:
        parts.append(f"{'' if status == 'moved' else 'and moved '}from {visible(each.moved_from)}")
    return " ".join(part for part in parts if part)


def _field(change: FieldChange, style: Style) -> Iterator[str]:
    """A line, or a block where a text is too long for one; a body is always told by its words."""
    old, new = _text(change, change.before), _text(change, change.after)
    is_body = change.pointer == _CONTENT and old is not None and new is not None
    is_retyped = ABSENT not in (change.before, change.after) and None in (old, new)
    if is_retyped:  # both values in one line, for a block would show the text alone
        yield change_line(change, style)
    elif is_body or any(_is_long(text) for text in (old, new) if text is not None):
        yield from _block(field_name(change), old, new, style)
    else:
        yield change_line(change, style)


def _is_long(text: str) -> bool:
    return len(text) > LONGEST or "\n" in text


def _text(change: FieldChange, value: Possible) -> str | None:
    """A value that is a text, also as the value of an annotation; None for all else."""
    if change.kind is not None and isinstance(value, dict) and value.keys() == {"kind", "value"}:
        value = value["value"]
    return veiled(value) if isinstance(value, str) else None


def _block(name: str, old: str | None, new: str | None, style: Style) -> Iterator[str]:
    """A long text: whole where it came or went, word by word where it changed."""
    if old is not None and new is not None:
        yield style.paint(f"{name}:", "cyan")
        lines = word_lines(old, new, style)
    else:
        sign, colour = ("+", "green") if old is None else ("-", "red")
        yield style.paint(f"{sign} {name}:", colour)
        lines = map(visible, (old or new or "").split("\n"))
    yield from (f"{_INDENT}{line}" if line else "" for line in lines)


def _signed_name(change: FieldChange) -> str:
    sign = "+" if change.before is ABSENT else "-" if change.after is ABSENT else ""
    return f"{sign}{field_name(change)}"
