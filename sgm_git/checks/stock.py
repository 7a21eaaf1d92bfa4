"""All documents of a store together: which ids there are, and who names whom."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from posixpath import basename
from typing import TYPE_CHECKING

from sgm_git.checks.case import Case
from sgm_git.record import fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.checks.case import CheckPolicy, Subject


class Stock:
    """The cases of a store in the order of their paths. Ids are unique in a root, not between."""

    def __init__(self, subjects: Iterable[Subject], policy: CheckPolicy) -> None:
        ordered = sorted(subjects, key=lambda subject: subject.path)
        self.cases = [Case(subject, policy) for subject in ordered]
        self.policy = policy

    @cached_property
    def readable(self) -> list[Case]:
        """Those that could be read and have an id."""
        return [case for case in self.cases if case.id is not None]

    @cached_property
    def by_id(self) -> dict[tuple[str, str], list[Case]]:
        """The cases of each root and id."""
        return self._grouped(
            (case.subject.root.path, case.id or "", case) for case in self.readable
        )

    @cached_property
    def by_alias(self) -> dict[tuple[str, str], list[Case]]:
        """The cases of each root and former id."""
        return self._grouped(
            (case.subject.root.path, alias, case)
            for case in self.readable
            for alias in fields.aliases(case.record)
        )

    @cached_property
    def by_path(self) -> dict[str, Case]:
        """The case of each path."""
        return {case.subject.path: case for case in self.cases}

    def find(self, case: Case, reference: str) -> Case | None:
        """The record that another one means by an id, a former id, or ``root:id``.

        The own root goes before the others.
        """
        root, colon, name = reference.rpartition(":")
        places = [
            (case.subject.root.path, reference),
            *self._anywhere.get(reference, []),
            *([(root.strip("/"), name)] if colon else []),
        ]
        found = (self.by_id.get(place) or self.by_alias.get(place) for place in places)
        return next((cases[0] for cases in found if cases), None)

    def may_exist(self, reference: str) -> bool:
        """Whether a file that cannot be read is named as the record would be."""
        return reference in self._unreadable

    @cached_property
    def _anywhere(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for place in [*self.by_id, *self.by_alias]:
            found[place[1]].append(place)
        return found

    @cached_property
    def _unreadable(self) -> set[str]:
        return {basename(c.subject.path).removesuffix(".md") for c in self.cases if c.id is None}

    @staticmethod
    def _grouped(found: Iterable[tuple[str, str, Case]]) -> dict[tuple[str, str], list[Case]]:
        grouped: dict[tuple[str, str], list[Case]] = defaultdict(list)
        for root, name, case in found:
            grouped[root, name].append(case)
        return dict(grouped)
