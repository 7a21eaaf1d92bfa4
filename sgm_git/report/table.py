"""The list as a table. Imports rich, so it is loaded only where stdout is a terminal."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, TypedDict

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sgm_git.record.times import parse_rfc3339
from sgm_git.report.escape import cell_width
from sgm_git.report.listing import cell, standing_text
from sgm_git.report.style import word_colour
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject

# Name, style, and the width of the terminal from which on the column is shown.
_COLUMNS = (
    ("id", "cyan", 0),
    ("type", "", 50),
    ("standing", "", 0),
    ("title", "", 0),
    ("status", "", 100),
    ("created", "dim", 120),
    ("modified", "dim", 120),
    ("agent", "dim", 130),
    ("modified by", "dim", 140),
)
_FIELDS = {"created": "created_at", "modified": "modified_at", "modified by": "modified_by"}
_DAY = len("2026-10-10")
_ROOMY = 60
_STANDING = len("current, as of")
_WIDE = 110
_STANDING_WIDE = len("current, as of 24 hours ago")
_PIECES = re.compile(r"[^-_./:]*[-_./:]*")  # of an id: what ends with a sign, before which it holds


class _Folding(TypedDict, total=False):
    """How a column is folded."""

    min_width: int
    max_width: int
    ratio: int


def table_text(items: Sequence[JsonObject], *, width: int, colour: bool) -> str:
    """Give a table of the items, ``width`` columns wide at most, with its line ends.

    Titles and standings are folded, and ids that would leave them no room; the rest stands in one
    piece.
    """
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    shown = [(name, style) for name, style, from_width in _COLUMNS if width >= from_width]
    folding = {"title": _Folding(ratio=1), "standing": _standings(items, width)}
    room = _room(items, width)
    if room < width:
        folding["id"] = _Folding(max_width=room)
    for name, _ in shown:
        if name in folding:
            table.add_column(name, overflow="fold", **folding[name])
        else:
            table.add_column(name, overflow="ellipsis", no_wrap=True)
    for item in items:
        table.add_row(*(_cell(item, name, style, room) for name, style in shown))
    return _rendered(table, width=width, colour=colour)


def _room(items: Sequence[JsonObject], width: int) -> int:
    """How many columns an id may take: not all, where there are long ones and much to be told."""
    room = width * 2 // 5
    is_long = any(len(cell(item, "id")) > room for item in items)
    return room if width >= _ROOMY and is_long else width


def _standings(items: Sequence[JsonObject], width: int) -> _Folding:
    """Room for the longest word of a standing, and where there is little for the header."""
    words = [word for item in items for word in standing_text(item).split()]
    longest = max(map(len, words), default=0) if width >= _ROOMY else 0
    least = min(max(longest, len("standing")), _STANDING)
    return _Folding(min_width=least, max_width=_STANDING if width < _WIDE else _STANDING_WIDE)


def _cell(item: JsonObject, name: str, style: str, room: int) -> Text:
    if name == "standing":
        return Text(standing_text(item), style=_standing_colour(item))
    text = cell(item, _FIELDS.get(name, name))
    if name == "id" and cell_width(text) > room:
        return Text("\n".join(_folded(text, room)), style=style)
    if name == "modified" and not text and item.get("modified") is True:
        return Text("yes", style=style)  # it is not committed yet, or nobody says when
    if name in ("created", "modified"):
        return Text(_day(text), style=style)
    return Text(text, style=word_colour(text) if name == "status" else style)


def _folded(name: str, room: int) -> list[str]:
    """The lines of an id that is too long for one: each ends with a sign, if there is one."""
    lines = [""]
    for piece in filter(None, _PIECES.findall(name)):
        if lines[-1] and cell_width(lines[-1] + piece) > room:
            lines.append("")
        lines[-1] += piece
    return lines


def _standing_colour(item: JsonObject) -> str:
    return "red" if item.get("trust") == Trust.DISPUTED else word_colour(cell(item, "standing"))


def _day(text: str) -> str:
    """The day of a time; what is no time is cut to the same width."""
    return text[:_DAY] if parse_rfc3339(text) or len(text) <= _DAY else f"{text[: _DAY - 1]}…"


def _rendered(table: Table, *, width: int, colour: bool) -> str:
    """What rich would print: no markup, emoji codes or highlighting in what records say."""
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    console.print(table)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())
