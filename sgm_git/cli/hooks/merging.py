"""pre-merge-commit: judge the records that a merge without conflicts is about to commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import commit_time, open_here, staged_records
from sgm_git.cli.hooks.waiting import waiting
from sgm_git.errors import Refused
from sgm_git.report.hooks import gate_lines
from sgm_git.workflows.hooks.committing import gate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation

_TAKEN = "sgm: git has taken the merge without that: git commit completes it"


def run(invocation: Invocation, _arguments: Sequence[str]) -> int:
    """Give 0 to let the merge be committed, Refused's status to stop it; say why.

    git has made the merge's tree before it asks: what is changed in the index now is not in it. So
    the merge stops there, and is committed as any other that a person completes.
    """
    records = staged_records(open_here(invocation), invocation)
    with waiting() as progress:
        found = gate(records, commit_time(records), "index", progress)
    invocation.tell(gate_lines(found, invocation.error_style))
    if not found.is_open:
        return Refused.exit_status
    if found.verdict.amendments:
        invocation.tell([_TAKEN])
        return Refused.exit_status
    return 0
