"""Rules that references mean now, or no more, because another record took or left a name (G)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sgm_git.witness.references import possible_names
from sgm_git.workflows.hooks.sides import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.governed_changes import Brought, TypesOf


class Naming:
    """By what names the records that arrive supersede others."""

    def __init__(self, briefs: Iterable[Brief], types_of: TypesOf) -> None:
        self._types_of = types_of
        self._references: dict[str, set[str]] = defaultdict(set)
        for reference in (each.id for brief in briefs for each in brief.supersedes):
            for name in possible_names(reference):
                self._references[name].add(reference)

    def meant_otherwise(self, change: Brought) -> tuple[str, ...]:
        """The types of what others supersede, or no more, by a name that came or went.

        A name means who has it as id before those who had it once: to take such an id gives back
        what was superseded by it, and to leave it has another one superseded.
        """
        before, after = ({*_names(each)} for each in (change.before, change.after))
        wanted = {ref for name in before ^ after for ref in self._references.get(name, ())}
        return tuple(dict.fromkeys(t for ref in sorted(wanted) for t in self._types_of(ref)))


def _names(entry: Entry | None) -> Iterator[str]:
    return iter(()) if entry is None else filter(None, names_of(entry))
