"""Values as lines of YAML: block style, so that a diff shows one change (DESIGN section 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.document.block import header, is_literal, literal_lines
from sgm_git.document.spelling import MAX_KEY, constant, key_spelling, spelled
from sgm_git.document.values import ELSEWHERE, Place

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

STEP = 2


@dataclass(frozen=True, slots=True)
class Site:
    """Where a value is written."""

    indent: int = 0
    """Of the container's entries, in blanks."""
    place: Place = ELSEWHERE
    in_list: bool = False
    at_end: bool = True
    """Whether nothing of the front matter follows."""


def entry_lines(mapping: JsonObject, site: Site) -> list[str]:
    """Give the lines of a block mapping's entries, without line ends.

    Raises ValueError for what is not JSON.
    """
    lines: list[str] = []
    pad = " " * site.indent
    last = len(mapping) - 1
    for number, (key, value) in enumerate(mapping.items()):
        place = site.place.names.get(key, ELSEWHERE)
        below = Site(site.indent + STEP, place, at_end=site.at_end and number == last)
        head, rest = value_lines(value, below)
        name = key_spelling(key)
        if len(name) > MAX_KEY:
            lines.append(f"{pad}? {name}")
            name = ""
        lines.append(f"{pad}{name}:{head}")
        lines += rest
    return lines


def item_lines(items: list[JsonValue], site: Site) -> list[str]:
    """Give the lines of a block sequence's items, without line ends."""
    lines: list[str] = []
    pad = " " * site.indent
    last = len(items) - 1
    for number, item in enumerate(items):
        below = Site(
            site.indent + STEP,
            site.place.items or ELSEWHERE,
            in_list=True,
            at_end=site.at_end and number == last,
        )
        head, rest = value_lines(item, below)
        if isinstance(item, dict) and rest:
            head, *rest = rest
            head = " " + head[below.indent :]
        lines.append(f"{pad}-{head}")
        lines += rest
    return lines


def value_lines(value: JsonValue, site: Site) -> tuple[str, list[str]]:
    """Give what follows a colon or dash on its line, and the lines below it."""
    if isinstance(value, dict) and value:
        return "", entry_lines(value, replace(site, in_list=False))
    if isinstance(value, list) and value:
        return "", item_lines(value, site)
    if isinstance(value, str) and is_literal(value, in_list=site.in_list, at_end=site.at_end):
        return " " + header(value, "|", STEP), literal_lines(value, site.indent)
    return " " + inline(value, site.place), []


def inline(value: JsonValue, place: Place = ELSEWHERE, *, in_flow: bool = False) -> str:
    """Write a value on one line, containers in brackets and braces."""
    if isinstance(value, str):
        return spelled(value, in_flow=in_flow)
    if isinstance(value, dict):
        return "{" + ", ".join(flow_entry(key, item, place) for key, item in value.items()) + "}"
    if isinstance(value, list):
        items = place.items or ELSEWHERE
        return "[" + ", ".join(inline(item, items, in_flow=True) for item in value) + "]"
    return constant(value, in_text_place=place.is_text)


def flow_entry(key: str, value: JsonValue, place: Place) -> str:
    """Write one entry of a mapping in braces."""
    name = key_spelling(key, in_flow=True)
    below = inline(value, place.names.get(key, ELSEWHERE), in_flow=True)
    return f"? {name} : {below}" if len(name) > MAX_KEY else f"{name}: {below}"
