"""Reads records for a command: which state, how many of them, and what to tell beside them."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, ParamSpec, TypedDict, TypeVar

import click

from sgm_git.cli.arguments import last_instant
from sgm_git.cli.opening import open_quietly
from sgm_git.cli.options import Count
from sgm_git.cli.patience import patience
from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.window import Page, Window
    from sgm_git.workflows.reading.reader import Reader

READING = "reading all records; what does not change is read only once"

_P = ParamSpec("_P")
_R = TypeVar("_R")

_STEP, _LONGEST_STEP = 200, 5_000  # records that are held at once


class StateOptions(TypedDict):
    """Which state is read."""

    rev: str | None
    as_of: str | None


class PageOptions(TypedDict):
    """Which part of a list is given, and how."""

    limit: int | None
    cursor: str | None
    as_json: bool
    as_jsonl: bool


def state_options(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Give a command's function the options of ``StateOptions``."""
    function = click.option(
        "--as-of", metavar="TIME", help="Read what was there then, of a date at its end in UTC."
    )(function)
    return click.option("--rev", help="Read what was there at this commit, branch or tag.")(
        function
    )


def page_options(limit: int | None) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Give a command's function the options of ``PageOptions``; ``limit`` None: as many as are."""
    text = f"At most so many ({limit})." if limit else "At most so many; without it all."

    def give(function: Callable[_P, _R]) -> Callable[_P, _R]:
        """Add the options."""
        for name, dest, help_text in (
            ("--jsonl", "as_jsonl", "Give one JSON object a line."),
            ("--json", "as_json", "Give one JSON value: {items, next}."),
        ):
            function = click.option(name, dest, is_flag=True, help=help_text)(function)
        cursor = "Go on from the next of an earlier --limit."
        function = click.option("--cursor", metavar="NEXT", help=cursor)(function)
        number = Count()
        return click.option("--limit", type=number, default=limit, metavar="N", help=text)(function)

    return give


def check_form(options: PageOptions) -> None:
    """Raise UsageError where two forms are asked for."""
    if options["as_json"] and options["as_jsonl"]:
        raise UsageError("--json and --jsonl are two forms", hint="give one of them")


@contextmanager
def open_reader(invocation: Invocation, options: StateOptions) -> Iterator[Reader]:
    """Open the records of the state that is asked for; what a person should know is told after.

    Raises UsageError for a time that is none, CannotRun for a state that is not there.
    """
    as_of, now = options["as_of"], int(invocation.now())
    moment = None if as_of is None else last_instant(as_of, now)
    with open_quietly(invocation).reading(rev=options["rev"], as_of=moment) as reader:
        with patience(invocation, READING):
            reader.begin()
        yield reader
        broken = len(reader.broken)
        if broken:
            files = "1 file" if broken == 1 else f"{broken} files"
            invocation.say(f"{files} cannot be read: sgm check")
        invocation.say(*reader.notes)


def in_steps(ask: Callable[[Window], Page[_R]], window: Window) -> Iterator[Page[_R]]:
    """Ask for a page, or for all there is in pages that hold little at once."""
    page = ask(window if window.limit else replace(window, limit=_STEP))
    seen = len(page.items)
    yield page
    while window.limit is None and page.next is not None:
        limit = min(max(_STEP, seen // 4), _LONGEST_STEP)
        page = ask(replace(window, limit=limit, cursor=page.next))
        seen += len(page.items)
        yield page


def tell_of_rest(invocation: Invocation, page: Page[object]) -> None:
    """Say how to see what is left of a list, where something is."""
    if page.next is not None:
        invocation.say(f"{len(page.items)} of {page.total}; the next: --cursor {page.next}")
