"""Which records are superseded, and by which (DESIGN section 8).

A record that names its successor is superseded, whatever became of that one. What another record
says of it counts only where that one holds by its own words, and went through review at least as
far: words that nobody reviewed never retire a reviewed record.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sgm_git.record.cycles import on_cycles
from sgm_git.record.spoken import quoted
from sgm_git.witness.references import meant, possible_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.witness.references import Claims, Key, Lookup


@dataclass(frozen=True, slots=True)
class Succession:
    """What became of one record.

    ``successors`` are the ids of what supersedes it directly, ``root:id`` of another root's, as
    written where there is no such record; ``by`` the keys of those that there are. ``after`` are
    the keys of all that are said to follow it, for ``circles``: also those that do not hold.
    """

    is_superseded: bool = False
    successors: tuple[str, ...] = ()
    by: tuple[Key, ...] = ()
    after: tuple[Key, ...] = ()
    notes: tuple[str, ...] = ()


def succession(claims: Claims, look: Lookup) -> Succession:
    """Tell what became of one record, by its own words and by those of the others."""
    named = {name: _successors(claims, name, look) for name in claims.superseded_by}
    sayers = _sayers(claims, look)
    weighty = [each for each in sayers if each.is_reviewed or not claims.is_reviewed]
    counting = [each for each in weighty if each.holds]
    by = _unique(chain(*named.values(), counting))
    missing = [name for name, found in named.items() if not found]
    return Succession(
        claims.is_superseded or bool(counting),
        tuple(dict.fromkeys([*(_name(claims, each) for each in by), *missing])),
        tuple(each.key for each in by),
        tuple(each.key for each in _unique([*by, *weighty])),
        (*map(_gap, missing), *_doubts(claims, by, sayers)),
    )


def circles(after: Mapping[Key, Collection[Key]]) -> frozenset[Key]:
    """Give the records that supersede each other in a circle (L507): none of them holds."""
    keys = sorted({*after, *(key for keys in after.values() for key in keys)})
    numbers = {key: number for number, key in enumerate(keys)}
    graph = {numbers[key]: {numbers[each] for each in found} for key, found in after.items()}
    return frozenset(keys[number] for circle in on_cycles(graph) for number in circle)


def _sayers(claims: Claims, look: Lookup) -> list[Claims]:
    """The records that say that they supersede this one, by path."""
    spellings = claims.spellings
    found = {
        other.key: other
        for other in look.superseding(spellings)
        for reference in other.supersedes & spellings
        if _means(other, reference, claims, look)
    }
    return [found[key] for key in sorted(found)]


def _means(other: Claims, reference: str, claims: Claims, look: Lookup) -> bool:
    """Whether another record's reference leads here.

    What it means was settled in review, if it was reviewed: a newcomer who takes a former id for
    its own does not draw it away.
    """
    found = list(look.named(possible_names(reference)))
    pools = [found]
    if other.is_reviewed:
        pools.append([each for each in found if each.is_reviewed])
    choices = [meant(other.root, reference, pool) for pool in pools]
    return any(each.key == claims.key for chosen in choices for each in chosen)


def _successors(claims: Claims, reference: str, look: Lookup) -> list[Claims]:
    """The records that it means by its ``superseded_by``, reviewed ones if it is reviewed."""
    found = list(look.named(possible_names(reference)))
    reviewed = [each for each in found if each.is_reviewed] if claims.is_reviewed else []
    return meant(claims.root, reference, reviewed) or meant(claims.root, reference, found)


def _unique(claims: Iterable[Claims]) -> list[Claims]:
    return list({each.key: each for each in claims}.values())


def _name(claims: Claims, other: Claims) -> str:
    name = other.id or ""
    return name if other.root == claims.root else f"{other.root}:{name}"


def _gap(name: str) -> str:
    return f"superseded by {quoted(name)}, of which there is no record"


def _doubts(claims: Claims, by: list[Claims], sayers: list[Claims]) -> Iterator[str]:
    """What others say of it and what does not count."""
    settled = {(each.root, each.id) for each in by}
    for other in sayers:
        if (other.root, other.id) in settled:
            continue
        says = f"{quoted(_name(claims, other))} says that it supersedes this record, but"
        if claims.is_reviewed and not other.is_reviewed:
            yield f"{says} nobody has reviewed that"
        else:
            yield f"{says} does not hold itself"
