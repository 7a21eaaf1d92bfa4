"""``sgm agents-md``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_plain
from sgm_git.cli.options import command
from sgm_git.cli.planned import do_planned
from sgm_git.errors import UsageError
from sgm_git.report.agents import plan_lines
from sgm_git.report.escape import visible
from sgm_git.workflows.agents.files import top_of
from sgm_git.workflows.agents.instructions import plan_instructions, plan_removal

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("agents-md", example="sgm agents-md\nsgm agents-md --check")
@click.option("--check", is_flag=True, help="Only say whether something is out of date.")
@click.option("--diff", "as_diff", is_flag=True, help="Show what would change, change nothing.")
@click.option("--remove", is_flag=True, help="Take out again what was put in.")
def agents_md(invocation: Invocation, *, check: bool, as_diff: bool, remove: bool) -> int:
    """Tell agents of the memory in AGENTS.md.

    Keeps a section between two marks at the end of the file, which is made if it is not there; a
    CLAUDE.md gets a line that leads there. What stands outside the marks is never touched. Stages
    and commits nothing. With --check or --diff it ends with status 1 where something would change.
    """
    if check and remove:
        raise UsageError("--check and --remove exclude each other")
    repository = open_plain(invocation)
    top = top_of(repository)
    plan = plan_removal(top) if remove else plan_instructions(top)
    invocation.say(*plan.notes)
    if as_diff:
        invocation.lines(plan_lines(plan, invocation.style), page=True)
    elif check:
        invocation.lines(visible(f"{change.path} is out of date") for change in plan.changes)
    else:
        do_planned(invocation, repository, plan)
        return 0
    return int(bool(plan.changes))
