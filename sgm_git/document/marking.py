"""Conflict markers around the lines in which the choices of a merge differ (DESIGN section 9)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.document.markers import conflict, marker_size
from sgm_git.document.parting import first_of_body

if TYPE_CHECKING:
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
    if not marker.is_seen(hunks):
        hunks = marker.surely_seen(hunks)
    return "".join(marker.lines(hunks)).encode()


class _Marker:
    """Marks the hunks of one document."""

    def __init__(self, choices: Choices, hunks: list[Hunk], marks: Marks) -> None:
        self._choices = choices
        self._marks = marks
        self._size = _free_size(choices, hunks, max(7, marks.size))
        self._eol = "\r\n" if choices.lines[0].endswith("\r\n") else "\n"

    def lines(
        self, hunks: list[Hunk], *, theirs: bool | None = None, only: Hunk | None = None
    ) -> list[str]:
        """The document's lines with hunks marked; all ``only`` one, if given, are settled."""
        result: list[str] = []
        at = 0
        for hunk in hunks:
            result += self._choices.lines[at : hunk.start]
            if only is None or hunk is only:
                result += self._hunk(hunk)
            else:
                result += hunk.theirs if theirs else self._choices.lines[hunk.start : hunk.end]
            at = hunk.end
        return result + self._choices.lines[at:]

    def _hunk(self, hunk: Hunk) -> list[str]:
        ours = self._choices.lines[hunk.start : hunk.end]
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

    def is_seen(self, hunks: list[Hunk]) -> bool:
        """Whether the markers of each hunk are found when those of all others are gone."""
        size = sum(map(len, self._choices.lines))
        if size * len(hunks) > _MOST_STEPS:
            return False
        return all(
            _is_found(self.lines(hunks, theirs=theirs, only=hunk))
            for hunk in hunks
            for theirs in (False, True)
        )

    def surely_seen(self, hunks: list[Hunk]) -> list[Hunk]:
        """The hunks of the front matter, and one from the first line of the body on."""
        lines, body = self._choices.lines, self._choices.body
        front = [hunk for hunk in hunks if hunk.start < body]
        first, *below = [hunk for hunk in hunks if hunk.start >= body]
        whole = first.grown(lines, body)
        for hunk in below:
            whole = whole.joined(lines, hunk)
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
