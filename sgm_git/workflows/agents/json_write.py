"""Writes JSON values as people write them: over several lines, or as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonValue


@dataclass(frozen=True, slots=True)
class Made:
    """An object or array with one member, which is there for the sake of that."""

    name: str | None
    inner: Made | JsonValue


@dataclass(frozen=True, slots=True)
class Style:
    """How a value is written: over several lines, or as one, if ``indent`` is None."""

    indent: str | None
    unit: str
    eol: str

    def deeper(self) -> Style:
        """Give that of what is within."""
        return self if self.indent is None else Style(self.indent + self.unit, self.unit, self.eol)


def made_for(names: Sequence[str | None], value: JsonValue) -> Made | JsonValue:
    """The value within the objects and arrays around it that have to be made."""
    made: Made | JsonValue = value
    for name in reversed(names):
        made = Made(name, made)
    return made


def member_text(name: str | None, value: Made | JsonValue, style: Style) -> str:
    """Give a member of an object, or an item of an array, which has no name."""
    text = written(value, style)
    return text if name is None else f"{dumps(name)}: {text}"


def written(value: Made | JsonValue, style: Style) -> str:
    """Give a value as text; one that is made keeps its distance from its brackets."""
    gap = " " if isinstance(value, Made) else ""
    members = _members(value)
    if not members:
        return dumps(cast("JsonValue", value))
    opening, closing = "[]" if members[0][0] is None else "{}"
    inner = [member_text(name, each, style.deeper()) for name, each in members]
    if style.indent is None:
        return f"{opening}{gap}{', '.join(inner)}{gap}{closing}"
    line = f"{style.eol}{style.deeper().indent}"
    return f"{opening}{line}{f',{line}'.join(inner)}{style.eol}{style.indent}{closing}"


def _members(value: Made | JsonValue) -> list[tuple[str | None, Made | JsonValue]]:
    """The members that are written apart; a list of plain values is written as one."""
    if isinstance(value, Made):
        return [(value.name, value.inner)]
    if isinstance(value, dict):
        return [*value.items()]
    if isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        return [(None, each) for each in value]
    return []
