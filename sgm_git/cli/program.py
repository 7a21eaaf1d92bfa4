"""The ``sgm`` command itself: the global options, and the way to the others."""

from __future__ import annotations

import contextlib
import difflib

import click

from sgm_git import __version__
from sgm_git.cli.options import CONTEXT, global_options
from sgm_git.cli.registry import COMMANDS, load_command
from sgm_git.errors import CannotRun, UsageError

_EPILOG = """\b
Exit status: 0 fine, 1 findings, a conflict or a refused write, 2 usage, 3 cannot run here.
\b
Completion: eval "$(_SGM_COMPLETE=bash_source sgm)" in your shell's start-up file
(zsh_source and fish_source for the other shells)."""


class Program(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Give the names in the order of the registry."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """Give the command, imported; None for an unknown name."""
        return load_command(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but with the likely name for an unknown one."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            close = difflib.get_close_matches(args[0], COMMANDS, n=1)
            meant = f"; did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"there is no command {args[0]}{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        """Write the commands by group, without importing any."""
        for group in dict.fromkeys(entry.group for entry in COMMANDS.values()):
            with formatter.section(group):
                formatter.write_dl(
                    [(name, e.summary) for name, e in COMMANDS.items() if e.group == group]
                )


def _enter(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is None or context.resilient_parsing:
        return
    try:
        context.with_resource(contextlib.chdir(value))
    except OSError as error:
        raise CannotRun(f"cannot change to {value}: {error.strerror}") from error


def _version(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001  # click's signature
    if asked and not context.resilient_parsing:
        click.echo(f"sgm {__version__}")
        context.exit()


@click.pass_context
def _without_command(context: click.Context) -> int:
    """Say how to use it where no command is named."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
    return UsageError.exit_status


PROGRAM = Program(
    "sgm",
    callback=_without_command,
    invoke_without_command=True,
    params=[
        click.Option(
            ["-C", "directory"],
            metavar="DIR",
            callback=_enter,
            expose_value=False,
            is_eager=True,
            help="Run as if started in DIR.",
        ),
        *global_options(hidden=False),
        click.Option(
            ["--version"],
            is_flag=True,
            callback=_version,
            expose_value=False,
            is_eager=True,
            help="Print the version.",
        ),
    ],
    help="Shared memory for teams and their agents, kept as Markdown files in git.",
    epilog=_EPILOG,
    context_settings=CONTEXT,
    subcommand_metavar="COMMAND ...",
)
