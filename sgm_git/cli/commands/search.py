"""``sgm search``."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.filters import FilterOptions, filter_options, filters
from sgm_git.cli.options import command
from sgm_git.cli.reading import (
    PageOptions,
    StateOptions,
    check_form,
    open_reader,
    page_options,
    state_options,
    tell_of_rest,
)
from sgm_git.cli.words import WordsCommand, asked_words, is_phrase
from sgm_git.report.found import found_item, found_line, found_lines
from sgm_git.report.listing import list_object
from sgm_git.store.window import Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.reading.reader import Found

_LIMIT = 20
_EXAMPLE = """\
sgm search datastore migration --type decision
sgm search '"no prototypes"' --standing in-force
sgm search datastore "row level" -mysql"""


class SearchOptions(FilterOptions, StateOptions, PageOptions):
    """The options of ``sgm search``."""

    words: tuple[str, ...]


@command("search", example=_EXAMPLE, kind=WordsCommand)
@click.argument("words", nargs=-1, required=True)
@filter_options
@state_options
@page_options(_LIMIT)
def search(invocation: Invocation, **options: Unpack[SearchOptions]) -> int:
    """Search the records for words, best first.

    All words must be there. "several words" in one argument stand together, word* begins so,
    -word is not there, nor is the word after NOT, and of one OR other one is enough; all other
    signs only divide words.
    The record whose very id is asked for comes first. In a pipe a line each with id, type,
    standing, path, title and snippet, separated by tabs.

    Of a record that was changed or removed here the reviewed version is found, too.
    """
    check_form(options)
    wanted, words = filters(options), asked_words(options["words"])
    window = Window(limit=options["limit"], cursor=options["cursor"])
    with open_reader(invocation, options) as reader:
        page = reader.search(words, wanted, window)
        if options["as_json"]:
            invocation.json(list_object([found_item(each) for each in page.items], page.next))
        elif options["as_jsonl"]:
            invocation.jsonl(found_item(each) for each in page.items)
        else:
            _show(invocation, page.items)
        if not options["as_json"]:
            tell_of_rest(invocation, page)
        if not page.items:
            invocation.say(_nothing(options["words"]))
    return 0


def _nothing(arguments: Sequence[str]) -> str:
    phrase = next((each for each in arguments if is_phrase(each)), None)
    if phrase is None:
        return "nothing found"
    return f"nothing found in which {phrase!r} stand together; apart: sgm search {phrase}"


def _show(invocation: Invocation, items: Sequence[Found]) -> None:
    if not sys.stdout.isatty():
        invocation.lines(found_line(found_item(each)) for each in items)
        return
    width, style = shutil.get_terminal_size().columns, invocation.style
    lines = (line for each in items for line in found_lines(each, width=width, style=style))
    invocation.lines(lines, page=True)
