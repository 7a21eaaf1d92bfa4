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
    open_reader,
    page_options,
    state_options,
    tell_of_rest,
)
from sgm_git.report.listing import list_object, reading_item
from sgm_git.store.index.shelf_order import SORTS
from sgm_git.store.window import Window

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation

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
        page = reader.page(wanted, window)
        items = [reading_item(each) for each in page.items]
        if options["as_json"]:
            invocation.json(list_object(items, page.next))
        elif options["as_jsonl"]:
            invocation.jsonl(items)
        else:
            show_items(invocation, items, page=True)
            tell_of_rest(invocation, len(items), page.total, page.next)
    return 0
