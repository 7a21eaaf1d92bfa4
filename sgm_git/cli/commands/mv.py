"""``sgm mv``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("mv", example="sgm mv dec-x memory/decision/2026/dec-x.md")
@click.argument("ref", metavar="ID")
@click.argument("path")
@change_options
def mv(invocation: Invocation, ref: str, path: str, **options: Unpack[ChangeOptions]) -> int:
    """Move a record's file; its id stays.

    PATH counts from the top of the repository.
    """
    return change(invocation, options, ref, lambda t: t.move(ref, path))
