"""Rule K407: records that a merge has blended (DESIGN sections 2, 6 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice, permutations
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.claims import named
from sgm_git.checks.unborne import unborne
from sgm_git.findings import Severity
from sgm_git.record import fields, parts
from sgm_git.record.absent import ABSENT, Possible, alike, member
from sgm_git.record.meaning import meaning
from sgm_git.record.pointer import get
from sgm_git.record.spoken import listed, quoted, spoken
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_AGENT = ("provenance", "agent")
_CREATED = ("provenance", "created_at")
_TITLE = ("title",)
_CONTENT = ("content",)
_PAIRS = (
    (_AGENT, _CREATED),
    (_AGENT, _CONTENT),
    (_AGENT, _TITLE),
    (_CREATED, _CONTENT),
    (_CREATED, _TITLE),
)
_MODIFIED = (("provenance", "modified_by"), ("provenance", "modified_at"))
_PART = "take both from one side, or keep both as two records"


@dataclass(frozen=True, slots=True)
class Parent:
    """One side of a merge, by its commit.

    ``own`` is the record as that has it, None where it has it not. ``strangers`` are other records
    of that side, which stood where the merge's record stands or which the merge has no more.
    """

    commit: str
    own: JsonObject | None
    strangers: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """A record as a merge has it, beside the merge's sides.

    ``bases`` are the record in each merge base of the sides, None where it was not there. There
    are none where the sides are not related, and none are needed where ``needs_bases`` is false.
    """

    result: JsonObject
    parents: tuple[Parent, ...]
    bases: tuple[JsonObject | None, ...] = ()

    @property
    def owns(self) -> list[JsonObject]:
        """The record as each side has it that has it."""
        return [each.own for each in self.parents if each.own is not None]

    @property
    def needs_bases(self) -> bool:
        """Whether what the sides came from could excuse something."""
        owns = self.owns
        if not any(not same(owns[0], own) for own in owns[1:]):
            return False
        is_plain = parts.automatic.is_automatic(None, owns, self.result)
        return not is_plain or any(True for _ in _beginnings(self))


class Blend(NamedTuple):
    """What is blended, and where in the merge's record; ``also`` are the places that show it."""

    pointer: Pointer
    message: str
    severity: Severity | None = None
    also: tuple[Pointer, ...] = ()


def blended(joined: Joined) -> Iterator[Blend]:
    """A merge made a record that neither side has, nor merging them field by field (K407).

    Why: a clone without the merge driver and a forge's merge button merge by lines. So do people
    in a hurry. What comes out can be two records in one: the text of one side under the agent
    of the other, the kind of one annotation with the value of another, an edit of one record in
    a similar one that git took for its new name. Nobody ever said that, and no reviewer saw it.
    A field that is only edited in the merge itself is a warning. Where the sides differ, whatever
    a person settles on is fine.

    Bad:
        agent: claude, content: Use Redis.        # one side
        agent: ada, content: Use Postgres.        # the other
        agent: claude, content: Use Postgres.     # the merge

    Good:
        agent: ada, content: Use Postgres.        # the merge

    Fix: put the field right in a new commit; keep what belongs together from one side, or both as
    two records. Merge with the driver (``sgm init`` sets it up) or with ``sgm merge A B``. A
    squash has no second parent: of it nothing can be told, so check the range before it.
    """
    owns = joined.owns
    if owns:
        yield from _beginnings(joined)
        yield from _stamps(joined)
        for place in _places(joined, owns):
            yield from _unborne(joined, place)


def _places(joined: Joined, owns: Sequence[JsonObject]) -> list[Pointer]:
    """What no side bears out, before the merge base that explains the most."""
    states = [meaning(own) for own in owns]
    is_alone = not any(not same(states[0], state) for state in states[1:])
    bases: Sequence[JsonObject | None] = (owns[0],) if is_alone else joined.bases or (None,)
    result = meaning(joined.result)
    tried = [
        list(unborne(ABSENT if base is None else meaning(base), states, result)) for base in bases
    ]
    return min(tried, key=len)


def _beginnings(joined: Joined) -> Iterator[Blend]:
    """Who made it and when from one side, and what it says, or the other of these, from another.

    A base that has the record is the beginning of all sides; what one corrected there is merged.
    """
    if all(base is None for base in joined.bases):
        for place, other in islice(filter(partial(_are_apart, joined), _PAIRS), 1):
            is_clear = place == _AGENT and other != _TITLE
            yield _of_two(joined, place, other, None if is_clear else Severity.WARNING)


def _are_apart(joined: Joined, places: tuple[Pointer, Pointer]) -> bool:
    """Whether no side that has the one value of the merge's has the other as well."""
    one, other = (_sides_of(joined, place) for place in places)
    return bool(one and other) and one.isdisjoint(other)


