"""``sgm rename``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("rename", example="sgm rename dec-x dec-keep-datastore")
@click.argument("old")
@click.argument("new")
@change_options
def rename(invocation: Invocation, old: str, new: str, **options: Unpack[ChangeOptions]) -> int:
    """Give a record another id, and mend the links to it.

    The old id stays among the record's aliases and goes on naming it.
    """
    return change(invocation, options, old, lambda t: t.rename(old, new))
