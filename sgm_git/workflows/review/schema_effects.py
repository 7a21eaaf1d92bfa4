"""What the change of a schema of the team does: which records it judges, and what it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.subschemas import demands
from sgm_git.policy.team import Team
from sgm_git.record.pointer import render
from sgm_git.record.spoken import quoted
from sgm_git.record.value import canonical
from sgm_git.workflows.review.coming import Words, came_and_gone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_TYPES = Words("it judges records of the type {} now", "it judges records of the type {} no more")
_DEMANDS = {
    "required": Words("it asks for {} at {} now", "it does not ask for {} at {} any more"),
    "enum": Words("{} is one of the values at {} now", "{} is none of the values at {} any more"),
}
_OTHERS = Words("it asks for {2} {0} at {1} now", "it does not ask for {2} {0} at {1} any more")


def schema_changes(path: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Say what another schema at a path does; None: there is none. Raises nothing."""
    old, new = _read(path, before), _read(path, after)
    yield from (f"{fault.message}" for _, fault in new.problems)
    was, becomes = (sorted(_types(each)) for each in (old, new))
    yield from came_and_gone(was, becomes, _TYPES)
    for uri in new.documents.keys() - old.documents.keys():
        if old.documents:
            yield f"it is called {quoted(uri)} now: what refers to its former $id does not find it"
    yield from _asked(_document(old), _document(new))


def _read(path: str, data: bytes | None) -> Team:
    """The file by itself: what it refers to is not looked for."""
    team = Team(frozenset())
    if data is not None:
        team.add(path, data)
    return team


def _types(team: Team) -> frozenset[str]:
    return frozenset(each for uri in team.documents for each in team.types(uri))


def _document(team: Team) -> JsonObject | None:
    return next(iter(team.documents.values()), None)


def _asked(before: JsonObject | None, after: JsonObject | None) -> Iterator[str]:
    """Say what one that stays asks no more, and then what it asks now."""
    if before is None or after is None:
        return
    old, new = (
        {(at, keyword, canonical(value)): value for at, keyword, value in demands(each)}
        for each in (before, after)
    )
    yield from (_told(each, old[each]).gone for each in old if each not in new)
    yield from (_told(each, new[each]).came for each in new if each not in old)


def _told(demand: tuple[Pointer, str, str], value: JsonValue) -> Words:
    place, keyword, text = demand
    what = quoted(text if isinstance(value, (list, dict)) else value)
    words = _DEMANDS.get(keyword, _OTHERS)
    told = (what, quoted(render(place) or "/"), quoted(keyword))
    return Words(words.came.format(*told), words.gone.format(*told))
