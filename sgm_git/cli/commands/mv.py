"""``sgm mv``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options, write
from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


class MoveOptions(ChangeOptions):
    """The options of ``sgm mv``."""

    layout: bool


_EXAMPLE = """\
sgm mv dec-x memory/decision/2026/dec-x.md
sgm mv --layout"""


@command("mv", example=_EXAMPLE)
@click.argument("ref", metavar="ID", required=False)
@click.argument("path", required=False)
@click.option("--layout", is_flag=True, help="Move every record to where its root's layout says.")
@change_options
def mv(
    invocation: Invocation, ref: str | None, path: str | None, **options: Unpack[MoveOptions]
) -> int:
    """Move a record's file; its id stays.

    PATH counts from the top of the repository. With --layout instead: all records that do not
    lie where .sgm/config.toml puts them, in one commit.
    """
    if options["layout"]:
        if ref is not None or options["expect"] is not None:
            raise UsageError("--layout moves all records", hint="sgm mv ID PATH moves one")
        return write(invocation, options, lambda t: t.relayout())
    if ref is None or path is None:
        raise UsageError("sgm mv needs an ID and a PATH", hint="or --layout, for all records")
    return change(invocation, options, ref, lambda t: t.move(ref, path))
