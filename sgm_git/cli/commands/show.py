"""``sgm show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.errors import CannotRun
from sgm_git.report.effective import effective_rows
from sgm_git.report.record import record_lines
from sgm_git.witness.effective import effective_object
from sgm_git.workflows.knowing import know_one

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("show", example="sgm show dec-keep-datastore\nsgm show dec-x --rev HEAD~1 --json")
@click.argument("ref", metavar="ID")
@click.option("--rev", help="Show it as it was at this commit, branch or tag.")
@click.option("--json", "as_json", is_flag=True, help="Give the record itself, as declared.")
@click.option(
    "--effective", is_flag=True, help="Say what is known of its provenance, and how, by history."
)
def show(
    invocation: Invocation, ref: str, rev: str | None, *, as_json: bool, effective: bool
) -> int:
    """Show one record.

    ID may be root:id where several roots have it. With --effective each field of provenance is
    declared by the record or witnessed by git, which fills the gaps; with --json too it is
    {id, record, effective, witness}.
    """
    if effective:
        return _show_effective(invocation, ref, rev, as_json=as_json)
    entry = open_store(invocation).get(ref, rev=rev)
    if entry.record is None:
        raise CannotRun(f"{entry.path} cannot be read", hint=f"sgm check {entry.path}")
    if as_json:
        invocation.json(entry.record)
    else:
        lines = record_lines(entry.record, path=entry.path, style=invocation.style)
        invocation.lines(lines, page=True)
    return 0


def _show_effective(invocation: Invocation, ref: str, rev: str | None, *, as_json: bool) -> int:
    store = open_store(invocation)
    entry, found, notes = know_one(store.records, ref, int(invocation.now()), rev=rev)
    record = entry.record or {}
    if as_json:
        invocation.json(effective_object(record, found))
    else:
        rows = effective_rows(found)
        lines = record_lines(record, path=entry.path, style=invocation.style, provenance=rows)
        invocation.lines(lines, page=True)
    invocation.say(*notes)
    return 0
