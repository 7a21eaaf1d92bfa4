"""``sgm list``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.filters import FilterOptions, filter_options, filters
from sgm_git.cli.listing import show_items
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.report.listing import SORTABLE, list_item, list_object, sorted_items
from sgm_git.store.query import declaring
from sgm_git.workflows.knowing import Knowledge, know_if_possible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry


class ListOptions(FilterOptions):
    """The options of ``sgm list``."""

    rev: str | None
    sort: str
    reverse: bool
    as_json: bool
    as_jsonl: bool


@command("list", example="sgm list --type decision --kind status=accepted --sort created_at")
@filter_options
@click.option("--rev", help="List what was there at this commit, branch or tag.")
@click.option("--sort", type=click.Choice(SORTABLE), default="path", help="Order by this.")
@click.option("--reverse", is_flag=True, help="The last first.")
@click.option("--json", "as_json", is_flag=True, help="Give one JSON value: {items, next}.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Give one JSON object a line.")
def list_records(invocation: Invocation, **options: Unpack[ListOptions]) -> int:
    """List records.

    A table on a terminal; in a pipe a line each with id, type, status, agent, created_at, path
    and title, separated by tabs. Several --type, --agent or --link widen the choice, all else
    narrows it. What a record does not declare of its provenance is from history.
    """
    store = open_store(invocation)
    everything = list(store.entries(rev=options["rev"]))
    wanted = filters(options)
    entries = [entry for entry in everything if declaring(entry.record, wanted)]
    now = int(invocation.now())
    known = Knowledge()
    if entries:
        known = know_if_possible(store.records, everything, now, rev=options["rev"])
    items = sorted_items(_items(entries, known), options["sort"], reverse=options["reverse"])
    if options["as_json"]:
        invocation.json(list_object(items))
    elif options["as_jsonl"]:
        invocation.jsonl(items)
    else:
        show_items(invocation, items, page=True)
    _tell_of_broken(invocation, everything)
    invocation.say(*known.notes)
    return 0


def _items(entries: Iterable[Entry], known: Knowledge) -> list[JsonObject]:
    return [
        list_item(
            entry.record,
            path=entry.path,
            blob=entry.blob,
            known=known.by_path.get(entry.path),
        )
        for entry in entries
        if entry.record is not None
    ]


def _tell_of_broken(invocation: Invocation, entries: Iterable[Entry]) -> None:
    """Say how many files are in no list because they cannot be read."""
    broken = sum(entry.record is None and not entry.is_link for entry in entries)
    if broken:
        invocation.say(f"{broken} {'file' if broken == 1 else 'files'} cannot be read: sgm check")
