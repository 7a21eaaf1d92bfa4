"""The documents of a store that matter to a few of them, found by key and not by going over all.

What the rules about a store say of a document depends on others of its name or path, on those that
it names, and on the chain of those that replace it. A stock of these alone says the same of it
(DESIGN section 7, "L501/L502 use a warm index").
"""

from __future__ import annotations

from posixpath import basename
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.checks.places import copied_from
from sgm_git.policy.lookalike import skeleton
from sgm_git.policy.names import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.record.fields import Reference

Key: TypeAlias = "tuple[str, str]"
"""By what a document is found, and the text of it: ``path``, ``name`` or ``replaced``."""

Finder: TypeAlias = "Callable[[Collection[Key]], Iterable[Brief]]"
"""Gives every document of a store that has one of these keys, and maybe others."""


def keys_of(brief: Brief) -> set[Key]:
    """The keys of a document: its path, its names in both blurred forms, what it replaces.

    One that cannot be read has the name that its file has.
    """
    keys = {("path", folded(brief.path))}
    if brief.id is None:
        return keys | {("name", folded(basename(brief.path).removesuffix(".md")))}
    names = {*map(folded, (brief.id, *brief.aliases)), skeleton(brief.id)}
    keys |= {("name", name) for name in names}
    return keys | {("replaced", name) for name in _spelled(brief.supersedes)}


def vicinity(judged: Collection[Brief], find: Finder) -> list[Brief]:
    """Give the judged documents with all that can matter to them, and maybe more.

    ``find`` knows the others. Chains of supersession are followed from a record to those that
    replace it, step by step: a circle is found whole.
    """
    near = {brief.path: brief for brief in judged}
    near |= _by_path(find({key for brief in judged for key in _beside(brief)}))
    reached = {brief.path for brief in judged}
    frontier: list[Brief] = list(judged)
    while frontier:
        following = _by_path(find({key for brief in frontier for key in _replacing(brief)}))
        others = find({key for brief in frontier for key in _named(brief.supersedes)})
        near |= _by_path(others) | following
        frontier = [brief for path, brief in following.items() if path not in reached]
        reached |= following.keys()
    return list((near | {brief.path: brief for brief in judged}).values())


def _by_path(briefs: Iterable[Brief]) -> dict[str, Brief]:
    return {brief.path: brief for brief in briefs}


def _beside(brief: Brief) -> Iterator[Key]:
    """The keys of those that are like a document or that its links name."""
    yield "path", folded(brief.path)
    original, _ = copied_from(brief.path)
    if original is not None:
        yield "path", folded(original)
    if brief.id is not None:
        yield from (("name", name) for name in (folded(brief.id), skeleton(brief.id)))
    if brief.former is not None:
        yield "name", folded(brief.former)
    yield from _named(brief.links)


def _replacing(brief: Brief) -> Iterator[Key]:
    """The keys of those that replace a record, by its word or by their own."""
    yield from _named(brief.superseded_by)
    if brief.id is not None:
        yield from (("replaced", folded(name)) for name in (brief.id, *brief.aliases))


def _named(references: Iterable[Reference]) -> Iterator[Key]:
    yield from (("name", name) for name in _spelled(references))


def _spelled(references: Iterable[Reference]) -> Iterator[str]:
    """What references may mean: an id, or one behind the name of a root."""
    for reference in references:
        yield folded(reference.id)
        yield folded(reference.id.rpartition(":")[2])
