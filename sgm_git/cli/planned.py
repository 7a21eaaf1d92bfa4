"""Carries out what a command has planned for files that agents read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.escape import visible
from sgm_git.workflows.agents.files import carry_out

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.agents.files import Plan


def do_planned(invocation: Invocation, repository: Repository, plan: Plan) -> None:
    """Write what is planned and say so, a line a file; raises as ``carry_out`` does."""
    invocation.lines(visible(each) for each in carry_out(repository, plan))
    if not plan.changes:
        invocation.say("nothing was written" if plan.unable else "nothing to do")
