"""Which records references mean, among those that two branches know (DESIGN section 8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.witness.references import Claims, claims_of, meant, possible_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.store.entry import Entry

Name: TypeAlias = "tuple[str, str]"
"""The path of a root, and the id of a record there; its path where it has no id."""
Known: TypeAlias = Callable[[Collection[str]], Iterable[Claims]]
"""Gives the claims of the records whose id, or one of whose former ids, is among names."""


class Names:
    """The names that the records meant by references have, whoever of several knows them."""

    def __init__(self, known: Sequence[Known]) -> None:
        self._known = known

    def of(self, root: str, reference: str) -> list[Name]:
        """Give what a reference in that root means, in order; itself where nobody knows it."""
        names = possible_names(reference)
        found = [each for known in self._known for each in known(names)]
        named = {(each.root, each.id or each.path) for each in meant(root, reference, found)}
        return sorted(named) or [(root, reference)]


def name_of(entry: Entry) -> Name:
    """What others call the record of a file."""
    return entry.root.path, entry.id or entry.path


def claims_in(entry: Entry | None) -> Claims | None:
    """What the record of a file says; None where there is none."""
    if entry is None or entry.record is None:
        return None
    return claims_of(entry.record, entry.path, entry.root.path)


def nobody(_: Collection[str]) -> tuple[Claims, ...]:
    """Know no record."""
    return ()
