"""What history mends in documents: stamps that it contradicts, and those that it makes needless."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.case import Case, CheckPolicy
from sgm_git.checks.claims_modified import stamp
from sgm_git.checks.releasing import why_kept, without_stamps
from sgm_git.checks.stock import Stock
from sgm_git.policy.config import Config
from sgm_git.record.times import Instant
from sgm_git.witness.facts import facts_of
from sgm_git.witness.life import Kind
from sgm_git.workflows.copies import copies_in
from sgm_git.workflows.crosscheck import by_record, settled
from sgm_git.workflows.rounds import by_path, edited
from sgm_git.workflows.witnessing import Asked, ask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding, Fix
    from sgm_git.store.records import Records
    from sgm_git.witness.facts import Facts
    from sgm_git.workflows.witnessing import Witnessed


@dataclass(frozen=True, slots=True)
class Standing:
    """All documents as they are to stand, each with its blob, and whether it is to be mended."""

    subjects: Sequence[Subject]
    blobs: Sequence[str]
    chosen: Sequence[bool]

    def to_mend(self) -> dict[str, Subject]:
        """Those that are to be mended, by path."""
        pairs = zip(self.subjects, self.chosen, strict=True)
        return {subject.path: subject for subject, is_chosen in pairs if is_chosen}

    def without(self, gone: Collection[str], kept: Collection[str]) -> Standing:
        """All but those at the paths that are ``gone``; what is ``kept`` is not to be mended."""
        rows = zip(self.subjects, self.blobs, self.chosen, strict=True)
        left = [row for row in rows if row[0].path not in gone]
        return Standing(
            [subject for subject, _, _ in left],
            [blob for _, blob, _ in left],
            [chosen and subject.path not in kept for subject, _, chosen in left],
        )

    def with_changed(self, changed: Mapping[str, Subject | None]) -> list[Subject]:
        """All of them, with those that were changed; None: it was not."""
        return [changed.get(subject.path) or subject for subject in self.subjects]


@dataclass(frozen=True, slots=True)
class Kept:
    """A document that keeps its stamps, and why."""

    path: str
    why: str


def restamped(
    records: Records,
    state: Standing,
    policy: CheckPolicy,
    now: int,
    since: Collection[str] = (),
) -> list[Subject]:
    """The documents with what family P can mend mended, in the same order.

    ``now`` is in seconds since the epoch. Where every change is to be stamped, changes by the
    commits ``since`` are. What was accepted by hand stays. Raises CannotRun where git cannot tell.
    """
    seen, subjects = ask_about(records, state, now), state.to_mend()
    found = by_path(_claims(records, state, policy, seen))
    fixes = {path: [f.fix for f in each if f.fix] for path, each in found.items()}
    if records.settings.config.store.stamp == "always":
        for path, fix in _unstamped(seen, subjects, policy, since):
            fixes.setdefault(path, []).append(fix)
    return state.with_changed({path: edited(subjects[path], fixes[path]) for path in fixes})


def standing_claims(
    records: Records, state: Standing, policy: CheckPolicy, now: int
) -> list[Finding]:
    """What history has against those of the documents that are to be mended.

    ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell.
    """
    return _claims(records, state, policy, ask_about(records, state, now))


def _claims(
    records: Records, state: Standing, policy: CheckPolicy, seen: Witnessed
) -> list[Finding]:
    subjects = state.to_mend()
    stock = Stock.of(state.subjects, policy)
    chosen = {path: each for path, each in seen.testimonies.items() if path in subjects}
    found = by_record(records, seen, stock, chosen)
    return settled(lambda paths: [subjects[path] for path in paths], found, seen)[0]


def _unstamped(
    seen: Witnessed, subjects: Mapping[str, Subject], policy: CheckPolicy, since: Collection[str]
) -> Iterator[tuple[str, Fix]]:
    """The stamps of records that declare none, and were changed by some commits last."""
    for path, subject in subjects.items():
        testimony = seen.testimonies.get(path)
        last = None if testimony is None or testimony.facts.stamps else testimony.last
        if testimony and last and last.kind is Kind.CHANGED and last.commit in since:
            fix = stamp(Case(subject, policy), testimony, last)
            if fix is not None:
                yield path, fix


def released(records: Records, state: Standing, now: int) -> tuple[list[Subject], list[Kept]]:
    """The documents without the stamps that history bears out, and which keep theirs.

    What the configuration says of codes and severities changes nothing here.
    """
    seen = ask_about(records, state, now)
    policy = CheckPolicy(Config(), records.settings.schemas, Instant(now))
    changed: dict[str, Subject | None] = {}
    kept: list[Kept] = []
    for path, subject in state.to_mend().items():
        testimony = seen.testimonies.get(path)
        if testimony is None or not testimony.facts.stamps:
            continue
        why = why_kept(subject, testimony, policy)
        fix = without_stamps(subject, testimony, policy) if why is None else None
        changed[path] = None if fix is None else edited(subject, [fix])
        if changed[path] is None:
            kept.append(Kept(path, why or "they cannot be taken out of its text"))
    return state.with_changed(changed), kept


def ask_about(records: Records, state: Standing, now: int) -> Witnessed:
    """Ask history about all records of a state, which a sync client's copies are not.

    Raises CannotRun where git cannot tell.
    """
    documents: dict[str, str] = {}
    facts: dict[str, Facts | None] = {}
    copies = copies_in(state.subjects)
    for subject, blob in zip(state.subjects, state.blobs, strict=True):
        if blob and not subject.is_link and subject.path not in copies:
            document = subject.reading.document
            documents[subject.path] = blob
            facts[blob] = None if document is None else facts_of(document.record)
    return ask(records, Asked(documents, facts), now)
