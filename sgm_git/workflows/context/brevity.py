"""A text in short: the first sentence of what it says beside its title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SENTENCE = re.compile(r"[.!?。！？](?=\s|$)|\n\s*\n", re.MULTILINE)  # noqa: RUF001 - they end some
_BRIEF = 200  # characters
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*")
_LABEL = re.compile(r"[*\-_\s]*(?:date|status|deciders|decision-makers)[*_]*:", re.IGNORECASE)
_BARE = re.compile(r"[A-Za-z]+\.?")
_PARAGRAPHS = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_FRONT = re.compile(r"[\W_]*(?:\d+[\W_]+(?=\w))?")
_BACK = re.compile(r"[\W_]+\Z")
_NUMBER = re.compile(r"\W*\d+[.)]\s")


def brief_text(text: str, title: str | None = None) -> str:
    """Give the first sentence of a text, or as much of it as a line takes.

    Headings are passed over, and so is what only says the title again. What stands there as a
    label, such as a status of one word, is given where nothing else is; empty: nothing at all.
    """
    told = list(_paragraphs(text, _name(title or "")))
    whole = next((each for each in told if not _is_label(each)), told[0] if told else "")
    number = _NUMBER.match(whole)
    end = _SENTENCE.search(whole, number.end() if number else 0, _BRIEF)
    return whole[: _BRIEF if end is None else end.end()].rstrip()


def _paragraphs(text: str, title: str) -> Iterator[str]:
    """What each paragraph says, without headings and the title."""
    for paragraph in _PARAGRAPHS.split(text):
        lines = paragraph.split("\n")
        while lines and (taken := _headed(lines, title)):
            lines = lines[taken:]
        if lines:
            yield "\n".join(lines)


def _headed(lines: list[str], title: str) -> int:
    """How many lines at the beginning are a heading, the title again, or nothing but signs."""
    if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]):
        return 2
    return int(bool(_HEADING.match(lines[0])) or _name(lines[0]) in ("", title))


def _name(line: str) -> str:
    """A title without its number, case and signs around it."""
    return _BACK.sub("", _FRONT.sub("", line, count=1)).casefold()


def _is_label(paragraph: str) -> bool:
    lines = paragraph.strip().split("\n")
    return bool(_BARE.fullmatch(lines[0]) and len(lines) == 1) or all(map(_LABEL.match, lines))
