"""What a push would change, and what was said of it (DESIGN section 7)."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.arrival import Arrival
    from sgm_git.workflows.check import CheckReport

BRANCHES = "refs/heads/"
TAGS = "refs/tags/"
_OID = rb"[0-9a-f]{40}(?:[0-9a-f]{24})?"
_RECEIVED = re.compile(rb"(?P<old>%b) (?P<new>%b) (?P<ref>refs/[^ ]+)" % (_OID, _OID))
_PUSHED = re.compile(rb"[^ ]+ (?P<new>%b) (?P<ref>refs/[^ ]+) (?P<old>%b)" % (_OID, _OID))


@dataclass(frozen=True, slots=True)
class Update:
    """One ref of a push: the object that it names there, and that which it is to name.

    None stands for nothing: a new ref has no ``old``, a deletion no ``new``.
    """

    ref: str
    old: str | None
    new: str | None

    @property
    def is_branch(self) -> bool:
        """Whether the ref is a branch, which is judged by its own old tip."""
        return self.ref.startswith(BRANCHES)


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found in what a ref brings; the same commits are judged once for several refs.

    ``named`` are what is trusted and what arrives as the one who pushes may name them.
    """

    ref: str
    arrival: Arrival
    report: CheckReport
    named: tuple[str, str] | None = None

    @property
    def span(self) -> str | None:
        """The range ``A..B`` that is judged; None where there is nothing yet."""
        if self.arrival.trusted is None:
            return None
        ends = self.named or (short(self.arrival.trusted), short(self.arrival.tip))
        return "..".join(ends)


@dataclass(frozen=True, slots=True)
class PushReport:
    """What is said of a push; ``refusals`` are faults that are about no record, each a sentence."""

    judged: tuple[Judged, ...] = ()
    refusals: tuple[str, ...] = field(default=())

    @property
    def fails(self) -> bool:
        """Whether the push does not pass."""
        return bool(self.refusals) or any(each.report.fails(strict=False) for each in self.judged)


def received(lines: bytes) -> list[Update]:
    """Read what git tells a pre-receive hook, ``OLD NEW REF`` in each line.

    Raises CannotRun for anything else.
    """
    return list(_updates(lines, _RECEIVED))


def pushed(lines: bytes) -> list[Update]:
    """Read what git tells a pre-push hook, ``LOCAL-REF NEW REMOTE-REF OLD`` in each line.

    Raises CannotRun for anything else.
    """
    return list(_updates(lines, _PUSHED))


def _updates(lines: bytes, form: re.Pattern[bytes]) -> Iterator[Update]:
    for line in lines.split(b"\n"):
        found = form.fullmatch(line)
        if found is not None:
            ref = os.fsdecode(found["ref"])
            yield Update(ref, _object(found["old"]), _object(found["new"]))
        elif line:
            raise CannotRun(f"git names no ref in {os.fsdecode(line)!r}")


def _object(oid: bytes) -> str | None:
    return oid.decode("ascii") if oid.strip(b"0") else None
