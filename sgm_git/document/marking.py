"""Conflict markers around the lines in which the choices of a merge differ (DESIGN section 9)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.document.markers import conflict, marker_size, may_hide
from sgm_git.document.parting import first_of_body

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.document.choices import Choices
    from sgm_git.document.parting import Hunk

_MOST_STEPS = 1 << 26  # characters that are looked through for markers
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Marks:
    """How conflicts are marked: the length of a marker, and what is said behind it.

    With a label for the base, its lines stand between the two sides' (git's style "diff3").
    """

    size: int = 7
    ours: str = "ours"
    theirs: str = "theirs"
    base: str | None = None


def marked(choices: Choices, hunks: list[Hunk], marks: Marks) -> bytes:
    """The lines with markers around each hunk; what is left of them in a file is F106.

    Markers are longer than asked for where a line of the hunks would be taken for one.
    """
    marker = _Marker(choices, hunks, marks)
    if not marker.is_seen():
        marker = _Marker(choices, _surely_seen(choices, hunks), marks)
    return "".join(marker.lines()).encode()


class _Marker:
    """Marks hunks of a document."""

    def __init__(self, choices: Choices, hunks: list[Hunk], marks: Marks) -> None:
        self._ours = choices.lines
        self._hunks = hunks
        self._marks = marks
        self._size = _free_size(choices, hunks, max(7, marks.size))
        self._eol = "\r\n" if choices.lines[0].endswith("\r\n") else "\n"

    def lines(self) -> list[str]:
        """The document's lines with all hunks marked."""
        return self._with(map(self._marked, self._hunks))

    def is_seen(self) -> bool:
        """Whether the markers of each hunk are found when those of all others are gone."""
        others = chain.from_iterable(hunk.theirs for hunk in self._hunks)
        if not any(map(may_hide, chain(self._ours, others))):
            return True
        if sum(map(len, self._ours)) * len(self._hunks) > _MOST_STEPS:
            return False
        ours = [self._ours[hunk.start : hunk.end] for hunk in self._hunks]
        theirs = [hunk.theirs for hunk in self._hunks]
        return all(
            _is_found(self._with([*side[:place], self._marked(hunk), *side[place + 1 :]]))
            for place, hunk in enumerate(self._hunks)
            for side in (ours, theirs)
        )

    def _with(self, parts: Iterable[list[str]]) -> list[str]:
        """The document's lines with something in the place of each hunk."""
        result: list[str] = []
        at = 0
        for hunk, part in zip(self._hunks, parts, strict=True):
            result += [*self._ours[at : hunk.start], *part]
            at = hunk.end
        return result + self._ours[at:]

    def _marked(self, hunk: Hunk) -> list[str]:
        ours = self._ours[hunk.start : hunk.end]
        base = [] if self._marks.base is None else [self._line("|", self._marks.base), *hunk.base]
        return [
            self._line("<", self._marks.ours),
            *ours,
            *base,
            self._line("=", ""),
            *hunk.theirs,
            self._line(">", self._marks.theirs),
        ]

    def _line(self, sign: str, label: str) -> str:
        words = "".join(each if each.isprintable() else " " for each in label).split()
        return " ".join([sign * self._size, *words])[: self._size + _LONGEST] + self._eol


def _surely_seen(choices: Choices, hunks: list[Hunk]) -> list[Hunk]:
    """The hunks of the front matter, and one from the first line of the body on."""
    front = [hunk for hunk in hunks if hunk.start < choices.body]
    below = hunks[len(front) :]
    if not below:
        return front
    whole = below[0].grown(choices.lines, choices.body)
    for hunk in below[1:]:
        whole = whole.joined(choices.lines, hunk)
    return [*front, whole]


def _is_found(lines: list[str]) -> bool:
    text = "".join(lines)
    body = first_of_body(lines)
    return conflict(text, sum(map(len, lines[:body]))) is not None


def _free_size(choices: Choices, hunks: list[Hunk], size: int) -> int:
    """The first size from the asked one on that no line of a hunk has for a marker."""
    stretches = (
        [*choices.lines[hunk.start : hunk.end], *hunk.base, *hunk.theirs] for hunk in hunks
    )
    taken = set(map(marker_size, chain.from_iterable(stretches)))
    return next(free for free in range(size, size + len(taken) + 1) if free not in taken)
