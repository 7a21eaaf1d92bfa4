"""Runs a command line and turns whatever comes of it into an exit status (DESIGN section 11)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from sgm_git.cli import failing
from sgm_git.cli.frame import framed
from sgm_git.cli.invocation import Invocation
from sgm_git.cli.program import PROGRAM
from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.errors import SgmError


def run(arguments: Sequence[str]) -> int:
    """Run the command line; give the exit status. Prints errors, raises none."""
    if "_SGM_COMPLETE" in os.environ:
        PROGRAM.main(list(arguments), prog_name="sgm")
    invocation = Invocation()
    return framed(lambda: _invoke(arguments, invocation), invocation, _known)


def _invoke(arguments: Sequence[str], invocation: Invocation) -> int:
    try:
        with PROGRAM.make_context("sgm", list(arguments), obj=invocation) as context:
            status: int = PROGRAM.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    return status


def _known(error: Exception) -> SgmError:
    if isinstance(error, click.ClickException):
        return _usage_error(error)
    return failing.known(error)


def _usage_error(error: click.ClickException) -> UsageError:
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context is not None else "sgm"
    return UsageError(error.format_message().rstrip("."), hint=f"see {path} --help")
