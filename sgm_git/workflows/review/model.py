"""What a review says of a change, as frozen values that every report is made of (DESIGN 8, 11).

Texts are as they were written, in records, commits and file names: whoever shows them escapes them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.findings import Severity
from sgm_git.record import fields
from sgm_git.witness.reading import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.findings import Finding
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.diffing import RecordDiff

Change: TypeAlias = Literal["added", "changed", "removed"]


class ConcernKind(StrEnum):
    """Why a reviewer should look at a record before others; the gravest first."""

    HIDDEN = "hidden"  # it has text that nobody sees who looks at it
    DISPUTED = "disputed"  # git does not bear out what it says of itself
    UNSIGNED = "unsigned"  # no signature where one is required
    BINDS = "binds"  # a rule that did not bind before, and will
    RULE_CHANGES = "rule-changes"  # a rule that binds says something else
    UNBINDS = "unbinds"  # a rule that binds no more
    WORD_CHANGES = "word-changes"  # it is given as somebody else's word, or of another time
    FLIPS = "flips"  # it is to be taken otherwise than before
    REASON_LOST = "reason-lost"  # a decision without the rationale that it had
    GIVES_UP = "gives-up"  # something is dropped by consent
    GREW_OLD = "grew-old"  # a status that nobody should rely on any more
    BEHIND = "behind"  # the other side has changed it since, too


@dataclass(frozen=True, slots=True)
class Concern:
    """One such reason, with a sentence about it; it may hold text of the record."""

    kind: ConcernKind
    text: str


@dataclass(frozen=True, slots=True)
class Consent:
    """A line ``SGM-Allow`` in a commit of the range: what of a record it gives up."""

    pointer: str
    commit: str


@dataclass(frozen=True, slots=True)
class Step:
    """A commit of the range that made a version of a record.

    ``time`` is the author's, in seconds since the epoch, None where it cannot be read; ``fields``
    are the names of what changed; ``signature`` is what there is to say of one, empty for none.
    """

    commit: str
    author: str
    email: str
    time: int | None
    fields: tuple[str, ...] = ()
    signature: str = ""


@dataclass(frozen=True, slots=True)
class RecordReview:
    """One record that the change touches, or that is to be taken otherwise by it.

    ``before`` and ``after`` are how it is to be taken at the merge base, and once the change is
    merged; None where it is not there, or cannot be read. ``concerns`` come gravest first.
    ``steps`` are in the order of history, oldest first. Findings that could be made before are
    ``old``. ``left_at`` is where its file will lie if it stays, and is no record any more.
    """

    diff: RecordDiff
    before: Reading | None = None
    after: Reading | None = None
    concerns: tuple[Concern, ...] = ()
    consents: tuple[Consent, ...] = ()
    steps: tuple[Step, ...] = ()
    new: tuple[Finding, ...] = ()
    old: tuple[Finding, ...] = ()
    left_at: str | None = None

    @property
    def type(self) -> str | None:
        """What it is after, or was before it went."""
        found = [fields.record_type(each) for each in self.diff.records if each is not None]
        return found[-1] if found else None

    @property
    def is_affected(self) -> bool:
        """Whether its file stays as it is, and others make that it is to be taken otherwise."""
        before, after = self.diff.before, self.diff.after
        if before is None or after is None or not before.blob:
            return False
        return (before.path, before.blob) == (after.path, after.blob)

    @property
    def is_retired(self) -> bool:
        """Whether it is history now and was not before."""
        before, after = self.before, self.after
        if after is None or after.standing is not Standing.HISTORY:
            return False
        return before is not None and before.standing is not Standing.HISTORY


@dataclass(frozen=True, slots=True)
class FileReview:
    """A file that is no record and yet decides: one that trust rests on, or that steers a tool.

    ``effects`` say what the change of it does, a sentence each; none: it changes no meaning.
    ``old_path`` is where it lay before, if it moved.
    """

    path: str
    kind: Literal["trust", "tool"]
    change: Change
    effects: tuple[str, ...] = ()
    old_path: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A record in the graph; ``is_changed``: the change touches it."""

    id: str
    title: str
    type: str | None
    standing: Standing | None
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Edge:
    """What one record says of another, both by id; ``change`` None: it stays."""

    source: str
    target: str
    kind: Literal["supersedes", "link"]
    change: Literal["added", "removed"] | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """The records that are touched, with their neighbours; ``left_out`` had no room."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Collision:
    """What does not go together with another open branch; both sides are paths of documents."""

    kind: Literal["same-id", "same-record", "superseded", "rules-meet"]
    branch: str
    ours: str
    theirs: str
    text: str


@dataclass(frozen=True, slots=True)
class Ends:
    """What is compared: names as they were given, and hex object ids.

    ``trusted`` judges, ``base`` is where both part, None where they have nothing in common here.
    """

    trusted_name: str
    tip_name: str
    trusted: str
    tip: str
    base: str | None


@dataclass(frozen=True, slots=True)
class Review:
    """What the range brings to the trusted end.

    ``records`` and ``files`` are in the order in which they should be read. ``elsewhere`` are new
    findings about none of the records. ``notes`` say what cannot be told, and by whose rules it
    was judged.
    """

    ends: Ends
    records: tuple[RecordReview, ...] = ()
    files: tuple[FileReview, ...] = ()
    elsewhere: tuple[Finding, ...] = ()
    graph: Graph = Graph()
    collisions: tuple[Collision, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[Finding, ...]:
        """All findings that could not be made before, by path, line and code."""
        found = [*self.elsewhere, *(finding for each in self.records for finding in each.new)]
        return tuple(sorted(found, key=lambda finding: finding.sort_key))

    @property
    def counts(self) -> dict[str, int]:
        """How many records were added, changed, retired, moved, removed and so on; none is 0."""
        return dict(Counter(map(what_became_of, self.records)))

    def types(self, became: str) -> dict[str, int]:
        """How many of those are of each type; empty for a type that nobody can read."""
        chosen = [each for each in self.records if what_became_of(each) == became]
        return dict(Counter(each.type or "" for each in chosen))

    def fails(self, *, strict: bool) -> bool:
        """Whether something new is wrong: errors, and where it is strict warnings."""
        return any(_fails(finding, strict=strict) for finding in self.new)

    def with_concerns(self) -> Iterator[RecordReview]:
        """Give the records to look at first."""
        return (each for each in self.records if each.concerns)


def what_became_of(each: RecordReview) -> str:
    """Give in a word what became of a record: retired, affected, or its difference's status."""
    if each.is_retired:
        return "retired"
    return "affected" if each.is_affected else each.diff.status


def _fails(finding: Finding, *, strict: bool) -> bool:
    if finding.severity is Severity.WARNING:
        return strict
    return finding.severity is Severity.ERROR
