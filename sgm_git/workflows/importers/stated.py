"""What a decision record states about itself outside its prose.

MADR 3 and 4 have it in front matter, MADR 2 in a list under the title (``* Status: accepted``),
Nygard's records in a line (``Date: 2017-06-30``) and in a section (``## Status``), others in a
table under the title. Teams mix these, so all of them are looked at, the more formal ones first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.status import choices, stated_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.importers.outline import Outline

_RELATIONS = (
    *("superseded by", "supersedes", "amended by", "amends", "extends", "refines"),
    *("related to", "related", "depends on"),
)
_OTHERS = r"status|date|deciders?|decision[- ]makers?|consulted|informed|authors?|technical story"
_NAME = rf"[*_]{{0,2}}({_OTHERS}|{'|'.join(_RELATIONS)})[*_]{{0,2}}"
_LINE = re.compile(
    rf"[ \t]*(?:>[ \t]?)?(?:[*+-][ \t]+)?{_NAME}:[*_]{{0,2}}[ \t]+(\S.*)", re.IGNORECASE
)
_CELL = re.compile(rf"[ \t]*{_NAME}[ \t]*", re.IGNORECASE)
_ROW = 2


@dataclass(frozen=True, slots=True)
class Stated:
    """A record's own words: its status, its dates, what names other records, and the rest.

    ``status`` is the first statement that says something, as typed; ``words`` is all that is said
    about status and relations; ``undecided`` is the list of choices that a template left where
    no status is said; ``fields`` has the names and values of a list under the title.
    """

    status: JsonValue
    words: str
    dates: tuple[JsonValue, ...]
    fields: JsonObject
    undecided: str | None = None


def stated_by(fields: JsonObject, outline: Outline) -> Stated:
    """Give what front matter, the lines under the title and the sections of a record state."""
    front: JsonObject = {_plain(name): value for name, value in fields.items()}
    listed = _preamble(outline)
    sections: JsonObject = {name: outline.section({name}) for name in ("status", "date")}
    places = (front, listed, sections)
    statuses = _values("status", places)
    words = [text for text in map(stated_words, statuses) if text]
    left = None if words else next(filter(None, map(choices, statuses)), None)
    for name in _RELATIONS:
        named = "\n".join(map(stated_words, _values(name, (front, listed))))
        words += [f"{name} {line}" for line in named.split("\n") if line]
    others = listed.keys() - {"status", "date"}
    return Stated(
        status=next(filter(stated_words, statuses), next(iter(statuses), None)),
        words="\n".join(words),
        dates=tuple(_values("date", places)),
        fields={name.replace(" ", "-"): listed[name] for name in listed if name in others},
        undecided=left,
    )


def _values(name: str, places: Iterable[JsonObject]) -> list[JsonValue]:
    return [place[name] for place in places if place.get(name) is not None]


def _preamble(outline: Outline) -> JsonObject:
    """Give the known names and values between the title and the next heading."""
    found: dict[str, str] = {}
    for line in outline.preamble.split("\n"):
        name, value = _pair(line)
        if value and name in found and name in _RELATIONS:
            found[name] += f"\n{value}"
        elif value:
            found.setdefault(name, value)
    return {**found}


def _pair(line: str) -> tuple[str, str]:
    """Give name and value of ``* Name: value`` or ``| Name | value |``, "" where there is none."""
    match = _LINE.fullmatch(line)
    if match:
        return _plain(match[1]), match[2].strip()
    cells = line.strip().strip("|").split("|")
    match = _CELL.fullmatch(cells[0]) if len(cells) == _ROW else None
    return (_plain(match[1]), cells[1].strip()) if match else ("", "")


def _plain(name: str) -> str:
    return name.casefold().replace("-", " ").replace("_", " ")
