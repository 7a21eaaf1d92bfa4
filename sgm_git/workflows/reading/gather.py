"""Goes over documents for what reading needs of each, once; they are let go as they come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from sgm_git.checks.brief import brief_of
from sgm_git.checks.run import check_document
from sgm_git.policy.config import ChecksConfig, Config
from sgm_git.record.value import dumps, loads
from sgm_git.store.subjects import subject_of
from sgm_git.witness.facts import facts_of
from sgm_git.witness.trust import disputing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.settings import Settings
    from sgm_git.witness.facts import Facts


@dataclass(frozen=True, slots=True)
class Document:
    """One document in short.

    ``text`` is its record as JSON, None where it cannot be read, for ``why``. ``wrong`` are the
    findings about the document itself that dispute it. ``meaning`` is ``Facts.meaning``.
    """

    path: str
    root: str
    blob: str
    text: bytes | None
    why: str = ""
    wrong: tuple[Finding, ...] = ()
    meaning: str = ""

    @property
    def record(self) -> JsonObject:
        """The record, as declared; raises ValueError where it cannot be read."""
        if self.text is None:
            raise ValueError(self.why)
        return cast("JsonObject", loads(self.text.decode("ascii")))


@dataclass(frozen=True, slots=True)
class Gathered:
    """Documents in short, by path, and what history needs to know of them.

    ``facts`` are by blob, None of one that cannot be read.
    """

    documents: dict[str, Document] = field(default_factory=dict)
    briefs: list[Brief] = field(default_factory=list)
    facts: dict[str, Facts | None] = field(default_factory=dict)

    @property
    def blobs(self) -> dict[str, str]:
        """The blob of every document that history can be asked about, by path."""
        return {path: each.blob for path, each in self.documents.items() if each.blob}


def reading_policy(settings: Settings, now: int) -> CheckPolicy:
    """What readers hold records against: every code counts, whatever is silenced (DESIGN 1).

    ``now`` is in seconds since the epoch.
    """
    tolerance = settings.config.checks.tolerance
    config = Config(checks=ChecksConfig(tolerance=tolerance))
    return replace(settings.policy(now), config=config)


def gather(entries: Iterable[Entry], policy: CheckPolicy) -> Gathered:
    """Take documents in short. Links are none."""
    found = Gathered()
    for entry in entries:
        if entry.is_link:
            continue
        subject = subject_of(entry)
        document = _document(entry, subject, policy)
        found.documents[entry.path] = document
        found.briefs.append(brief_of(subject))
        if entry.blob:
            found.facts[entry.blob] = None if entry.record is None else facts_of(entry.record)
    return found


def _document(entry: Entry, subject: Subject, policy: CheckPolicy) -> Document:
    record = entry.record
    if record is None:
        why = next((each.message for each in entry.faults), "it cannot be read")
        return Document(entry.path, entry.root.path, entry.blob, None, why)
    wrong = tuple(disputing(check_document(subject, policy)))
    text = dumps(record, ascii=True).encode("ascii")
    meaning = facts_of(record).meaning
    return Document(entry.path, entry.root.path, entry.blob, text, "", wrong, meaning)
