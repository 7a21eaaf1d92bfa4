"""All documents of a store together: which ids there are, and who names whom."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cached_property
from posixpath import basename
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.checks.brief import brief_of
from sgm_git.checks.case import Case
from sgm_git.policy.copies import original_of
from sgm_git.record.pointer import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Fault

Loader: TypeAlias = "Callable[[Collection[str]], Iterable[Subject]]"
"""Reads the documents at these paths again; leaves out what is gone."""


class Stock:
    """The documents of a store in the order of their paths. Ids are unique in a root, not between.

    They are held in short; ``load`` reads some of them again.
    """

    def __init__(self, briefs: Iterable[Brief], policy: CheckPolicy, load: Loader) -> None:
        self.briefs = sorted(briefs, key=lambda brief: brief.path)
        self.policy = policy
        self._load = load

    @classmethod
    def of(cls, subjects: Iterable[Subject], policy: CheckPolicy) -> Stock:
        """Give the stock of documents that are at hand anyway."""
        at_hand = {subject.path: subject for subject in subjects}
        return cls(
            map(brief_of, at_hand.values()),
            policy,
            lambda paths: [at_hand[path] for path in paths],
        )

    @cached_property
    def readable(self) -> list[Brief]:
        """Those that could be read and have an id, but for a sync client's copies."""
        copies = self.copies
        return [b for b in self.briefs if b.id is not None and b.path not in copies]

    @cached_property
    def copies(self) -> dict[str, Brief]:
        """The documents of which a sync client left copies, by the copies' paths (L512)."""
        ids = {path: brief.id for path, brief in self.by_path.items()}
        pairs = ((b.path, original_of(b.path, b.id, ids)) for b in self.briefs)
        return {path: self.by_path[name] for path, name in pairs if name is not None}

    @cached_property
    def by_id(self) -> dict[tuple[str, str], list[Brief]]:
        """The documents of each root and id."""
        return _grouped((brief.root.path, brief.id or "", brief) for brief in self.readable)

    @cached_property
    def by_alias(self) -> dict[tuple[str, str], list[Brief]]:
        """The documents of each root and former id."""
        return _grouped(
            (brief.root.path, alias, brief) for brief in self.readable for alias in brief.aliases
        )

    @cached_property
    def by_path(self) -> dict[str, Brief]:
        """The document of each path."""
        return {brief.path: brief for brief in self.briefs}

    def find(self, brief: Brief, reference: str) -> Brief | None:
        """The record that another one means by an id, a former id, or ``root:id``.

        The own root goes before the others.
        """
        own = (brief.root.path, reference)
        found = self.by_id.get(own) or self.by_alias.get(own)
        return found[0] if found else self._find_elsewhere(reference)

    def may_exist(self, reference: str) -> bool:
        """Whether a file that cannot be read is named as the record would be."""
        return reference in self._unreadable

    def cases(self, briefs: Iterable[Brief]) -> Iterator[Case]:
        """Read documents again, one at a time; what is gone meanwhile is left out."""
        paths = sorted({brief.path for brief in briefs})
        for subject in self._load(paths) if paths else ():
            yield Case(subject, self.policy)

    def placed(self, found: Iterable[tuple[Brief, Fault]]) -> Iterator[tuple[Brief, Fault]]:
        """Give the faults with the places of the values that they are about."""
        to_place: dict[str, list[tuple[Brief, Fault]]] = defaultdict(list)
        for brief, fault in found:
            if fault.pointer is None:
                yield brief, fault
            else:
                to_place[brief.path].append((brief, fault))
        for case in self.cases([pairs[0][0] for pairs in to_place.values()]):
            for brief, fault in to_place.pop(case.subject.path, ()):
                yield brief, replace(fault, span=case.place(parse(fault.pointer or "")))
        for pairs in to_place.values():
            yield from pairs

    def _find_elsewhere(self, reference: str) -> Brief | None:
        root, colon, name = reference.rpartition(":")
        named = [(root.strip("/"), name)] if colon else []
        for place in (*self._anywhere.get(reference, ()), *named):
            found = self.by_id.get(place) or self.by_alias.get(place)
            if found:
                return found[0]
        return None

    @cached_property
    def _anywhere(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for place in [*self.by_id, *self.by_alias]:
            found[place[1]].append(place)
        return found

    @cached_property
    def _unreadable(self) -> set[str]:
        return {basename(b.path).removesuffix(".md") for b in self.briefs if b.id is None}


def _grouped(found: Iterable[tuple[str, str, Brief]]) -> dict[tuple[str, str], list[Brief]]:
    grouped: dict[tuple[str, str], list[Brief]] = defaultdict(list)
    for root, name, brief in found:
        grouped[root, name].append(brief)
    return dict(grouped)
