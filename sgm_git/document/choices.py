"""The documents that choosing in the conflicts of a merge gives (DESIGN section 9)."""

from __future__ import annotations

from itertools import product, takewhile
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sgm_git.document.parting import Hunk, first_of_body
from sgm_git.document.read import read
from sgm_git.document.splice import update
from sgm_git.record.line_changes import changes
from sgm_git.record.merge import TEXT, resolved
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sgm_git.record.merge import Merged
    from sgm_git.record.value import JsonObject

Group: TypeAlias = frozenset[int]
"""Conflicts of a merge, by their places among them."""


_LARGE = 1 << 16  # bytes
_MOST_TRIED = 100  # stretches of lines for choices


class Starts(NamedTuple):
    """The document to write ours' choices into, and the one with theirs' lines where they meet."""

    ours: bytes
    theirs: bytes | None = None


class Choices:
    """What a document becomes by ours' choice in all conflicts, and by theirs' in some."""

    def __init__(self, starts: Starts, merged: Merged, *, with_base: bool) -> None:
        self.merged = merged
        self.data = _ended(update(starts.ours, self.record(())))
        self.lines = lines_of(self.data)
        self.body = first_of_body(self.lines)
        self.with_base = with_base
        self._theirs = starts.theirs
        self._hunks: dict[Group, Hunk] = {}
        self._as_theirs: dict[Group, Hunk] = {}

    @property
    def every(self) -> Group:
        """All conflicts."""
        return frozenset(range(len(self.merged.conflicts)))

    @property
    def content(self) -> Group:
        """The conflict of the content, if there is one."""
        places = enumerate(self.merged.conflicts)
        return frozenset(n for n, conflict in places if conflict.pointer == TEXT)

    def record(self, theirs: Collection[int], base: Collection[int] = ()) -> JsonObject:
        """The record with theirs', or the base's, choice in some conflicts and ours' elsewhere."""
        states = [
            each.theirs if n in theirs else each.base if n in base else each.ours
            for n, each in enumerate(self.merged.conflicts)
        ]
        return resolved(self.merged, states)

    def hunk(self, group: Group) -> Hunk:
        """The one stretch of lines that holds all that choosing theirs in a group changes."""
        if group in self._as_theirs:
            return self._as_theirs[group]
        if group not in self._hunks:
            theirs = self._lines(self.record(group))
            base = self._lines(self.record((), group)) if self.with_base else None
            self._hunks[group] = _hunk(self.lines, theirs, base)
        return self._hunks[group]

    def spell_as_theirs(self, groups: Sequence[Group]) -> bool:
        """Let theirs' choices stand as theirs has them, comments and all, where lines tell which.

        Whether any does; none in large documents, and where the base's lines are to be shown.
        """
        if self.with_base or self._theirs is None or len(self.data) > _LARGE:
            return False
        typed = lines_of(_ended(update(self._theirs, self.record(self.every))))
        found = [
            Hunk(start, end, typed[side_start:side_end], [])
            for start, end, side_start, side_end in changes(self.lines, typed)
        ]
        front = [hunk for hunk in found if hunk.start < self.body]
        if len(front) * len(groups) <= _MOST_TRIED:
            pairs = [(g, hunk) for g, hunk in product(groups, front) if self.reads([hunk], g)]
            self._as_theirs = dict(reversed(pairs))
        return bool(self._as_theirs)

    def spell_as_ours(self) -> None:
        """Let all choices stand as they would be written into ours."""
        self._as_theirs.clear()

    def _lines(self, record: JsonObject) -> list[str]:
        return lines_of(_ended(update(self.data, record)))

    def mixed(self, hunks: Sequence[Hunk]) -> list[str]:
        """The lines with theirs' choice in some hunks, which must not overlap."""
        lines = list(self.lines)
        for hunk in sorted(hunks, key=lambda each: each[:2], reverse=True):
            lines[hunk.start : hunk.end] = hunk.theirs
        return lines

    def reads(self, hunks: Sequence[Hunk], group: Group) -> bool:
        """Whether theirs' choice in some hunks reads as theirs' choice in some conflicts."""
        reading = read("".join(self.mixed(hunks)).encode())
        found = reading.document
        return found is not None and not reading.faults and same(found.record, self.record(group))


def lines_of(data: bytes) -> list[str]:
    """The lines of a document, each with its end; a byte order mark is part of the first one."""
    lines = [line + "\n" for line in data.decode().split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _hunk(ours: list[str], theirs: list[str], base: list[str] | None) -> Hunk:
    others = [theirs] if base is None else [theirs, base]
    top = min(_common(ours, other) for other in others)
    rest = ours[top:][::-1]
    bottom = min(_common(rest, other[top:][::-1]) for other in others)
    stretches = [each[top : len(each) - bottom] for each in others]
    return Hunk(top, len(ours) - bottom, stretches[0], stretches[1] if base is not None else [])


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _ended(data: bytes) -> bytes:
    """A document whose last line has an end, as markers below it need.

    Raises ValueError where it would not be the same record.
    """
    document = read(data).document
    if document is None or data.endswith(b"\n"):
        return data
    longer = data + document.eol.encode()
    found = read(longer).document
    if found is None or not same(found.record, document.record):
        raise ValueError("the last line cannot have an end")
    return longer
