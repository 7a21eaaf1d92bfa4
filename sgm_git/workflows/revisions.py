"""Makes versions of records ready to be told: who, which fields, how far git bears them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.findings import Severity
from sgm_git.policy.claims import Role, claims
from sgm_git.witness.changes import changes_of, field_changes
from sgm_git.witness.life import Kind
from sgm_git.witness.verdict import naming, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.commits import Commit, Identity
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.mailmap import Mailmap
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.changes import FieldChange, Followed
    from sgm_git.witness.life import Event, State
    from sgm_git.witness.testimony import Testimony
    from sgm_git.witness.trust import Trust


@dataclass(frozen=True, slots=True)
class Deed:
    """A commit as who did what: the author by the trusted mailmap, and the agent that it names."""

    commit: Commit
    person: Identity
    agent: str | None

    @property
    def is_committed(self) -> bool:
        """Whether it is a commit at all, and no edit that is not committed yet."""
        return self.commit.oid != UNCOMMITTED


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of the record ``id``; ``path`` is where it lay then.

    Its kind is STAMPED, which is no version, only where a stamp is asked about or disputed.
    ``verdict`` is the trust in this version, ``findings`` those that name its commit and stand,
    ``accepted`` those that were closed.
    """

    id: str
    path: str
    kind: Kind
    deed: Deed
    changes: tuple[FieldChange, ...]
    verdict: Trust
    findings: tuple[Finding, ...] = ()
    accepted: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """One record before history, with the events that are to be told of it.

    ``standing`` are the findings that stand on it, ``accepted`` those that were closed.
    """

    id: str
    testimony: Testimony
    events: tuple[Event, ...]
    standing: Sequence[Finding] = ()
    accepted: Sequence[Finding] = ()


def told_events(testimony: Testimony, findings: Sequence[Finding]) -> tuple[Event, ...]:
    """The versions of a record, newest first, and between them the stamps that are disputed."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    return tuple(
        event
        for event in testimony.life.events
        if event.kind is not Kind.STAMPED or naming(event, errors)
    )


def deed_of(commit: Commit, mailmap: Mailmap) -> Deed:
    """Who made a commit; where it names several agents, none of them is taken for the one."""
    agents = {each.who.name for each in claims(commit.message) if each.role is Role.AGENT}
    return Deed(commit, mailmap.real(commit.author), agents.pop() if len(agents) == 1 else None)


def revisions(
    repository: Repository,
    accounts: Sequence[Account],
    mailmap: Mailmap,
    known: Mapping[str, JsonObject],
    field: Followed | None = None,
) -> dict[tuple[str, str], Revision]:
    """Give the revisions of all accounts, by the path of the record now and the commit.

    ``known`` are records that were read already, by blob; all others are read in one call. With
    ``field`` only the changes of that one, and no revision that left it as it was.
    """
    blobs = {
        state.blob
        for account in accounts
        for event in account.events
        for state in (event.after, *_before(account.testimony, event))
    }
    at = _Records(dict(_read(repository, blobs - known.keys())) | dict(known))
    return {
        (account.testimony.path, event.commit): _revision(account, event, changes, mailmap)
        for account in accounts
        for event in account.events
        if (changes := at.changes(account.testimony, event, field)) or field is None
    }


@dataclass(frozen=True, slots=True)
class _Records:
    by_blob: Mapping[str, JsonObject]

    def of(self, state: State) -> JsonObject:
        """The record in a state; one that cannot be read says nothing."""
        return self.by_blob.get(state.blob, {})

    def changes(
        self, testimony: Testimony, event: Event, field: Followed | None
    ) -> list[FieldChange]:
        """What an event changed, in all fields or in one."""
        before = [self.of(state) for state in _before(testimony, event)]
        after = self.of(event.after)
        if field is not None:
            return changes_of(field, before, after)
        return field_changes(before, after)


def _before(testimony: Testimony, event: Event) -> tuple[State, ...]:
    """What an event is held against: its parents, or the last state before a deletion."""
    before = testimony.before(event)
    return before[:1] if event.kind is Kind.RETURNED else before


def _read(repository: Repository, blobs: set[str]) -> Iterator[tuple[str, JsonObject]]:
    for blob, data in repository.read_blobs(sorted(blobs), limit=STANDARD.document):
        document = read(data).document
        if document is not None:
            yield blob, document.record


def _revision(
    account: Account, event: Event, changes: Sequence[FieldChange], mailmap: Mailmap
) -> Revision:
    testimony, standing = account.testimony, account.standing
    return Revision(
        account.id,
        event.after.path,
        event.kind,
        deed_of(testimony.commit(event), mailmap),
        tuple(changes),
        verdict(testimony, event, standing, account.accepted),
        naming(event, standing),
        naming(event, account.accepted),
    )
