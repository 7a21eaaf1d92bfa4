"""How a record's scope lies to the one that somebody works in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.value import same
from sgm_git.workflows.context.model import Nearness

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject


def nearness(scope: JsonObject, wanted: JsonObject) -> Nearness:
    """How a record's scope lies to the wanted one.

    Its own scope holds all of it; a parent's is a part of it; global is what has none. Where none
    is wanted every record is its own.
    """
    if not wanted:
        return Nearness.OWN
    if not scope:
        return Nearness.GLOBAL
    if _holds(scope, wanted):
        return Nearness.OWN
    return Nearness.PARENT if _holds(wanted, scope) else Nearness.ELSEWHERE


def _holds(scope: JsonObject, part: JsonObject) -> bool:
    return all(name in scope and same(scope[name], value) for name, value in part.items())
