"""Filters as conditions of SQL; what they mean says ``store.query.matching``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sgm_git.record.times import Instant
from sgm_git.record.typed import meant
from sgm_git.store.index.shelf_keys import mark, moment_key, value_mark
from sgm_git.store.index.shelf_rows import REVIEWS, STANDINGS, TRUSTS
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.standing import LEEWAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.store.query import Filters

Parameter: TypeAlias = "int | float | bytes | str"

_STANDING = (
    f"CASE WHEN standing = {STANDINGS[Standing.CURRENT]}"
    " AND (as_of IS NULL OR as_of > ? OR stale < ?)"
    f" THEN {STANDINGS[Standing.STALE]} ELSE standing END"
)


class Condition(NamedTuple):
    """What stands after WHERE, with its parameters."""

    text: str
    parameters: tuple[Parameter, ...] = ()


def standing_at(now: int) -> Condition:
    """How an item stands at a moment, as an expression; see ``witness.standing.is_stale``."""
    return Condition(_STANDING, (now + LEEWAY, now))


def all_of(conditions: Iterable[Condition]) -> Condition:
    """Give the condition that all of some hold."""
    found = list(conditions)
    parameters = (each for condition in found for each in condition.parameters)
    return Condition(" AND ".join(each.text for each in found), tuple(parameters))


def shown(shelf: int, filters: Filters, now: int) -> Condition:
    """What a list shows of a shelf: records that can be read and pass, reviewed versions too."""
    told = " OR ".join(_told(filters))
    of_shelf = Condition(f"shelf = ? AND is_readable = 1 AND ({told})", (shelf,))
    marked = (_marked(shelf, marks) for marks in _wanted(filters))
    return all_of([of_shelf, *marked, *_standing(filters, now), *_in_time(filters, now)])


def _told(filters: Filters) -> Iterator[str]:
    """What is told: all that is here; of reviewed versions what binds, or is gone and asked for."""
    yield "is_reviewed = 0"
    if not filters.is_here:
        yield f"standing = {STANDINGS[Standing.IN_FORCE]}"
        if Review.REMOVED_HERE in filters.reviews:
            yield f"review = {REVIEWS[Review.REMOVED_HERE]}"


def _wanted(filters: Filters) -> Iterator[list[bytes]]:
    """Of each group of marks an item must have one."""
    for kind, words in (
        ("type", filters.types),
        ("agent", filters.agents),
        ("link", filters.links),
    ):
        if words:
            yield [mark(kind, word) for word in words]
    for name, value in filters.scope:
        yield [value_mark("scope", name, each) for each in meant(value)]
    for kind, wanted in filters.kinds:
        if wanted is None:
            yield [mark("kind", kind)]
        else:
            yield [value_mark("kind", kind, each) for each in meant(wanted)]


def _marked(shelf: int, marks: Iterable[bytes]) -> Condition:
    listed = ", ".join(f"x'{each.hex()}'" for each in sorted(marks))  # any number of them
    wanted = "number IN (SELECT item FROM marks WHERE shelf = ? AND mark IN (*))"
    return Condition(wanted.replace("*", listed), (shelf,))


def _standing(filters: Filters, now: int) -> Iterator[Condition]:
    standing = standing_at(now)
    if filters.standings:
        numbers = _among(STANDINGS[each] for each in filters.standings)
        yield standing._replace(text=f"{standing.text} IN {numbers}")
    if filters.reviews:
        yield Condition(f"review IN {_among(REVIEWS[each] for each in filters.reviews)}")
    if filters.trusts:
        yield Condition(f"trust IN {_among(TRUSTS[each] for each in filters.trusts)}")
    if filters.is_stale:
        yield standing._replace(text=f"{standing.text} = {STANDINGS[Standing.STALE]}")


def _in_time(filters: Filters, now: int) -> Iterator[Condition]:
    if filters.is_due:
        yield Condition("due <= ?", (moment_key(Instant(now)),))
    if filters.since is not None:
        yield Condition("created >= ?", (moment_key(filters.since),))
    if filters.until is not None:
        yield Condition("created < ?", (moment_key(filters.until),))


def _among(numbers: Iterable[int]) -> str:
    return f"({', '.join(map(str, sorted(numbers)))})"
