"""Checks records as they stand in the work tree, in the index, or at a revision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_config, check_document, check_store
from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.errors import UsageError
from sgm_git.findings import Severity
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record.pointer import parse
from sgm_git.store.consents import remembered
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All findings of a run, in order, and over how many documents it went."""

    findings: tuple[Finding, ...]
    records: int

    def count(self, severity: Severity) -> int:
        """How many findings weigh that much."""
        return sum(finding.severity is severity for finding in self.findings)

    def fails(self, *, strict: bool) -> bool:
        """Whether the run fails: on errors, under ``strict`` on warnings too."""
        worst = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
        return any(finding.severity in worst for finding in self.findings)


def check(
    records: Records,
    now: int,
    paths: Sequence[str] = (),
    *,
    staged: bool = False,
    rev: str | None = None,
    author: str | None = None,
) -> CheckReport:
    """Check every record, or those at and below ``paths`` (relative to the top, with slashes).

    ``now`` is in seconds since the epoch; ``author`` would complete new records (S213). Records
    elsewhere are read for what concerns several of them (ids, links). Raises UsageError for a
    path below which there is no record.
    """
    policy = replace(records.settings.policy(now), author=author)
    entries = list(records.entries(rev=rev, staged=staged))
    if rev is None:
        subjects = beside_head(records, entries, staged=staged)
    else:
        subjects = [subject_of(entry) for entry in entries]
    refuse_strangers(paths, records, subjects)
    wanted = [subject for subject in subjects if is_below(subject.path, paths)]
    findings = list(check_store(subjects, policy))
    for subject in wanted:
        findings += check_document(subject, policy)
    findings += check_config(records.settings.problems, policy, records.settings.text)
    chosen = [finding for finding in findings if is_below(finding.path, paths)]
    return CheckReport(tuple(sorted(chosen, key=lambda f: f.sort_key)), len(wanted))


def refuse_strangers(paths: Iterable[str], records: Records, subjects: Sequence[Subject]) -> None:
    """Raise UsageError for a path that was mistyped: neither record, nor root, nor setting."""
    known = [subject.path for subject in subjects]
    known += [CONFIG_PATH, *records.settings.roots.prefixes]
    for path in paths:
        if not any(is_below(each, (path,)) for each in known):
            raise UsageError(
                f"no record lies at or below {path}",
                hint="roots and what they ignore stand in .sgm/config.toml",
            )


def beside_head(
    records: Records, entries: Sequence[Entry], *, staged: bool = False
) -> list[Subject]:
    """Subjects that know what HEAD has at their path: nothing, the same, or another record.

    Of the work tree's it is asked too what they lost since (K), but for what was consented to
    here; not while a merge is unfinished, for then HEAD is but one of two sides.
    """
    committed = records.committed()
    changed = [entry for entry in entries if committed.get(entry.path, entry.blob) != entry.blob]
    oids = [committed[entry.path] for entry in changed]
    contents = records.repository.read_blobs(oids, limit=STANDARD.document)
    before = {
        entry.path: read(data).document for entry, (_, data) in zip(changed, contents, strict=True)
    }
    asks = not staged and records.repository.unfinished() is None
    given = remembered(records.repository.git_dir) if asks and changed else {}
    return [
        subject_of(
            entry,
            is_new=entry.path not in committed,
            previous=document.record if (document := before.get(entry.path)) else None,
            allowed=_allowed(entry, given.get(committed.get(entry.path, ""), ())) if asks else None,
        )
        for entry in entries
    ]


def _allowed(entry: Entry, given: Iterable[Consent]) -> tuple[Pointer, ...]:
    """What an entry may have lost, by consents to the blob that HEAD has of it."""
    return tuple(parse(consent.pointer) for consent in given if consent.id == entry.id)


def is_below(path: str, folders: Sequence[str]) -> bool:
    """Whether a path is one of the folders or files, or lies below one; none means all."""
    return not folders or any(
        folder in ("", ".") or path == folder or path.startswith(f"{folder.rstrip('/')}/")
        for folder in folders
    )
