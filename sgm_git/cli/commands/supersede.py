"""``sgm supersede``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options
from sgm_git.workflows import superseding

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.transaction import Transaction


@command("supersede", example="sgm supersede dec-keep-datastore dec-move-datastore")
@click.argument("old")
@click.argument("new")
@change_options
def supersede(invocation: Invocation, old: str, new: str, **options: Unpack[ChangeOptions]) -> int:
    """Let one record take the place of another.

    OLD is history from then on. It gets the annotation superseded_by and, where it is a rule or a
    decision, the status superseded; NEW gets supersedes. --expect is about OLD.
    """
    notes = []

    def act(transaction: Transaction) -> None:
        """Do it, and see what a person may not have meant."""
        superseding.supersede(transaction, old, new)
        apart = superseding.types_apart(transaction, old, new)
        notes.extend([] if apart is None else [apart])
        if superseding.is_proposed(transaction, new):
            notes.append(f"{new} is only proposed: nothing holds in the place of {old} yet")

    status = change(invocation, options, old, act)
    invocation.say(*notes)
    return status
