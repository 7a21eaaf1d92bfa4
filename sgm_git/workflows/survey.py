"""Goes once over all documents of one state of a store: each is parsed, judged and let go."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.run import check_document
from sgm_git.checks.stock import Stock
from sgm_git.store.recall import Verdict
from sgm_git.store.subjects import subject_of
from sgm_git.witness.facts import facts_of
from sgm_git.workflows.beside_head import beside_head

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Finding
    from sgm_git.store.entry import Entry
    from sgm_git.store.recall import Recall
    from sgm_git.store.records import Records
    from sgm_git.witness.facts import Facts


@dataclass(frozen=True, slots=True)
class Survey:
    """What is kept of all documents of a state.

    ``findings`` are those about single documents. ``blobs`` are the ids of what was read, by
    path, links not among them, and ``facts`` what history needs to know of each, by blob, None
    where it cannot be read, and not there where it is known. ``converted`` are paths of files
    whose bytes may not be their blob's. ``verdicts`` can be kept for the next time.
    """

    stock: Stock
    findings: tuple[Finding, ...]
    blobs: Mapping[str, str]
    facts: Mapping[str, Facts | None]
    converted: frozenset[str] = frozenset()
    verdicts: tuple[Verdict, ...] = ()

    def as_stored(self, path: str, blob: str) -> Brief | None:
        """What is kept of the document at a path, if git has its very bytes in that blob."""
        if path in self.converted or self.blobs.get(path) != blob:
            return None
        return replace(self.stock.by_path[path], former=None)


@dataclass(frozen=True, slots=True)
class State:
    """Which documents: those of the work tree, of the index, or of the commit ``rev``."""

    records: Records
    staged: bool = False
    rev: str | None = None

    def entries(self, among: Collection[str] | None = None) -> Iterator[Entry]:
        """Give them all, or those that lie at certain paths; by path, and a sync client's copies.

        Those are judged, too.
        """
        return self.records.entries(rev=self.rev, staged=self.staged, among=among, with_copies=True)

    def subjects(self) -> Iterator[tuple[Entry, Subject]]:
        """Give them as the checks take them; beside HEAD, where there is one to go before."""
        return self.beside(self.entries())

    def beside(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Subject]]:
        """Give some of them so."""
        if self.rev is None:
            return beside_head(self.records, entries, staged=self.staged)
        return ((entry, subject_of(entry)) for entry in entries)

    def again(self, paths: Collection[str]) -> Iterator[Subject]:
        """Read some of them a second time."""
        return map(subject_of, self.entries(frozenset(paths)))


def survey(
    state: State,
    policy: CheckPolicy,
    is_judged: Callable[[str], bool],
    recall: Recall | None = None,
) -> Survey:
    """Read all documents of a state and judge those whose path is to be judged.

    With ``recall`` those that are known are neither parsed nor judged again.
    """
    seen = _Seen()
    if recall is None:
        subjects = state.subjects()
    else:
        subjects = state.beside(_unknown(state.entries(), recall, is_judged, seen))
    for entry, subject in subjects:
        said = check_document(subject, policy) if is_judged(subject.path) else None
        seen.take(entry, brief_of(subject), said or ())
        seen.learn(entry, said if recall is not None and recall.holds(entry) else None)
    return seen.survey(Stock(seen.briefs, policy, state.again))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is gathered on the way."""

    briefs: list[Brief] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    blobs: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Facts | None] = field(default_factory=dict)
    converted: set[str] = field(default_factory=set)
    verdicts: list[Verdict] = field(default_factory=list)

    def take(self, entry: Entry, brief: Brief, findings: Iterable[Finding]) -> None:
        """Take a document with what is said of it."""
        self.briefs.append(brief)
        self.findings.extend(findings)
        if entry.blob and not entry.is_link:
            self.blobs[entry.path] = entry.blob
            if b"\r" in entry.data:
                self.converted.add(entry.path)

    def learn(self, entry: Entry, said: Sequence[Finding] | None) -> None:
        """Take what was not known before; None for ``said``: it cannot be kept."""
        if entry.blob and not entry.is_link:
            self.facts[entry.blob] = None if entry.record is None else facts_of(entry.record)
        if said is not None:
            self.verdicts.append(Verdict(entry.path, entry.blob, said))

    def survey(self, stock: Stock) -> Survey:
        """Give all of it."""
        converted, verdicts = frozenset(self.converted), tuple(self.verdicts)
        return Survey(stock, tuple(self.findings), self.blobs, self.facts, converted, verdicts)


def _unknown(
    entries: Iterable[Entry], recall: Recall, is_judged: Callable[[str], bool], seen: _Seen
) -> Iterator[Entry]:
    """Take what is known of documents; give the others."""
    for entry in entries:
        known = recall.known(entry, is_judged=is_judged(entry.path))
        if known is None:
            yield entry
        else:
            seen.take(entry, *known)
