"""``sgm show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.cli.reviewed import (
    former_lines,
    former_versions,
    removed,
    removed_lines,
    trusted_name,
)
from sgm_git.errors import CannotRun, NoSuchRecord
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
    from sgm_git.record.value import JsonObject
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
    was reviewed, and how far git bears it out - is said on standard error. Of a record that was
    removed here, but is reviewed, the reviewed text is shown.

    With --effective each field of provenance is declared by the record or witnessed by git, which
    fills the gaps; with --json too it is {id, record, effective, witness}.
    """
    if effective:
        return _show_effective(invocation, ref, rev, as_json=as_json)
    store = open_store(invocation)
    try:
        entry = store.get(ref, rev=rev)
    except NoSuchRecord:
        if rev is None and _show_removed(invocation, store, ref, as_json=as_json):
            return 0
        raise
    if entry.record is None:
        raise CannotRun(f"{entry.path} cannot be read", hint=f"sgm check {entry.path}")
    _show_record(invocation, entry.record, entry.path, as_json=as_json)
    if rev is None:
        _tell_standing(invocation, store, entry.ref)
    else:
        _tell_past(invocation, store, entry, rev)
    return 0


def _show_record(invocation: Invocation, record: JsonObject, path: str, *, as_json: bool) -> None:
    if as_json:
        invocation.json(record)
    else:
        lines = record_lines(record, path=path, style=invocation.style)
        invocation.lines(lines, page=True)


def _show_removed(invocation: Invocation, store: Store, ref: str, *, as_json: bool) -> bool:
    """Show what is reviewed of a record that was removed here; whether there is one."""
    try:
        with store.reading() as reader:
            with patience(invocation):
                reader.begin()
            found = removed(reader, ref)
            for each in found:
                _show_record(invocation, each.record, each.path, as_json=as_json)
                invocation.say(
                    *standing_lines(each), *removed_lines(each, trusted_name(store, reader))
                )
            invocation.say(*(reader.notes if found else ()))
    except CannotRun:
        return False  # that there is no such record is told instead
    return bool(found)


def _tell_standing(invocation: Invocation, store: Store, ref: str) -> None:
    """Say how the record must be read."""
    try:
        with store.reading() as reader:
            with patience(invocation):
                reader.begin()
            reading = reader.get(ref)
            former = former_versions(reader, reading)
            invocation.say(*standing_lines(reading), *reader.notes)
            if former:
                name = trusted_name(store, reader)
                invocation.say(*(line for each in former for line in former_lines(each, name)))
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


def _show_effective(invocation: Invocation, ref: str, rev: str | None, *, as_json: bool) -> int:
    store = open_store(invocation)
    with patience(invocation):
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
