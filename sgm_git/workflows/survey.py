"""Goes once over all documents of one state of a store: each is parsed, judged and let go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.run import check_document
from sgm_git.checks.stock import Stock
from sgm_git.store.subjects import subject_of
from sgm_git.witness.facts import facts_of
from sgm_git.workflows.beside_head import beside_head

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Finding
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.facts import Facts


@dataclass(frozen=True, slots=True)
class Survey:
    """What is kept of all documents of a state.

    ``findings`` are those about single documents. ``blobs`` are the ids of what was read, by
    path, links not among them, and ``facts`` what history needs to know of each, by blob, None
    where it cannot be read. ``converted`` are paths of files whose bytes may not be their blob's.
    """

    stock: Stock
    findings: tuple[Finding, ...]
    blobs: Mapping[str, str]
    facts: Mapping[str, Facts | None]
    converted: frozenset[str] = frozenset()

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
        """Give them all, or those that lie at certain paths; by path."""
        return self.records.entries(rev=self.rev, staged=self.staged, among=among)

    def subjects(self) -> Iterator[tuple[Entry, Subject]]:
        """Give them as the checks take them; beside HEAD, where there is one to go before."""
        if self.rev is None:
            return beside_head(self.records, self.entries(), staged=self.staged)
        return ((entry, subject_of(entry)) for entry in self.entries())

    def again(self, paths: Collection[str]) -> Iterator[Subject]:
        """Read some of them a second time."""
        return map(subject_of, self.entries(frozenset(paths)))


def survey(state: State, policy: CheckPolicy, is_judged: Callable[[str], bool]) -> Survey:
    """Read all documents of a state and judge those whose path is to be judged."""
    briefs, findings = [], []
    blobs: dict[str, str] = {}
    facts: dict[str, Facts | None] = {}
    converted = set()
    for entry, subject in state.subjects():
        briefs.append(brief_of(subject))
        if is_judged(subject.path):
            findings += check_document(subject, policy)
        if entry.blob and not entry.is_link:
            blobs[entry.path] = entry.blob
            if b"\r" in entry.data:
                converted.add(entry.path)
            facts[entry.blob] = None if entry.record is None else facts_of(entry.record)
    stock = Stock(briefs, policy, state.again)
    return Survey(stock, tuple(findings), blobs, facts, frozenset(converted))
