"""``sgm show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.errors import CannotRun
from sgm_git.report.record import record_lines

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("show", example="sgm show dec-keep-datastore\nsgm show dec-x --rev HEAD~1 --json")
@click.argument("ref", metavar="ID")
@click.option("--rev", help="Show it as it was at this commit, branch or tag.")
@click.option("--json", "as_json", is_flag=True, help="Give the record itself, as declared.")
def show(invocation: Invocation, ref: str, rev: str | None, *, as_json: bool) -> int:
    """Show one record.

    ID may be root:id where several roots have it.
    """
    entry = open_store(invocation).get(ref, rev=rev)
    if entry.record is None:
        raise CannotRun(f"{entry.path} cannot be read", hint=f"sgm check {entry.path}")
    if as_json:
        invocation.json(entry.record)
    else:
        lines = record_lines(entry.record, path=entry.path, style=invocation.style)
        invocation.lines(lines, page=True)
    return 0
