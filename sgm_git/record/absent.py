"""A value that is not there; JSON has no word for it, and ``null`` is one that is."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonObject, JsonValue


class Absent(Enum):
    """The one thing that stands where no value is."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return self.name


ABSENT: Final = Absent.ABSENT
Possible: TypeAlias = "JsonValue | Absent"
"""A JSON value, or ``ABSENT``."""


def alike(a: Possible, b: Possible) -> bool:
    """Tell whether both are absent, or one value of one type at every depth."""
    if a is ABSENT or b is ABSENT:
        return a is b
    return same(a, b)


def member(value: Possible, name: str) -> Possible:
    """The member of that name; ``ABSENT`` where there is none, or nothing that could have it."""
    return value.get(name, ABSENT) if isinstance(value, dict) else ABSENT


def as_object(value: Possible) -> JsonObject:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Possible) -> list[JsonValue]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def is_among(value: Possible, states: Iterable[Possible]) -> bool:
    """Tell whether one of the states is alike."""
    return any(alike(value, state) for state in states)


def changed_states(base: Possible, states: Iterable[Possible]) -> list[Possible]:
    """Give the states that differ from the base, each once."""
    found: list[Possible] = []
    for state in states:
        if not is_among(state, [base, *found]):
            found.append(state)
    return found
