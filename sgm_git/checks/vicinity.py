"""The documents of a store that matter to a few of them, found by key and not by going over all.

What the rules about a store say of a document depends on others of its name or path, on those that
it names, and on the chain of those that replace it. A stock of these alone says the same of it
(DESIGN section 7, "L501/L502 use a warm index").
"""

from __future__ import annotations

from posixpath import basename
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.policy.copies import copied_from
from sgm_git.policy.lookalike import skeleton
from sgm_git.policy.names import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.record.fields import Reference

    Documents: TypeAlias = "dict[str, Brief]"  # by path

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
    replace it, step by step: a circle is found whole. With a sync client's copy comes what it is a
    copy of: alone it would pass for a record.
    """
    own = _by_path(judged)
    near = _by_path(find(_keys(judged, _beside)))
    for replacing, others in _chain(judged, find):
        near |= others | replacing
    near |= own
    return list((_originals(near.values(), find) | near).values())


def _originals(briefs: Collection[Brief], find: Finder) -> Documents:
    """Give what documents are copies of by their names, however often copied."""
    paths = {name.original for brief in briefs for name in copied_from(brief.path)}
    found = find({("path", folded(path)) for path in paths}) if paths else ()
    return _by_path(brief for brief in found if brief.path in paths)


def _chain(judged: Collection[Brief], find: Finder) -> Iterator[tuple[Documents, Documents]]:
    """Give those that replace documents, those that replace these, and so on to the end.

    With each step come those whom the replacing ones may mean otherwise.
    """
    reached: set[str] = set()
    step = _by_path(judged)
    while step:
        reached |= step.keys()
        others = _by_path(find(_keys(step.values(), _replaced)))
        found = _by_path(find(_keys(step.values(), _replacing)))
        yield found, others
        step = {path: found[path] for path in found.keys() - reached}


def _keys(briefs: Iterable[Brief], keys: Callable[[Brief], Iterator[Key]]) -> set[Key]:
    return {key for brief in briefs for key in keys(brief)}


def _by_path(briefs: Iterable[Brief]) -> Documents:
    return {brief.path: brief for brief in briefs}


def _beside(brief: Brief) -> Iterator[Key]:
    """The keys of those that are like a document or that its links name."""
    yield "path", folded(brief.path)
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


def _replaced(brief: Brief) -> Iterator[Key]:
    """The keys of those that a record says it replaces."""
    yield from _named(brief.supersedes)


def _named(references: Iterable[Reference]) -> Iterator[Key]:
    yield from (("name", name) for name in _spelled(references))


def _spelled(references: Iterable[Reference]) -> Iterator[str]:
    """What references may mean: an id, or one behind the name of a root."""
    for reference in references:
        yield folded(reference.id)
        yield folded(reference.id.rpartition(":")[2])


def layered(find: Finder, hidden: Collection[str], briefs: Iterable[Brief] = ()) -> Finder:
    """What ``find`` knows, but at certain paths nothing; and other documents beside it."""
    by_key: dict[Key, list[Brief]] = {}
    for brief in briefs:
        for key in keys_of(brief):
            by_key.setdefault(key, []).append(brief)

    def find_both(keys: Collection[Key]) -> Iterator[Brief]:
        yield from (brief for brief in find(keys) if brief.path not in hidden)
        for key in by_key.keys() & set(keys):
            yield from by_key[key]

    return find_both
