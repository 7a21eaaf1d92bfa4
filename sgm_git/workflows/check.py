"""Checks records as they stand in the work tree, in the index, or at a revision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_config, check_stock
from sgm_git.errors import UsageError
from sgm_git.findings import Severity
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.workflows.survey import State, survey

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.findings import Finding
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
    oid = None if rev is None else records.repository.resolve(rev)
    found = survey(State(records, staged, oid), policy, lambda path: is_below(path, paths))
    seen = [brief.path for brief in found.stock.briefs]
    refuse_strangers(paths, records, seen)
    findings = [*found.findings, *check_stock(found.stock)]
    findings += check_config(records.settings.problems, policy, records.settings.text)
    chosen = [finding for finding in findings if is_below(finding.path, paths)]
    number = sum(is_below(path, paths) for path in seen)
    return CheckReport(tuple(sorted(chosen, key=lambda f: f.sort_key)), number)


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
