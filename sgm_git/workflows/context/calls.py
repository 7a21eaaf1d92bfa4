"""What gives the records that found no room: a list of them, or a context with more room."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from sgm_git.workflows.context.model import Call
from sgm_git.workflows.context.sections import HISTORY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.query import Filters
    from sgm_git.workflows.context.model import Wanted
    from sgm_git.workflows.context.sections import Kind

_T = TypeVar("_T")

_ROOM = 1_000_000
_FEW = 2


def call_for(kind: Kind, wanted: Wanted) -> Call:
    """Give what tells of all the records of a section that are wanted, and perhaps of more.

    A list knows neither wider scopes nor revisions: for these it is a context.
    """
    filters = wanted.filters
    types = _both(kind.types, filters.types)
    standings = [each.value for each in _both(kind.standings, filters.standings)]
    chosen: JsonObject = {"type": [*types], "standing": [*standings], **_others(filters)}
    is_context = bool(wanted.scope) or wanted.since is not None
    if is_context:
        chosen |= {"since": wanted.since, "scope": wanted.scope, "budget": _ROOM}
        chosen["history"] = kind.name == HISTORY
    return Call({name: each for name, each in chosen.items() if each}, is_context=is_context)


def in_short(calls: Sequence[Call], few: int = _FEW) -> Call:
    """Give one call that tells of all that some tell of, and of more than that where it must.

    It has no more than ``few`` standings, or none of them.
    """
    together: JsonObject = {}
    for call in calls:
        together |= call.arguments
    types, standings = _joined(calls, "type"), _joined(calls, "standing")
    together |= {"type": types, "standing": standings if len(standings) <= few else []}
    chosen: JsonObject = {name: each for name, each in together.items() if each}
    return Call(chosen, is_context=any(call.is_context for call in calls))


def _joined(calls: Sequence[Call], name: str) -> list[JsonValue]:
    """All that the calls want of something; empty where one wants anything."""
    lists = [cast("list[str]", call.arguments.get(name, [])) for call in calls]
    return [*dict.fromkeys(each for words in lists for each in words)] if all(lists) else []


def _both(own: Sequence[_T], wanted: frozenset[_T]) -> list[_T]:
    """What both choose, in one order; nothing chooses everything."""
    if not own:
        return sorted(wanted, key=str)
    return [each for each in own if not wanted or each in wanted]


def _others(filters: Filters) -> JsonObject:
    """What else is chosen by, but for times: without them it is more."""
    kinds = [kind if value is None else f"{kind}={value}" for kind, value in filters.kinds]
    return {
        "kind": [*kinds],
        "agent": [*sorted(filters.agents)],
        "link": [*sorted(filters.links)],
        "review": [*sorted(each.value for each in filters.reviews)],
        "trust": [*sorted(each.value for each in filters.trusts)],
        "stale": filters.is_stale,
        "due": filters.is_due,
    }
