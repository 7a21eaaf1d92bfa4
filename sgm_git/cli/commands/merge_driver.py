"""``sgm merge-driver``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.merge_door import merge
from sgm_git.cli.options import command

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("merge-driver", example="sgm merge-driver %O %A %B %L %P")
@click.argument("arguments", metavar="BASE OURS THEIRS SIZE PATH", nargs=-1)
def merge_driver(invocation: Invocation, arguments: tuple[str, ...]) -> int:
    """Merge one file for git, field by field.

    sgm init tells git to start it for records that both sides changed. What comes of it is written
    over OURS: with markers around what only a person can settle, and status 1 then. A file that is
    no record is merged as text. It ends above 128 where it cannot merge.
    """
    return merge(invocation, arguments)
