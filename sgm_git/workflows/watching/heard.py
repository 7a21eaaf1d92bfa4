"""What whoever observes files has to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Heard:
    """The paths that were touched, relative to the top; ``is_all``: some may be missing."""

    paths: frozenset[str] = frozenset()
    is_all: bool = False


class Observer(Protocol):
    """Hears of files; ``notes`` are for a person, and are taken out once they are told."""

    notes: list[str]

    def take(self, seconds: float) -> Heard:
        """Give what was touched, waiting for so long if that is nothing yet."""
        ...

    def end(self) -> None:
        """Listen no more."""
        ...
