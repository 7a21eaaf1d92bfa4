"""``sgm set``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.arguments import assignment
from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.transaction import Transaction


class SetOptions(ChangeOptions):
    """The options of ``sgm set``."""

    consent: bool


@command(
    "set",
    example='sgm set dec-x title="Keep the datastore" priority:=2\n'
    "sgm set dec-x annotations/0/value=accepted",
)
@click.argument("ref", metavar="ID")
@click.argument("assignments", metavar="POINTER=VALUE...", nargs=-1, required=True)
@click.option("--consent", is_flag=True, help="Change even created_at, agent or origin.")
@change_options
def set_fields(
    invocation: Invocation, ref: str, assignments: tuple[str, ...], **options: Unpack[SetOptions]
) -> int:
    """Set fields of a record.

    POINTER=VALUE sets a text, POINTER:=JSON any value. A pointer names fields from the top, its
    leading slash may be left out; - as its last part adds to a list.
    """
    changes = [assignment(text) for text in assignments]

    def act(transaction: Transaction) -> None:
        """Set all of them, in order."""
        for place, value in changes:
            transaction.set(ref, place, value, consent=options["consent"])

    return change(invocation, options, ref, act)
