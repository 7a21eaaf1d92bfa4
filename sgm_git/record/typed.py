"""What somebody means who types a value to look for: its text, or its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.value import canonical, loads

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


def meant(text: str) -> tuple[JsonValue, ...]:
    """Give the values that a text stands for: itself, and what it is where it is JSON."""
    try:
        return text, loads(text)
    except ValueError:
        return (text,)


def is_meant(value: JsonValue, text: str) -> bool:
    """Whether a text that was typed stands for a value; ``1``, ``1.0`` and ``true`` differ."""
    return any(value_key(value) == value_key(each) for each in meant(text))


def value_key(value: JsonValue) -> tuple[bool, str]:
    """Give whether a value is a text, and that, else its compact JSON: the same for no other."""
    return (True, value) if isinstance(value, str) else (False, canonical(value))
