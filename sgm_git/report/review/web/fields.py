"""The fields of a record that a change touches, before and after, words marked (DESIGN 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.absent import ABSENT
from sgm_git.record.masking import veiled
from sgm_git.report.changes import field_name, is_reordered, own_value
from sgm_git.report.escape import json_text
from sgm_git.report.review.phrase import numbered
from sgm_git.report.review.web.markup import Markup, code, join, passage, tag
from sgm_git.report.words import compared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.absent import Possible
    from sgm_git.report.words import Line
    from sgm_git.witness.changes import FieldChange

_CONTENT = ("content",)
_WIDE = 90  # characters from which on a value has the whole width
_MOST = 20_000  # characters of a text that are shown
_SIGNS = {"gone": "del", "new": "ins"}


def field_table(changes: Iterable[FieldChange]) -> Markup:
    """Give a table of the fields, a row each, the body first; nothing where none changes."""
    return _table(("Field", "Before", "After"), map(_row, _in_order(changes)))


def value_table(changes: Iterable[FieldChange]) -> Markup:
    """Give the same of a record that is there on one side only: a field and its value."""
    return _table(("Field", "Value"), map(_only, _in_order(changes)))


def _table(names: tuple[str, ...], rows: Iterable[Markup]) -> Markup:
    found = list(rows)
    if not found:
        return Markup()
    head = tag("thead", tag("tr", *(tag("th", name, scope="col") for name in names)))
    return tag("table", head, tag("tbody", *found), class_="fields")


def _in_order(changes: Iterable[FieldChange]) -> list[FieldChange]:
    return sorted(changes, key=lambda change: change.pointer != _CONTENT)


def _only(change: FieldChange) -> Markup:
    value = _own(change.before if change.after is ABSENT else change.after, change)
    shown = whole_text(value) if isinstance(value, str) else _json(value)
    return tag("tr", _name(change), tag("td", shown))


def _name(change: FieldChange) -> Markup:
    return tag("th", code(field_name(change)), scope="row")


def _row(change: FieldChange) -> Markup:
    name = _name(change)
    if is_reordered(change):
        return _spread(name, Markup("in another order"))
    before, after = (_own(value, change) for value in (change.before, change.after))
    if before is ABSENT or after is ABSENT:
        return _one_sided(name, before, after)
    if isinstance(before, str) and isinstance(after, str):
        return _two_texts(name, veiled(before), veiled(after))
    return tag("tr", name, _cell("del", _json(before)), _cell("ins", _json(after)))


def _two_texts(name: Markup, old: str, new: str) -> Markup:
    """Short ones beside each other, long ones as one with its words marked."""
    if _is_wide(old) or _is_wide(new):
        if _has_end(old) and _has_end(new):  # else a line that is left out would stand for it
            old, new = old[:-1], new[:-1]
        return _spread(name, _text(_unified(old, new)))
    return tag("tr", name, *(_cell_of(old, new, kind) for kind in ("gone", "new")))


def _spread(name: Markup, shown: Markup) -> Markup:
    """A row whose value has the room of both sides."""
    return tag("tr", name, tag("td", shown, class_="whole", colspan=2))


def _own(value: Possible, change: FieldChange) -> Possible:
    return ABSENT if value is ABSENT else own_value(value, change)


def _one_sided(name: Markup, before: Possible, after: Possible) -> Markup:
    """A field that came or went."""
    came = before is ABSENT
    value, mark = (after, "ins") if came else (before, "del")
    shown = whole_text(value) if isinstance(value, str) else _json(value)
    if isinstance(value, str) and _is_wide(value):
        return _spread(name, tag(mark, shown))
    cells = (_nothing(), _cell(mark, shown))
    return tag("tr", name, *(cells if came else cells[::-1]))


def _cell(mark: str, shown: Markup) -> Markup:
    return tag("td", tag(mark, shown))


def _nothing() -> Markup:
    return tag("td", tag("span", "not there", class_="absent"))


def _cell_of(old: str, new: str, kind: str) -> Markup:
    """One side of two short texts, with the words that only it has marked."""
    line = next((line for line in compared(old, new) if line is not None), ())
    pieces = tuple(piece for piece in line if piece[0] in {"kept", kind})
    return tag("td", _text(_pieces(pieces)) if pieces else _empty())


def _has_end(text: str) -> bool:
    return text.endswith("\n")


def _unified(old: str, new: str) -> Markup:
    """Two long texts in one, with what is gone and what is new marked."""
    shown: list[Markup] = []
    for line in _shortened(compared(old, new)):
        gap = tag("span", "\u2026", class_="gap", aria_label="lines left out")
        shown.append(gap if line is None else _pieces(line))
    told = Markup("&#10;".join(shown))
    is_marked = "<ins>" in told or "<del>" in told
    return told if is_marked else tag("span", "only ends of lines differ", class_="absent")


def _shortened(found: Iterable[Line | None]) -> Iterator[Line | None]:
    """The lines for which there is room, and a gap in place of the others."""
    room = _MOST
    for line in found:
        room -= sum(len(text) for _, text in line or ())
        if room < 0:
            yield None
            return
        yield line


def _pieces(line: Line) -> Markup:
    shown = (
        passage(text) if kind == "kept" else tag(_SIGNS[kind], passage(text)) for kind, text in line
    )
    return join(*shown)


def whole_text(text: str) -> Markup:
    """Give a text of others in which nothing is marked, its secrets veiled."""
    if not text:
        return _empty()
    cut = veiled(text)[:_MOST]
    left = len(text) - len(cut)
    more = tag("span", f"{numbered(left, 'character')} more", class_="gap") if left else ""
    return join(_text(passage(cut)), more)


def _text(shown: Markup) -> Markup:
    return tag("div", shown, class_="text", dir="auto")


def _empty() -> Markup:
    return tag("span", "an empty text", class_="absent")


def _json(value: Possible) -> Markup:
    """A value that is no text, or becomes none, as JSON."""
    told = "" if value is ABSENT else json_text(value)
    return tag("div", passage(veiled(told[:_MOST])), class_="text json", dir="auto")


def _is_wide(text: str) -> bool:
    return len(text) > _WIDE or "\n" in text
