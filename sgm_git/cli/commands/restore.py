"""``sgm restore``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change_options, write

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("restore", example="sgm restore dec-x --rev HEAD~3")
@click.argument("ref", metavar="ID")
@click.option("--rev", required=True, help="The commit, branch or tag to take it from.")
@change_options
def restore(invocation: Invocation, ref: str, rev: str, **options: Unpack[ChangeOptions]) -> int:
    """Bring a record back as it was at a revision.

    One that is gone is expected by all zeros.
    """
    store = open_store(invocation)
    past = store.get(ref, rev=rev)
    expect = options["expect"]
    return write(invocation, options, lambda t: t.restore(past, expect=expect), store)
