"""Colours for a terminal, and when to use them (DESIGN section 11; https://no-color.org)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "cyan": "36",
}

_WORDS = {
    "accepted": "green",
    "active": "green",
    "proposed": "yellow",
    "open": "yellow",
    "superseded": "dim",
    "rejected": "dim",
    "retired": "dim",
    "done": "dim",
    "in-force": "green",
    "settled": "green",
    "current": "green",
    "stale": "yellow",
    "history": "dim",
}


def word_colour(word: str) -> str:
    """The colour of a status, state or standing; empty where the word is not a known one."""
    return _WORDS.get(word, "")


def colour_wanted(choice: str, *, terminal: bool, environment: Mapping[str, str]) -> bool:
    """Whether to write colours, for ``--color`` ``auto``, ``always`` or ``never``.

    Under ``auto`` a non-empty NO_COLOR says no, then a non-empty FORCE_COLOR says yes; else the
    stream must be a terminal that is not dumb.
    """
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return terminal and environment.get("TERM") != "dumb"


@dataclass(frozen=True, slots=True)
class Style:
    """Paints text, or leaves it as it is where colours are off."""

    colour: bool = False

    def paint(self, text: str, *names: str) -> str:
        """Give the text in the named colours and weights; the text must be escaped already."""
        if not self.colour or not text:
            return text
        codes = ";".join(_CODES[name] for name in names)
        return f"\x1b[{codes}m{text}\x1b[0m"


PLAIN = Style()
