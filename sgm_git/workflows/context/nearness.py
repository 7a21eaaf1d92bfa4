"""How a record's scope lies to the one that somebody works in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.typed import is_meant
from sgm_git.record.value import same
from sgm_git.workflows.context.model import Nearness

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue


def nearness(scope: JsonObject, wanted: JsonObject) -> Nearness:
    """How a record's scope lies to the wanted one, a text of which may stand for another value.

    Its own scope is the same; one within it says more, a parent's less; global is what has none.
    Where none is wanted every record is its own.
    """
    if not wanted:
        return Nearness.OWN
    if not scope:
        return Nearness.GLOBAL
    both = [name for name in wanted if name in scope and _agree(scope[name], wanted[name])]
    if len(both) == len(wanted):
        return Nearness.OWN if len(scope) == len(wanted) else Nearness.WITHIN
    return Nearness.PARENT if len(both) == len(scope) else Nearness.ELSEWHERE


def _agree(value: JsonValue, wanted: JsonValue) -> bool:
    return is_meant(value, wanted) if isinstance(wanted, str) else same(value, wanted)
