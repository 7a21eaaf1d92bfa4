"""``sgm agents``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli import terminal
from sgm_git.cli.opening import open_plain
from sgm_git.cli.options import CONTEXT, command, global_options
from sgm_git.cli.planned import do_planned
from sgm_git.errors import UsageError
from sgm_git.report.agents import (
    connection_lines,
    connections_object,
    lack_lines,
    plan_lines,
)
from sgm_git.report.escape import visible
from sgm_git.workflows.agents.connecting import BOTH, connections, plan_install, plan_uninstall
from sgm_git.workflows.agents.entries import AGENTS
from sgm_git.workflows.agents.files import top_of

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.agents.files import Plan

_NAME = click.Choice(list(AGENTS))


@command("install", example="sgm agents install claude\nsgm agents install codex --diff")
@click.argument("names", metavar="NAME...", nargs=-1, required=True, type=_NAME)
@click.option("--yes", is_flag=True, help="Write it without asking.")
@click.option("--diff", "--dry-run", "as_diff", is_flag=True, help="Show it, write nothing.")
@click.option("--no-hook", is_flag=True, help="Leave out what an agent runs when it begins.")
@click.option("--no-mcp", is_flag=True, help="Leave out the MCP server.")
def _install(
    invocation: Invocation,
    names: tuple[str, ...],
    *,
    yes: bool,
    as_diff: bool,
    no_hook: bool,
    no_mcp: bool,
) -> int:
    """Connect agents with the memory: claude, codex, cursor, copilot.

    Writes the MCP server and the hook that a session begins with into the files of the repository
    that an agent reads, shows first what would change and asks. What is there already stays as it
    is. Stages and commits nothing. Ends with status 1 where an agent could not be connected, and
    with --diff where something would change.
    """
    left_out = {"hook": no_hook, "mcp": no_mcp}
    if all(left_out.values()):
        raise UsageError(
            "--no-hook and --no-mcp leave nothing to install", hint="leave one of them out"
        )
    repository = open_plain(invocation)
    plan = plan_install(top_of(repository), names, [kind for kind in BOTH if not left_out[kind]])
    if not _is_wanted(invocation, plan, yes=yes, as_diff=as_diff):
        return 1
    do_planned(invocation, repository, plan)
    found = connections(top_of(repository))
    invocation.say(*lack_lines(each for each in found if each.agent in names))
    return int(bool(plan.unable))


def _is_wanted(invocation: Invocation, plan: Plan, *, yes: bool, as_diff: bool) -> bool:
    """Show a plan; tell whether it is to be carried out, which needs no asking for nothing."""
    invocation.say(*plan.notes)
    invocation.tell(map(visible, plan.unable))
    invocation.lines(plan_lines(plan, invocation.style), page=as_diff)
    return not plan.changes or (not as_diff and (yes or _agreed(invocation)))


def _agreed(invocation: Invocation) -> bool:
    """Ask whoever is there; raises UsageError where nobody is."""
    if not terminal.is_interactive():
        raise UsageError(
            "nothing was written: nobody is there to ask", hint="--yes writes what is shown"
        )
    is_agreed = terminal.ask("write this?", "yn") == "y"
    invocation.say(*([] if is_agreed else ["nothing was written"]))
    return is_agreed


@command("uninstall", example="sgm agents uninstall claude")
@click.argument("names", metavar="NAME...", nargs=-1, required=True, type=_NAME)
@click.option("--yes", is_flag=True, help="Take it out without asking.")
@click.option("--diff", "--dry-run", "as_diff", is_flag=True, help="Show it, write nothing.")
def _uninstall(invocation: Invocation, names: tuple[str, ...], *, yes: bool, as_diff: bool) -> int:
    """Take out what connects agents.

    Takes out what install wrote, shows first what would change and asks. An entry that a person
    wrote, or made something else of, is theirs: it is named and stays, and so does all else in
    these files. With --diff it ends with status 1 where something would change.
    """
    repository = open_plain(invocation)
    plan = plan_uninstall(top_of(repository), names)
    if not _is_wanted(invocation, plan, yes=yes, as_diff=as_diff):
        return 1
    do_planned(invocation, repository, plan)
    return 0


@command("status", example="sgm agents status")
@click.option("--json", "as_json", is_flag=True, help="Give what was found as JSON.")
def _status(invocation: Invocation, *, as_json: bool) -> int:
    """Say which agents are connected.

    Ends with status 1 where a file cannot be read, or what is connected cannot be started here.
    """
    found = connections(top_of(open_plain(invocation)))
    if as_json:
        invocation.json(connections_object(found))
    else:
        invocation.lines(connection_lines(found, invocation.style))
        invocation.say(*lack_lines(found))
    return int(any(each.stand == "broken" or each.lacks for each in found))


@click.pass_context
def _without_command(context: click.Context) -> int:
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
    return UsageError.exit_status


agents = click.Group(
    "agents",
    commands=[_install, _uninstall, _status],
    callback=_without_command,
    invoke_without_command=True,
    params=global_options(hidden=True),
    help="Connect agents with the memory, and say how they stand.",
    epilog="\b\nExample:\n  sgm agents install claude\n  sgm agents status",
    context_settings=CONTEXT,
    subcommand_metavar="install | uninstall | status",
)
