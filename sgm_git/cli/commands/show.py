"""``sgm show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.errors import CannotRun
from sgm_git.report.effective import effective_rows
from sgm_git.report.record import record_lines
from sgm_git.report.standing import standing_line, standing_lines
from sgm_git.witness.effective import effective_object
from sgm_git.witness.reading import Reading, Review
from sgm_git.witness.standing import Circumstances, taken
from sgm_git.witness.trust import Trust
from sgm_git.workflows.knowing import know_one

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.entry import Entry


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

    ID may be root:id where several roots have it. How it must be read - its standing, whether it
    was reviewed, and how far git bears it out - is said on standard error.

    With --effective each field of provenance is declared by the record or witnessed by git, which
    fills the gaps; with --json too it is {id, record, effective, witness}.
    """
    if effective:
        return _show_effective(invocation, ref, rev, as_json=as_json)
    store = open_store(invocation)
    entry = store.get(ref, rev=rev)
    if entry.record is None:
        raise CannotRun(f"{entry.path} cannot be read", hint=f"sgm check {entry.path}")
    if as_json:
        invocation.json(entry.record)
    else:
        lines = record_lines(entry.record, path=entry.path, style=invocation.style)
        invocation.lines(lines, page=True)
    if rev is None:
        _tell_standing(invocation, store, entry.ref)
    else:
        _tell_past(invocation, store, entry, rev)
    return 0


def _tell_standing(invocation: Invocation, store: Store, ref: str) -> None:
    """Say how the record must be read."""
    try:
        with store.reading() as reader:
            reading = reader.get(ref)
            former = [each for each in reader.reviewed_versions() if _is_of(each, reading)]
            invocation.say(*standing_lines(reading), *reader.notes)
            invocation.say(*(f"as reviewed: {standing_line(each)}" for each in former))
    except CannotRun as error:
        invocation.say(f"how it must be read cannot be told: {error.message}")


def _tell_past(invocation: Invocation, store: Store, entry: Entry, rev: str) -> None:
    """Say how the record must be read by its own words: others and git are not asked about it."""
    record = entry.record or {}
    here = Circumstances(int(invocation.now()), stale_after=store.config.stale_after)
    place = entry.root.path, entry.path, entry.blob
    reading = Reading(record, *place, taken(record, here), Review.UNKNOWN, Trust.UNKNOWN)
    now = f"by its own words at {rev}; sgm show {entry.id} says how it must be read now"
    invocation.say(standing_line(reading), now)


def _is_of(former: Reading, reading: Reading) -> bool:
    return (former.root, former.id) == (reading.root, reading.id)


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
