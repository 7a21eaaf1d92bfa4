"""``sgm unset``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.arguments import pointer
from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("unset", example="sgm unset dec-x owner\nsgm unset dec-x annotations/2")
@click.argument("ref", metavar="ID")
@click.argument("place", metavar="POINTER")
@change_options
def unset(invocation: Invocation, ref: str, place: str, **options: Unpack[ChangeOptions]) -> int:
    """Remove a field of a record.

    What must be kept otherwise, such as a field that no schema knows, goes because you name it,
    and the commit says so.
    """
    tokens = pointer(place)
    return change(invocation, options, ref, lambda t: t.unset(ref, tokens))
