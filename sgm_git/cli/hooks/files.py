"""For the pre-commit framework and its like, which own the index: judge, and change files alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import commit_time, open_here, staged_records
from sgm_git.cli.hooks.waiting import waiting
from sgm_git.errors import Refused
from sgm_git.report.hooks import files_line, gate_lines, refused_lines, told_lines
from sgm_git.store.records import Records
from sgm_git.store.settings import load_settings
from sgm_git.workflows.check import Selection, check
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.hooks.committing import gate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.check import CheckReport

_RANGE = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF")
_PUSHED = "PRE_COMMIT_LOCAL_BRANCH"  # said of every push, also of one whose range has no base


def run(invocation: Invocation, arguments: Sequence[str]) -> int:
    """Judge what is pushed or staged, as the framework says; other files as they are.

    Such are named where all files are to be looked at. Gives 0 to go on; else Refused's status,
    also where a file was changed: what is staged is not what it should be then.
    """
    repository = open_here(invocation)
    pushed = _pushed(invocation, repository)
    if pushed is not None:
        return _report(invocation, pushed)
    staged = {change.path for change in repository.staged_changes(repository.head().oid)}
    others = [path for path in arguments if path not in staged]
    statuses = []
    if staged:
        statuses.append(_judge_staged(invocation, repository))
    if others or not staged:
        statuses.append(_judge_files(invocation, repository, others))
    return max(statuses)


def _pushed(invocation: Invocation, repository: Repository) -> CheckReport | None:
    """Check the range that the framework names, or all that is pushed; None where nothing is."""
    base, tip = (os.environ.get(name) for name in _RANGE)
    now, branch = int(invocation.now()), os.environ.get(_PUSHED)
    if base and tip:
        return check_range(repository, (base, tip), now, Selection(allow_shallow=True))
    if branch:
        records = Records(repository, load_settings(repository), invocation.now)
        return check(records, now, Selection(rev=branch, allow_shallow=True))
    return None


def _judge_staged(invocation: Invocation, repository: Repository) -> int:
    records = staged_records(repository, invocation)
    with waiting() as progress:
        found = gate(records, commit_time(records), "files", progress)
    invocation.tell(gate_lines(found, invocation.error_style))
    if found.applied.paths and found.is_open:
        invocation.tell([files_line(found)])
    goes_on = found.is_open and not found.applied.paths
    return 0 if goes_on else Refused.exit_status


def _judge_files(invocation: Invocation, repository: Repository, paths: Sequence[str]) -> int:
    """Check files of the work tree that are records, or everything where none are named."""
    records = Records(repository, load_settings(repository, despite_head=True), invocation.now)
    chosen = [path for path in paths if records.settings.roots.root_of(path) is not None]
    if paths and not chosen:
        return 0
    selection = Selection(chosen, allow_shallow=True)
    return _report(invocation, check(records, records.now(), selection))


def _report(invocation: Invocation, found: CheckReport) -> int:
    style = invocation.error_style
    invocation.tell(told_lines(found.findings, found.notes, style))
    if not found.fails(strict=False):
        return 0
    invocation.tell(refused_lines(found.findings, style))
    return Refused.exit_status
