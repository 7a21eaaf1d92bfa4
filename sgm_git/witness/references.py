"""What records say of supersession, and which record a reference means (DESIGN sections 4, 8)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from sgm_git.record import fields
from sgm_git.witness.standing import names_successor

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sgm_git.record.value import JsonObject

Key: TypeAlias = "tuple[str, bool]"
"""Path of a record, and whether it is the reviewed version of one changed or removed here."""

_HOLDING = {"rule": {"accepted", "active", "superseded"}, "decision": {"accepted", "superseded"}}
_NOT_HOLDING = frozenset(("proposed", "rejected", "retired"))
_MOST_COLONS = 16  # of a reference that are tried: a text of nothing else is no root and id


@dataclass(frozen=True, slots=True)
class Claims:
    """What one record says of supersession, and how much its words weigh.

    ``superseded_by`` and ``supersedes`` are references as written: an id, a former one, or
    ``root:id``. ``is_superseded``: it names a successor, be it no id. ``holds``: by its own words
    it may supersede others. ``is_reviewed``: these very words are on the trusted ref.
    """

    path: str
    root: str
    id: str | None = None
    aliases: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    supersedes: frozenset[str] = frozenset()
    is_superseded: bool = False
    holds: bool = True
    is_reviewed: bool = False
    is_reviewed_version: bool = False

    @property
    def key(self) -> Key:
        """What tells it from all others."""
        return self.path, self.is_reviewed_version

    @property
    def names(self) -> frozenset[str]:
        """The id that it has, and those that it had."""
        return frozenset(name for name in (self.id, *self.aliases) if name)

    @property
    def spellings(self) -> frozenset[str]:
        """All references that can mean it, from its own root and from others."""
        names = self.names
        roots = (self.root,) if self.root else ("", ".")
        return frozenset((*names, *(f"{root}:{name}" for root in roots for name in names)))


class Lookup(Protocol):
    """Where the claims of other records are found, such as an index."""

    def named(self, names: Collection[str]) -> Iterable[Claims]:
        """Those whose id, or one of whose former ids, is among the names."""
        ...

    def superseding(self, references: Collection[str]) -> Iterable[Claims]:
        """Those that supersede one of the references, by an annotation written exactly so."""
        ...


class Among:
    """A lookup among claims that are all at hand."""

    def __init__(self, claims: Iterable[Claims]) -> None:
        self._by_name: dict[str, list[Claims]] = defaultdict(list)
        self._by_reference: dict[str, list[Claims]] = defaultdict(list)
        for each in claims:
            for name in each.names:
                self._by_name[name].append(each)
            for reference in each.supersedes:
                self._by_reference[reference].append(each)

    def named(self, names: Collection[str]) -> Iterable[Claims]:
        """As ``Lookup`` has it."""
        return {each.key: each for name in names for each in self._by_name.get(name, ())}.values()

    def superseding(self, references: Collection[str]) -> Iterable[Claims]:
        """As ``Lookup`` has it."""
        found = (each for name in references for each in self._by_reference.get(name, ()))
        return {each.key: each for each in found}.values()


def claims_of(
    record: JsonObject,
    path: str,
    root: str,
    *,
    is_reviewed: bool = False,
    is_reviewed_version: bool = False,
) -> Claims:
    """Give what a record says; ``root`` is the path of its root. Never raises."""
    return Claims(
        path,
        root,
        fields.record_id(record),
        tuple(fields.aliases(record)),
        tuple(dict.fromkeys(_named(record, "superseded_by"))),
        frozenset(_named(record, "supersedes")),
        names_successor(record),
        _holds(record),
        is_reviewed,
        is_reviewed_version,
    )


def possible_names(reference: str) -> list[str]:
    """Give the names in ``id`` or ``root:id``; either may hold colons itself."""
    return [reference, *(name for _, name in _rooted(reference))]


def meant(root: str, reference: str, found: list[Claims]) -> list[Claims]:
    """Give those of ``found`` that a reference means in ``root``, by path.

    That is who has the id now, else who had it once; the root's own records go before others.
    """
    roots = dict.fromkeys((root, *(each.root for each in _in_order(reference, found))))
    for place, name in (*((each, reference) for each in roots), *_rooted(reference)):
        here = [each for each in found if each.root == place]
        now = [each for each in here if each.id == name]
        chosen = now or [each for each in here if name in each.aliases]
        if chosen:
            return sorted(chosen, key=lambda each: each.key)
    return []


def _rooted(reference: str) -> Iterator[tuple[str, str]]:
    places = (place for place, character in enumerate(reference) if character == ":")
    for place in islice(places, _MOST_COLONS):
        root = reference[:place]
        yield "" if root == "." else root, reference[place + 1 :]


def _in_order(name: str, found: list[Claims]) -> list[Claims]:
    """Those that have the id now before those that had it, by path."""
    named = [each for each in found if name == each.id or name in each.aliases]
    return sorted(named, key=lambda each: (each.id != name, each.key))


def _named(record: JsonObject, kind: str) -> Iterator[str]:
    return (each.id for each in fields.annotated_references(record, kind) if each.id)


def _holds(record: JsonObject) -> bool:
    statuses = fields.statuses(record)
    known = _HOLDING.get(fields.record_type(record) or "")
    words = [status if isinstance(status, str) else "" for status in statuses]
    return _NOT_HOLDING.isdisjoint(words) if known is None else known.issuperset(words)
