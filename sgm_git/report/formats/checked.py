"""What every format tells of a check, or of a review: the findings, with what they are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.findings import Severity, gravity
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sgm_git.findings import Finding

_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
_COUNTED = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "infos"}
_HOME = ".sgm/config.toml"  # a finding about the whole store needs a file to stand in


def _unknown(_: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Checked:
    """A check's findings, in the order of their places, and their ``summary``, as numbers.

    A ``strict`` check fails on warnings too. ``command`` is what made it: check or review.
    ``source`` gives the text at a path in which the findings' places count; empty where nobody
    knows it.
    """

    findings: Sequence[Finding]
    summary: Mapping[str, int]
    strict: bool = False
    command: str = "check"
    source: Callable[[str], str] = _unknown

    def fails_on(self, finding: Finding) -> bool:
        """Whether a finding lets the check fail."""
        failing = (Severity.ERROR, Severity.WARNING) if self.strict else (Severity.ERROR,)
        return finding.severity in failing


@dataclass(frozen=True, slots=True)
class Notice:
    """What should be looked at in a file though no rule is broken; texts may be a record's.

    ``is_grave``: something is wrong, which weighs as much as a warning.
    """

    path: str
    title: str
    text: str
    is_grave: bool = False


def summary_of(records: int, findings: Sequence[Finding]) -> dict[str, int]:
    """Give a summary: how many records there are, and how many findings of each weight."""
    found = [finding.severity for finding in findings]
    return {"records": records} | {word: found.count(each) for each, word in _COUNTED.items()}


def by_weight(findings: Sequence[Finding]) -> list[Finding]:
    """Give the findings with the most important first: errors, of them secrets, then losses."""
    return sorted(findings, key=lambda f: (_WEIGHT[f.severity], gravity(f.code), f.sort_key))


def file_of(finding: Finding) -> str:
    """Give the path that a finding is shown at; of one about the whole store the configuration."""
    return masked(finding.path) if finding.path not in ("", ".") else _HOME


def line_of(finding: Finding) -> int:
    """Give the line that a finding is shown at, 1-based."""
    return 1 if finding.span is None else finding.span.line


def said(finding: Finding) -> str:
    """Give the message as one line in which nothing acts on whoever shows it."""
    return visible(finding.message)


def numbered(findings: Sequence[Finding]) -> Mapping[int, str]:
    """Give each finding, by its place in the list, a fingerprint that no other one has.

    It stays the same when lines around it move; only several that say the very same are counted.
    """
    seen: dict[str, int] = {}
    found: dict[int, str] = {}
    for place, finding in enumerate(findings):
        print_ = finding.fingerprint
        seen[print_] = seen.get(print_, 0) + 1
        found[place] = print_ if seen[print_] == 1 else f"{print_}-{seen[print_]}"
    return found
