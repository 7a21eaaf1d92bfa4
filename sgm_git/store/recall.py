"""What was found out about documents before, of those that are as HEAD has them (DESIGN 10).

Such a document is neither new nor changed: what is said of it depends on its path and bytes, on
the rules it is judged by, and on the time. What is dated ahead, which time alone can change (S216),
is not kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.resources import code_stamp
from sgm_git.store.index.database import NONSENSE, is_lasting, with_index
from sgm_git.store.index.stock import KeptStock, brief_from, path_text
from sgm_git.store.index.verdicts import findings_from, said_text
from sgm_git.store.mirror import bring

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.store.entry import Entry
    from sgm_git.store.index.stock import Judged
    from sgm_git.store.mirror import Known
    from sgm_git.store.records import Records

_BY_TIME = frozenset(("S216",))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was said of a document of HEAD."""

    path: str
    blob: str
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class Recall:
    """What is known of documents, by the index's text of a path.

    ``committed`` are the blobs that HEAD has, by path.
    """

    committed: Mapping[str, str]
    judged: Mapping[str, Judged]

    def holds(self, entry: Entry) -> bool:
        """Whether a document is as HEAD has it, to the byte."""
        is_plain = not entry.is_link and entry.refusal is None and b"\r" not in entry.data
        return is_plain and self.committed.get(entry.path) == entry.blob

    def known(self, entry: Entry, *, is_judged: bool) -> tuple[Brief, list[Finding]] | None:
        """What is kept of a document and what was said of it, if that is known.

        Where it is not to be judged, nothing was said.
        """
        kept = self.judged.get(path_text(entry.path))
        if kept is None or kept.blob != entry.blob or not self.holds(entry):
            return None
        if is_judged and kept.said is None:
            return None
        try:
            brief = brief_from(entry.path, entry.root, kept.brief)
            return brief, findings_from(entry.path, kept.said or "") if is_judged else []
        except NONSENSE:  # damaged: it is found out again
            return None


@dataclass(frozen=True, slots=True)
class Judge:
    """Who judges: the rules, as code, schemas and configuration have them; and when."""

    name: str
    now: int

    @classmethod
    def by(cls, policy: CheckPolicy) -> Judge:
        """The one who judges by a policy."""
        return cls(f"{policy.digest} {code_stamp()}", policy.now.seconds)


def recall(records: Records, judge: Judge) -> Recall:
    """Give what is known. Raises CannotRun where git cannot tell."""
    roots, committed = records.settings.roots, records.committed()

    def look(connection: sqlite3.Connection) -> Recall:
        """Read all of it at once."""
        kept = KeptStock(connection, roots).judged(judge.name, judge.now)
        return Recall(committed, kept)

    return with_index(records.repository.common_dir, look)


def keep(records: Records, judge: Judge, known: Known, verdicts: Iterable[Verdict]) -> None:
    """Keep the documents of HEAD, and verdicts about some of them.

    Those that are known are not read again. Raises CannotRun where git cannot tell.
    """
    repository, roots = records.repository, records.settings.roots
    tip = repository.head().oid
    said = [
        (each.path, each.blob, said_text(each.findings))
        for each in verdicts
        if not by_time(each.findings)
    ]

    def write(connection: sqlite3.Connection) -> None:
        """Write what is not there yet, if it will be there the next time."""
        if tip is not None and is_lasting(connection):
            kept = KeptStock(connection, roots)
            bring(kept, repository, roots, tip, known)
            kept.keep_verdicts(judge.name, judge.now, said)

    with_index(repository.common_dir, write)


def by_time(findings: Iterable[Finding]) -> bool:
    """Whether time alone could take one of these findings away."""
    return any(finding.code in _BY_TIME for finding in findings)
