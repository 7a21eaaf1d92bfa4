"""``sgm rm``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("rm", example="sgm rm task-set-secrets")
@click.argument("ref", metavar="ID")
@change_options
def rm(invocation: Invocation, ref: str, **options: Unpack[ChangeOptions]) -> int:
    """Remove a record.

    Its history stays in git: sgm restore brings it back.
    """
    return change(invocation, options, ref, lambda t: t.remove(ref))