def _stamps(joined: Joined) -> Iterator[Blend]:
    """The time of one side's last change with the person of another's."""
    if _are_apart(joined, _MODIFIED):
        yield _of_two(joined, *_MODIFIED, None)


def _of_two(joined: Joined, place: Pointer, other: Pointer, severity: Severity | None) -> Blend:
    one, two = (joined.parents[min(_sides_of(joined, each))] for each in (place, other))
    message = (
        f"{spoken(place)} is that of one side of a merge ({named(one.commit)}) and"
        f" {spoken(other)} that of the other ({named(two.commit)}): {_PART}"
    )
    return Blend(place, message, severity, (other,))


def _sides_of(joined: Joined, place: Pointer) -> set[int]:
    """The sides that have a value as the merge has it; none where it is nobody's, or not there."""
    value = _at(joined.result, place)
    return {
        number
        for number, each in enumerate(joined.parents)
        if value is not ABSENT and each.own is not None and alike(_at(each.own, place), value)
    }


def _unborne(joined: Joined, place: Pointer) -> Iterator[Blend]:
    """What is to be said of a place that no side bears out.

    Where a side has not the record, they differ about all of it: only what is mixed is told.
    """
    value = _at(joined.result, place)
    mixed = None
    if value is not ABSENT:
        mixed = _of_stranger(joined, place, value) or _of_two_items(joined, place, value)
    if mixed is not None:
        yield Blend(place, f"{spoken(place)} {mixed}")
    elif len(joined.owns) == len(joined.parents):
        how = "gone, and all sides have it" if value is ABSENT else "as no side of the merge has it"
        message = f"{spoken(place)} is {how}; they did not differ about it: the merge itself did it"
        yield Blend(place, message, Severity.WARNING)


def _of_stranger(joined: Joined, place: Pointer, value: JsonValue) -> str | None:
    """That it is another record's, which a merge by lines took for this one."""
    own = {line for own in joined.owns for line in _lines(_at(own, place))}
    for parent in joined.parents:
        for stranger in parent.strangers:
            if _is_from(stranger, place, value, own):
                name, where = quoted(fields.record_id(stranger)), named(parent.commit)
                return f"has what another record, {name}, has in {where}: a merge mixed the two"
    return None


def _is_from(stranger: JsonObject, place: Pointer, value: JsonValue, own: set[str]) -> bool:
    """Whether a value is another record's, or has a line of it that is in none of its ``own``."""
    theirs = _at(stranger, place)
    if alike(theirs, value) or _is_item_of(stranger, place, value):
        return True
    return not (_lines(value) - own).isdisjoint(_lines(theirs))


def _lines(value: Possible) -> set[str]:
    """The lines of a text that say something."""
    return {line for line in value.split("\n") if line.strip()} if isinstance(value, str) else set()


def _is_item_of(record: JsonObject, place: Pointer, value: JsonValue) -> bool:
    around = _at(record, place[:-1])
    return isinstance(around, list) and any(same(item, value) for item in around)


def _of_two_items(joined: Joined, place: Pointer, value: JsonValue) -> str | None:
    """That one side's annotation has something of another side's, of another kind or value."""
    if not isinstance(value, dict) or place[:-1] != ("annotations",):
        return None
    sides = [(each, _own_items(joined, each)) for each in joined.parents]
    for (one, mine), (other, yours) in permutations(sides, 2):
        for item in mine:
            taken = _taken(value, item, yours)
            if taken:
                return (
                    f"has its kind from one side of a merge ({named(one.commit)}) and its"
                    f" {listed(taken)} from the other ({named(other.commit)}): neither has such an"
                    " annotation"
                )
    return None


def _taken(value: JsonObject, item: JsonObject, others: Iterable[JsonObject]) -> list[str]:
    """What an annotation has of one of the others, and all else, its kind too, of ``item``."""
    names = dict.fromkeys([*value, *item])
    rest = [name for name in names if not alike(member(value, name), member(item, name))]
    if "kind" in rest or not all(name in value for name in rest):
        return []
    is_there = any(
        all(alike(member(value, name), member(other, name)) for name in rest) for other in others
    )
    return rest if is_there else []


def _own_items(joined: Joined, parent: Parent) -> list[JsonObject]:
    """The annotations of a side that no other has."""
    others = [
        item
        for each in joined.parents
        if each is not parent and each.own is not None
        for item in _annotations(each.own)
    ]
    return [
        item
        for item in ([] if parent.own is None else _annotations(parent.own))
        if not any(same(item, other) for other in others)
    ]


def _annotations(record: JsonObject) -> list[JsonObject]:
    found = record.get("annotations")
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _at(record: JsonObject, place: Pointer) -> Possible:
    try:
        return get(record, place)
    except KeyError:
        return ABSENT
