"""Makes the context that ``sgm context`` prints, for a person and for an agent's hook alike."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.errors import UsageError
from sgm_git.report.context_markdown import MarkdownSizes
from sgm_git.store.query import Filters
from sgm_git.workflows.context.home import scope_at
from sgm_git.workflows.context.model import BUDGET, Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.api import Store
    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.context.model import Context

_NO_FILTERS = Filters()


class Asked(NamedTuple):
    """What the command line asks for; ``paths`` as they were typed, ``scope`` as ``K=V``."""

    scope: tuple[str, ...] = ()
    filters: Filters = _NO_FILTERS
    words: str = ""
    paths: tuple[str, ...] = ()
    budget: int = BUDGET
    since: str | None = None
    with_history: bool = False


def make_context(store: Store, asked: Asked, directory: str = ".") -> Context:
    """Give the context for somebody who works in a directory.

    Raises UsageError for a scope that is none and for a path outside the repository, and what
    reading raises.
    """
    scope = scope_of(asked.scope)
    repository = store.repository
    if not asked.scope:
        home = below_top(repository, directory, ".") or ""
        scope = scope_at(store.records, home)
    wanted = Wanted(
        scope,
        asked.filters,
        asked.words,
        tuple(_inside(repository, directory, path) for path in asked.paths),
        asked.budget,
        asked.with_history,
        asked.since,
    )
    return store.context(wanted, MarkdownSizes())


def scope_of(pairs: Sequence[str]) -> JsonObject:
    """Give the scope that ``K=V`` pairs name; raises UsageError for what is no pair."""
    scope: JsonObject = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise UsageError(f"{pair!r} is not K=V", hint="for example --scope project=myproject")
        scope[name] = value
    return scope


def below_top(repository: Repository, directory: str, path: str) -> str | None:
    """Give a path, as somebody in a directory types it, from the top of the work tree.

    Empty for the top itself, None for what lies outside. In a bare repository it is the path.
    """
    top = repository.work_tree
    if top is None:
        return "" if path == "." else path
    there = os.path.realpath(Path(directory, path))
    try:
        place = os.path.relpath(there, os.path.realpath(top))
    except ValueError:  # another drive
        return None
    if place == os.pardir or place.startswith(os.pardir + os.sep):
        return None
    return "" if place == os.curdir else place.replace(os.sep, "/")


def _inside(repository: Repository, directory: str, path: str) -> str:
    place = below_top(repository, directory, path)
    if place is None:
        raise UsageError(
            f"{path} lies outside the repository", hint=f"its top is {repository.work_tree}"
        )
    return place
