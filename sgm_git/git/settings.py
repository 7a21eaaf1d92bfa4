"""git's configuration as both engines read it: every value of every key, weakest first."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from pathlib import Path

_TRUE = frozenset({"true", "yes", "on"})
_FALSE = frozenset({"false", "no", "off", ""})


@dataclass(frozen=True, slots=True)
class Settings:
    """Values by canonical key; None is a key that stands without a value."""

    values: dict[str, list[str | None]] = field(default_factory=dict)

    def add(self, key: str, value: str | None) -> None:
        """Take one more value, which is stronger than those before."""
        self.values.setdefault(canonical(key), []).append(value)

    def all(self, key: str) -> list[str]:
        """Give all values of a key; one without a value reads as ``true``."""
        found = self.values.get(canonical(key), [])
        return ["true" if value is None else value for value in found]

    def get(self, key: str) -> str | None:
        """Give the last value of a key, the one that counts."""
        return next(reversed(self.all(key)), None)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Give a boolean as git reads it; raises CannotRun if the value is none."""
        value = self.get(key)
        if value is None:
            return default
        word = value.lower()
        if word in _TRUE or word in _FALSE:
            return word in _TRUE
        try:
            return int(word) != 0
        except ValueError:
            raise CannotRun(f"git config {key} is {value!r}, which is no boolean") from None

    def path(self, key: str, base: Path) -> Path | None:
        """Give a file name: ``~`` is the home folder, a relative name lies in ``base``."""
        value = self.get(key)
        return base / os.path.expanduser(value) if value else None  # noqa: PTH111 - keeps ~user


def canonical(key: str) -> str:
    """Give the key as git compares it: all but a subsection in lower case."""
    section, dot, rest = key.partition(".")
    subsection, second, name = rest.rpartition(".")
    return f"{section.lower()}{dot}{subsection}{second}{name.lower()}"
