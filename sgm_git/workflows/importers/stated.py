"""What a decision record states about itself outside its prose.

MADR 3 and 4 have it in front matter, MADR 2 in a list under the title (``* Status: accepted``),
Nygard's records in a line (``Date: 2017-06-30``) and in a section (``## Status``). Teams mix
these, so all of them are looked at, the more formal ones first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.status import stated_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.importers.outline import Outline

_NAMES = (
    r"status|date|deciders?|decision[- ]makers|consulted|informed|authors?|tags|technical story"
    r"|supersedes|superseded by|amends|amended by"
)
_LINE = re.compile(
    rf"[ \t]*(?:[*+-][ \t]+)?[*_]{{0,2}}({_NAMES})[*_]{{0,2}}:[*_]{{0,2}}[ \t]+(\S.*)",
    re.IGNORECASE,
)
_RELATIONS = ("superseded by", "supersedes", "amended by", "amends", "related to", "depends on")


@dataclass(frozen=True, slots=True)
class Stated:
    """A record's own words: its status, its dates, what names other records, and the rest.

    ``status`` is the first statement that says something, as typed; ``words`` is all that is said
    about status and relations; ``fields`` has the names and values of a list under the title.
    """

    status: JsonValue
    words: str
    dates: tuple[JsonValue, ...]
    fields: JsonObject


def stated_by(fields: JsonObject, outline: Outline) -> Stated:
    """Give what front matter, the lines under the title and the sections of a record state."""
    front: JsonObject = {_plain(name): value for name, value in fields.items()}
    listed = _preamble(outline)
    sections: JsonObject = {name: outline.section({name}) for name in ("status", "date")}
    places = (front, listed, sections)
    statuses = _values("status", places)
    words = [text for text in map(stated_words, statuses) if text]
    for name in _RELATIONS:
        words += [f"{name} {stated_words(value)}" for value in _values(name, (front, listed))]
    others = listed.keys() - {"status", "date"}
    return Stated(
        status=next(filter(stated_words, statuses), next(iter(statuses), None)),
        words="\n".join(words),
        dates=tuple(_values("date", places)),
        fields={name.replace(" ", "-"): listed[name] for name in listed if name in others},
    )


def _values(name: str, places: Iterable[JsonObject]) -> list[JsonValue]:
    return [place[name] for place in places if place.get(name) is not None]


def _preamble(outline: Outline) -> JsonObject:
    """Give the known ``Name: value`` lines between the title and the next heading."""
    found: JsonObject = {}
    for line in outline.preamble.split("\n"):
        match = _LINE.fullmatch(line)
        if match:
            found.setdefault(_plain(match[1]), match[2].strip())
    return found


def _plain(name: str) -> str:
    return name.casefold().replace("-", " ").replace("_", " ")
