"""pre-commit: judge the staged records, and keep them in order."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.cli import signals
from sgm_git.cli.hooks.opening import commit_time, open_here, staged_records
from sgm_git.cli.hooks.waiting import waiting
from sgm_git.errors import Refused
from sgm_git.report.hooks import gate_lines
from sgm_git.workflows.hooks.carrying import carry_what_is_left
from sgm_git.workflows.hooks.committing import gate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.hooks.committing import Writes

_JUDGED = "SGM_JUDGED"


def run(invocation: Invocation, _arguments: Sequence[str]) -> int:
    """Give 0 to let the commit go on, Refused's status to stop it; say why.

    A commit of our own says in ``SGM_JUDGED`` which tree was judged already, with more knowledge
    of what was meant. Where a hook before this one has changed that, it is judged again, but not
    written to: the writer would not know.
    """
    repository = open_here(invocation)
    judged = os.environ.get(_JUDGED)
    if judged and repository.staged_tree() == judged:
        return 0
    records = staged_records(repository, invocation)
    carry_what_is_left(repository)
    with waiting() as progress:
        writes: Writes = "nothing" if judged else "index"
        found = gate(records, commit_time(records), writes, progress, signals.hold)
    invocation.tell(gate_lines(found, invocation.error_style))
    return 0 if found.is_open else Refused.exit_status
