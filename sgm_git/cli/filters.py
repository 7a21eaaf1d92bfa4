"""The options that choose records (DESIGN section 11, "filters")."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypedDict, TypeVar

import click

from sgm_git.api import Filters
from sgm_git.cli.arguments import instant
from sgm_git.errors import UsageError
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Callable

_P = ParamSpec("_P")
_R = TypeVar("_R")


class FilterOptions(TypedDict):
    """The filters as they were given."""

    types: tuple[str, ...]
    scope: tuple[str, ...]
    kinds: tuple[str, ...]
    agents: tuple[str, ...]
    links: tuple[str, ...]
    standings: tuple[str, ...]
    reviews: tuple[str, ...]
    trusts: tuple[str, ...]
    is_stale: bool
    is_due: bool
    since: str | None
    until: str | None


_MANY = (
    ("--type", "types", "TYPE", "Of this type."),
    ("--scope", "scope", "K=V", "Of this scope; V is text or JSON."),
    ("--kind", "kinds", "KIND[=VALUE]", "With an annotation of this kind."),
    ("--agent", "agents", "NAME", "Made by this agent."),
    ("--link", "links", "ID", "That link to this record."),
)
_CHOICES = (
    ("--standing", "standings", Standing, "To be taken so."),
    ("--review", "reviews", Review, "That stand so beside what is reviewed."),
    ("--trust", "trusts", Trust, "That git bears out so far."),
)
_FLAGS = (
    ("--stale", "is_stale", "Statuses that are too old to rely on."),
    ("--due", "is_due", "With a review_by that has come."),
)


def filter_options(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Give a command's function the options of ``FilterOptions``."""
    function = click.option("--until", metavar="TIME", help="Made before this.")(function)
    function = click.option("--since", metavar="TIME", help="Made at this time or later.")(function)
    for name, dest, text in reversed(_FLAGS):
        function = click.option(name, dest, is_flag=True, help=text)(function)
    for name, dest, words, text in reversed(_CHOICES):
        choice = click.Choice([word.value for word in words])
        function = click.option(name, dest, type=choice, multiple=True, help=text)(function)
    for name, dest, metavar, text in reversed(_MANY):
        function = click.option(name, dest, metavar=metavar, multiple=True, help=text)(function)
    return function


def filters(options: FilterOptions) -> Filters:
    """Give the filters; raises UsageError for one that cannot be read."""
    return Filters(
        types=frozenset(options["types"]),
        scope=tuple(_scope(text) for text in options["scope"]),
        kinds=tuple(_kind(text) for text in options["kinds"]),
        agents=frozenset(options["agents"]),
        links=frozenset(options["links"]),
        since=None if options["since"] is None else instant(options["since"]),
        until=None if options["until"] is None else instant(options["until"]),
        standings=frozenset(map(Standing, options["standings"])),
        reviews=frozenset(map(Review, options["reviews"])),
        trusts=frozenset(map(Trust, options["trusts"])),
        is_stale=options["is_stale"],
        is_due=options["is_due"],
    )


def _scope(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"{text!r} is not K=V", hint="for example --scope project=myproject")
    return name, value


def _kind(text: str) -> tuple[str, str | None]:
    kind, equals, value = text.partition("=")
    return kind, value if equals else None
