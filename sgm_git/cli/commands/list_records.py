"""``sgm list``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.filters import FilterOptions, filter_options, filters
from sgm_git.cli.listing import show_items
from sgm_git.cli.options import command
from sgm_git.cli.reading import (
    PageOptions,
    StateOptions,
    in_steps,
    open_reader,
    page_options,
    state_options,
    tell_of_rest,
)
from sgm_git.report.listing import list_lines, reading_item
from sgm_git.store.index.shelf_order import SORTS
from sgm_git.store.window import Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonObject
    from sgm_git.store.window import Page
    from sgm_git.witness.reading import Reading

_EXAMPLE = """\
sgm list --standing in-force
sgm list --type decision --kind status=accepted --sort created_at --reverse --limit 10
sgm list --stale --due"""


class ListOptions(FilterOptions, StateOptions, PageOptions):
    """The options of ``sgm list``."""

    sort: str
    reverse: bool


@command("list", example=_EXAMPLE)
@filter_options
@state_options
@click.option("--sort", type=click.Choice(SORTS), default="path", help="Order by this.")
@click.option("--reverse", is_flag=True, help="The last first.")
@page_options(None)
def list_records(invocation: Invocation, **options: Unpack[ListOptions]) -> int:
    """List records.

    With how each must be taken: a table on a terminal; in a pipe a line each with id, type,
    status, agent, created_at, path, title, standing, review, trust and as_of, separated by tabs.
    Of --type, --agent, --link, --standing, --review and --trust several widen the choice; all
    else narrows it. What a record does not declare of its provenance is from history.
    """
    wanted = filters(options)
    window = Window(options["limit"], options["cursor"], options["sort"], options["reverse"])
    with open_reader(invocation, options) as reader:
        pages = in_steps(lambda part: reader.page(wanted, part), window)
        if options["as_json"]:
            invocation.lines(list_lines((map(reading_item, p.items), p.next) for p in pages))
        elif options["as_jsonl"]:
            invocation.jsonl(reading_item(each) for page in pages for each in page.items)
        else:
            _show(invocation, pages)
    return 0


def _show(invocation: Invocation, pages: Iterable[Page[Reading]]) -> None:
    last: list[Page[Reading]] = []

    def items() -> Iterator[JsonObject]:
        for page in pages:
            last[:] = [page]
            yield from map(reading_item, page.items)

    show_items(invocation, items(), page=True)
    tell_of_rest(invocation, last[0])
