"""Checks records as they stand in the work tree, in the index, or at a revision."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_config, check_stock
from sgm_git.errors import UsageError
from sgm_git.findings import Severity
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.store.index.verdicts import findings_from, said_text
from sgm_git.store.recall import Judge, by_time, keep, recall
from sgm_git.store.seal import sealed
from sgm_git.workflows.crosscheck import crosscheck
from sgm_git.workflows.survey import State, survey

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.store.records import Records


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All findings of a run, in order, and over how many documents it went.

    ``accepted`` findings are closed by hand and not among them; ``notes`` are for a person.
    """

    findings: tuple[Finding, ...]
    records: int
    accepted: int = 0
    notes: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """How many findings weigh that much."""
        return sum(finding.severity is severity for finding in self.findings)

    def fails(self, *, strict: bool) -> bool:
        """Whether the run fails: on errors, under ``strict`` on warnings too."""
        worst = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
        return any(finding.severity in worst for finding in self.findings)

    @property
    def cannot_tell(self) -> bool:
        """Whether the only error is that history is cut."""
        errors = {each.code for each in self.findings if each.severity is Severity.ERROR}
        return errors == {"P313"}

    def text(self) -> str:
        """All of it as text, for ``report_from``."""
        by_path = groupby(self.findings, key=lambda finding: finding.path)
        told = [(path, said_text(found)) for path, found in by_path]
        return json.dumps([told, self.records, self.accepted, self.notes])


def report_from(text: str) -> CheckReport:
    """Read a report; raises one of ``NONSENSE`` for what is none."""
    told, records, accepted, notes = json.loads(text)
    findings = [each for path, said in told for each in findings_from(path, said)]
    return CheckReport(tuple(findings), int(records), int(accepted), tuple(map(str, notes)))


@dataclass(frozen=True, slots=True)
class Selection:
    """What is checked: all documents of a state, or those at and below ``paths``.

    ``paths`` are relative to the top, with slashes. The state is that of the work tree, of the
    index (``staged``) or of the commit ``rev``. ``author`` would complete new records (S213);
    with ``allow_shallow`` it is no error that history is cut.
    """

    paths: Sequence[str] = ()
    staged: bool = False
    rev: str | None = None
    author: str | None = None
    allow_shallow: bool = False

    def holds(self, path: str) -> bool:
        """Whether a path is among them."""
        return is_below(path, self.paths)


EVERYTHING = Selection()


def check(records: Records, now: int, selection: Selection = EVERYTHING) -> CheckReport:
    """Check records by themselves, together and against history.

    ``now`` is in seconds since the epoch. Records that are not selected are read for what concerns
    several of them (ids, links). Raises UsageError for a path below which there is no record,
    CannotRun where git cannot tell.
    """
    policy = replace(records.settings.policy(now), author=selection.author)
    judge = Judge.by(policy)
    if selection.staged or selection.rev is not None:
        return _check(records, policy, judge, selection)[0]
    seal = sealed(records, judge, repr(selection))
    report = None if seal is None else seal.read(report_from)
    if report is None:
        report, lasts = _check(records, policy, judge, selection)
        if seal is not None and lasts:
            seal.keep(report.text())
    return report


def _check(
    records: Records, policy: CheckPolicy, judge: Judge, selection: Selection
) -> tuple[CheckReport, bool]:
    """Give the report, and whether it will be the same as long as nothing changes but the time."""
    oid = None if selection.rev is None else records.repository.resolve(selection.rev)
    state = State(records, selection.staged, oid)
    known = recall(records, judge) if oid is None else None
    found = survey(state, policy, selection.holds, known)
    seen = [brief.path for brief in found.stock.briefs]
    refuse_strangers(selection.paths, records, seen)
    findings = [*found.findings, *check_stock(found.stock)]
    findings += check_config(records.settings.problems, policy, records.settings.text)
    chosen = [finding for finding in findings if selection.holds(finding.path)]
    allow_shallow = selection.allow_shallow
    now = policy.now.seconds
    past = crosscheck(state, found, now, selection.holds, allow_shallow=allow_shallow)
    told = sorted([*chosen, *past.findings], key=lambda finding: finding.sort_key)
    if known is not None:
        keep(records, judge, found.as_stored, found.verdicts)
    number = sum(map(selection.holds, seen))
    report = CheckReport(tuple(told), number, past.accepted, past.notes)
    return report, past.is_lasting and not found.converted and not by_time(told)


def refuse_strangers(paths: Iterable[str], records: Records, seen: Iterable[str]) -> None:
    """Raise UsageError for a path that was mistyped: neither record, nor root, nor setting.

    ``seen`` are the paths of all documents.
    """
    known = [*seen, CONFIG_PATH, *records.settings.roots.prefixes]
    for path in paths:
        if not any(is_below(each, (path,)) for each in known):
            raise UsageError(
                f"no record lies at or below {path}",
                hint="roots and what they ignore stand in .sgm/config.toml",
            )


def is_below(path: str, folders: Sequence[str]) -> bool:
    """Whether a path is one of the folders or files, or lies below one; none means all."""
    return not folders or any(
        folder in ("", ".") or path == folder or path.startswith(f"{folder.rstrip('/')}/")
        for folder in folders
    )
