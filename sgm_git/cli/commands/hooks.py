"""``sgm hooks``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.hook_door import run_hook
from sgm_git.cli.opening import open_plain
from sgm_git.cli.options import CONTEXT, command, global_options
from sgm_git.errors import UsageError
from sgm_git.report.escape import visible
from sgm_git.report.hook_status import hooks_lines, hooks_object
from sgm_git.workflows.hooks.status import hooks_status
from sgm_git.workflows.merging.joining import join, leave

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.hooks.installing import Changes


@command("install", example="sgm hooks install")
def _install(invocation: Invocation) -> int:
    """Have git judge records before each commit and push, and merge them field by field.

    A hook that is there already is kept and runs first. Where husky, lefthook, pre-commit or prek
    keeps the hooks, it is told to run these. In a bare repository: the gate of a server. Done
    before: nothing is changed.
    """
    changes = join(open_plain(invocation))
    _show(invocation, changes, "nothing to do: the hooks are there")
    return 0


@command("uninstall", example="sgm hooks uninstall")
def _uninstall(invocation: Invocation) -> int:
    """Take hooks and merge driver away; what was there before stands there again, as it was."""
    changes = leave(open_plain(invocation))
    _show(invocation, changes, "nothing to do: there are no hooks of sgm here")
    return 0


@command("status", example="sgm hooks status")
@click.option("--json", "as_json", is_flag=True, help="Give what was found as JSON.")
def _status(invocation: Invocation, *, as_json: bool) -> int:
    """Say which hooks are live, by what git would really run.

    Ends with status 1 where one is not, or where they find no sgm.
    """
    status = hooks_status(open_plain(invocation))
    if as_json:
        invocation.json(hooks_object(status))
    else:
        invocation.lines(hooks_lines(status, invocation.style))
    return int(not status.are_live)


@click.command(
    "run",
    context_settings=CONTEXT | {"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("arguments", metavar="NAME [ARG]...", nargs=-1, type=click.UNPROCESSED)
@click.pass_obj
def _run(invocation: Invocation, arguments: tuple[str, ...]) -> int:
    """Do what a hook does, with git's own ARGs.

    The installed hooks call it. NAME is theirs, or files: for tools that own the index.
    """
    return run_hook(invocation, arguments)


@click.pass_context
def _without_command(context: click.Context) -> int:
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
    return UsageError.exit_status


def _show(invocation: Invocation, changes: Changes, nothing: str) -> None:
    invocation.lines(visible(each) for each in changes.done)
    invocation.say(*changes.to_do)
    if not (changes.done or changes.to_do):
        invocation.say(nothing)


hooks = click.Group(
    "hooks",
    commands=[_install, _uninstall, _status, _run],
    callback=_without_command,
    invoke_without_command=True,
    params=global_options(hidden=True),
    help="Install git's hooks, and say how they stand.",
    epilog="\b\nExample:\n  sgm hooks install\n  sgm hooks status",
    context_settings=CONTEXT,
    subcommand_metavar="install | uninstall | status | run",
)
