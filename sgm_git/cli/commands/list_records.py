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
    check_form,
    in_steps,
    open_reader,
    page_options,
    state_options,
    tell_of_rest,
)
from sgm_git.report.listing import list_lines, reading_item
from sgm_git.report.logs import harmless_json
from sgm_git.store.index.shelf_order import SORTS
from sgm_git.store.window import Page, Window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.cli.invocation import Invocation
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

    Of a record that was changed or removed here the reviewed version, which holds, is listed too:
    its review is reviewed or removed-here, and in JSON is_reviewed_version is true.
    """
    check_form(options)
    wanted = filters(options)
    window = Window(options["limit"], options["cursor"], options["sort"], options["reverse"])
    with open_reader(invocation, options) as reader:
        seen = _Seen()
        pages = seen.through(in_steps(lambda part: reader.page(wanted, part), window))
        _show(invocation, pages, options)
        if not options["as_json"]:
            tell_of_rest(invocation, seen.last)
        invocation.say(*seen.remarks())
    return 0


def _show(invocation: Invocation, pages: Iterable[Page[Reading]], options: PageOptions) -> None:
    if options["as_json"]:
        lines = list_lines((map(reading_item, p.items), p.next) for p in pages)
        invocation.exactly(map(harmless_json, lines))
        return
    items = (reading_item(each) for page in pages for each in page.items)
    if options["as_jsonl"]:
        invocation.jsonl(items)
    else:
        show_items(invocation, items, page=True)


class _Seen:
    """What is to be said of a list once it was given."""

    def __init__(self) -> None:
        self.last: Page[Reading] = Page((), None, 0)
        self.number = self.nameless = 0

    def through(self, pages: Iterable[Page[Reading]]) -> Iterator[Page[Reading]]:
        """Give the pages on."""
        for page in pages:
            self.last = page
            self.number += len(page.items)
            self.nameless += sum(each.id is None for each in page.items)
            yield page

    def remarks(self) -> Iterator[str]:
        """Say that there is nothing, or that something has no name."""
        if not self.number:
            yield "no records"
        if self.nameless:
            which = "1 record has" if self.nameless == 1 else f"{self.nameless} records have"
            yield f"{which} no id: sgm fix gives one"
