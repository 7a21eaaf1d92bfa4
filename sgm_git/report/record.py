"""One record for a person to read: its title, what is said about it, and its text as it stands.

The body is shown as typed and never rendered as Markdown, because rendering hides things: HTML
comments, link targets (DESIGN section 6, F113).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.value import same
from sgm_git.report.escape import cell_width, json_text, visible, visible_block
from sgm_git.report.style import PLAIN, Style, word_colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonObject, JsonValue

_Row = tuple[str, str]
_HEADING = {"id", "type", "title", "content"}
_STAMPS = {"modified", "modified_at", "modified_by"}
_TOLD = {"agent", "created_at", "origin", "session", *_STAMPS}
_LABEL_MAX = 24


def record_lines(
    record: JsonObject,
    *,
    path: str,
    style: Style = PLAIN,
    provenance: Iterable[_Row] | None = None,
) -> list[str]:
    """Give the lines that ``sgm show`` prints; every field of the record is among them.

    ``provenance`` are rows in the place of what it declares, such as ``effective_rows``.
    """
    title = fields.text_field(record, "title")
    lines = [style.paint(visible(title), "bold")] if title else []
    names = [_short(record.get("type")), _short(record.get("id"))]
    lines += [style.paint(" ".join(name for name in names if name), "cyan"), ""]
    lines += _table([*_rows(record, provenance), ("file", path)], style)
    content = record.get("content")
    if content is not None:
        lines += ["", *visible_block(_text(content)).removesuffix("\n").split("\n")]
    return lines


def _rows(record: JsonObject, provenance: Iterable[_Row] | None) -> Iterator[_Row]:
    yield from _annotation_rows(record.get("annotations"))
    yield from _scope_rows(record.get("scope"))
    yield from _provenance_rows(record) if provenance is None else provenance
    for name, value in record.items():
        odd = name == "provenance" and not isinstance(value, dict)
        odd = odd or (name in _HEADING and not isinstance(value, str))
        if odd or name not in {*_HEADING, "annotations", "scope", "provenance"}:
            yield name, _text(value)


def _annotation_rows(found: JsonValue) -> Iterator[_Row]:
    if found is not None:
        yield from map(_annotation_row, found if isinstance(found, list) else [found])


def _annotation_row(item: JsonValue) -> _Row:
    kind = item.get("kind") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(kind, str):
        return "annotation", _text(item)
    more = {name: value for name, value in item.items() if name not in ("kind", "value")}
    told = [_text(item["value"])] if "value" in item else []
    return kind, "  ".join([*told, json_text(more)] if more else told)


def _scope_rows(scope: JsonValue) -> Iterator[_Row]:
    if isinstance(scope, dict) and scope:
        yield "scope", "  ".join(f"{name}={_text(value)}" for name, value in scope.items())
    elif scope is not None:
        yield "scope", _text(scope)


def _provenance_rows(record: JsonObject) -> Iterator[_Row]:
    declared = record.get("provenance")
    if not isinstance(declared, dict):
        return
    yield _created_row(declared)
    if not _STAMPS.isdisjoint(declared):
        yield _modified_row(declared)
    for name, value in declared.items():
        repeats_scope = name == "scope" and same(value, record.get("scope") or {})
        if name not in _TOLD and not repeats_scope:
            yield _declared_row(name, value)


def _created_row(declared: JsonObject) -> _Row:
    more = [f"{name} {_text(declared[name])}" for name in ("origin", "session") if name in declared]
    aside = f" ({', '.join(more)})" if more else ""
    return "created", _when(declared, "created_at", "agent") + aside


def _modified_row(declared: JsonObject) -> _Row:
    flag = declared.get("modified", True)
    said = "" if flag is True else f"{_text(flag)} "
    return "modified", said + _when(declared, "modified_at", "modified_by")


def _declared_row(name: str, value: JsonValue) -> _Row:
    if name == "links" and isinstance(value, list):
        return name, ", ".join(map(_text, value))
    return name if name == "source" else f"provenance.{name}", _text(value)


def _when(declared: JsonObject, time: str, who: str) -> str:
    return f"{_text(declared.get(time, '?'))} by {_text(declared.get(who, '?'))}"


def _short(value: JsonValue) -> str:
    return visible(value) if isinstance(value, str) else ""


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json_text(value)


def _table(rows: Iterable[_Row], style: Style) -> list[str]:
    """Labels in one column, values in the next; further lines of a value stay in theirs."""
    shown = [(visible(label), visible_block(value).split("\n")) for label, value in rows]
    width = min(max((cell_width(label) for label, _ in shown), default=0), _LABEL_MAX)
    lines = []
    for label, values in shown:
        gap = " " * max(width - cell_width(label), 0)
        colour = word_colour(values[0]) if label in {"status", "state"} else ""
        first = style.paint(values[0], colour) if colour else values[0]
        lines.append(f"  {style.paint(label, 'dim')}{gap}  {first}".rstrip())
        lines += [f"  {'':{width}}  {line}".rstrip() for line in values[1:]]
    return lines
