"""Calls history as a witness for the records of a store (DESIGN section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.policy.people import build_people
from sgm_git.record.consent import consents
from sgm_git.store.index.database import with_index, without_file
from sgm_git.store.index.folds import Shared
from sgm_git.store.past import Looker
from sgm_git.store.pending import Present
from sgm_git.store.scan import revision_blobs
from sgm_git.store.trusted import Trusted, load_trusted
from sgm_git.witness.facts import facts_of
from sgm_git.witness.testimony import History, Testimony
from sgm_git.workflows.baseline import ancestry, baseline

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sgm_git.commits import Commit, Identity
    from sgm_git.record.consent import Consent
    from sgm_git.store.entry import Entry
    from sgm_git.store.looking import Past
    from sgm_git.store.records import Records
    from sgm_git.witness.facts import Facts


@dataclass(frozen=True, slots=True)
class Asked:
    """The documents that history is asked about: their blobs by path, and facts by blob.

    They are those of the work tree or the index, or with ``rev`` those of that commit. ``facts``
    may lack some; None stands for a document that cannot be read.
    """

    documents: Mapping[str, str]
    facts: Mapping[str, Facts | None]
    rev: str | None = None


@dataclass(frozen=True)
class Witnessed:
    """The testimonies about all records of one state, by path, and what they share.

    A record that cannot be read has none. ``is_cut``: commits are missing somewhere. ``notes``
    tell a person what was left aside; ``shared`` is what all commits say besides of records.
    """

    testimonies: Mapping[str, Testimony]
    history: History
    trusted: Trusted
    is_cut: bool = False
    notes: tuple[str, ...] = ()
    shared: Shared = field(default_factory=Shared)


def witness(
    records: Records, entries: Iterable[Entry], now: int, *, rev: str | None = None
) -> Witnessed:
    """Ask history about entries: of the work tree or the index, or those of the commit ``rev``.

    ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell.
    """
    documents = [entry for entry in entries if entry.blob and not entry.is_link]
    facts = {e.blob: None if e.record is None else facts_of(e.record) for e in documents}
    return ask(records, Asked({e.path: e.blob for e in documents}, facts, rev), now)


def ask(
    records: Records,
    asked: Asked,
    now: int,
    *,
    trusted: Trusted | None = None,
    keeps: bool = True,
) -> Witnessed:
    """Ask history about documents; ``now`` is in seconds since the epoch.

    ``trusted`` is whose word counts, HEAD's where it is not given. Unless it ``keeps`` what it
    finds, the index stays as it is: that of a state which is asked about once. Raises CannotRun
    where git cannot tell.
    """
    repository = records.repository
    head = repository.head().oid
    tip = head if asked.rev is None else repository.resolve(asked.rev)
    committed = asked.documents
    if asked.rev is None:
        roots = records.settings.roots
        committed = {} if head is None else revision_blobs(repository, roots, head)
    present = Present(tip, committed, asked.documents, asked.facts, now)
    past = _look(records, lambda looker: looker.past(present), keeps=keeps)
    return _witnessed(records, asked.documents, past, _Frame(head, tip, now, trusted=trusted))


def told_of(
    records: Records, past: Past, documents: Mapping[str, str], now: int, trusted: Trusted
) -> Witnessed:
    """Give the testimonies of a past that was looked at already, of some documents of HEAD.

    ``documents`` are their blobs by path.
    """
    head = records.repository.head().oid
    return _witnessed(records, documents, past, _Frame(head, head, now, trusted=trusted))


def ask_since(
    records: Records, base: str, commits: Sequence[Commit], asked: Asked, now: int
) -> Witnessed:
    """Ask only the commits since ``base``, by what is trusted there (DESIGN 2, "trusted side").

    ``base`` and ``asked.rev`` are object ids of commits; ``commits`` are those that lead from one
    to the other, as history gives them.
    """
    present = Present(asked.rev, asked.documents, asked.documents, asked.facts, now)
    past = _look(records, lambda looker: looker.among(commits, present))
    frame = _Frame(base, asked.rev, now, records.repository.people(base))
    return _witnessed(records, asked.documents, past, frame)


def _look(records: Records, ask: Callable[[Looker], Past], *, keeps: bool = True) -> Past:
    repository, roots = records.repository, records.settings.roots

    def look(connection: sqlite3.Connection) -> Past:
        return ask(Looker(repository, roots, connection))

    return with_index(repository.common_dir, look) if keeps else without_file(look)


@dataclass(frozen=True, slots=True)
class _Frame:
    """By which commit's word, of which, when; and who is known there, if that is another's.

    ``trusted`` is that word, where it has been read.
    """

    side: str | None
    tip: str | None
    now: int
    known: frozenset[Identity] | None = None
    trusted: Trusted | None = None


def _witnessed(
    records: Records, documents: Mapping[str, str], past: Past, frame: _Frame
) -> Witnessed:
    mends = frame.known is not None  # what arrives may be what mends a fault of the trusted side
    trusted = frame.trusted or load_trusted(records.repository, frame.side, despite_faults=mends)
    history, notes = _history(records, past, trusted, frame)
    testimonies = {
        path: Testimony(path, facts, life, history)
        for path, life in past.lives.items()
        if path in documents  # a sync client's copy that was committed is none
        if (facts := past.facts[documents[path]]) is not None
    }
    return Witnessed(testimonies, history, trusted, past.shared.is_cut, notes, past.shared)


def _history(
    records: Records, past: Past, trusted: Trusted, frame: _Frame
) -> tuple[History, tuple[str, ...]]:
    config = records.settings.config
    is_ancestor = ancestry(records.repository)
    old_claims, notes = baseline(records, past.shared, frame.tip, is_ancestor)
    seen = past.shared.people | (frame.known or frozenset())
    history = History(
        past.commits,
        past.facts.get,
        build_people(config, trusted.mailmap, seen, trusted=frame.known),
        frame.now,
        config.checks.tolerance,
        tuple(_consents(past)),
        is_ancestor,
        old_claims,
        hosts=config.trust.hosts,
        admins=config.trust.admins,
        identities_strict=config.checks.identities_strict,
    )
    return history, notes


def _consents(past: Past) -> Iterator[tuple[str, Consent]]:
    for oid in past.shared.consenting:
        yield from ((oid, consent) for consent in consents(past.commits[oid].message))
