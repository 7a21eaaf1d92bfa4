"""Chooses what an agent is told: a pure function of what there is and what is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.workflows.context.arranging import arranged
from sgm_git.workflows.context.fitting import Beyond, fitted
from sgm_git.workflows.context.gathering import gather
from sgm_git.workflows.context.model import Context, Nearness
from sgm_git.workflows.context.nearness import nearness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.context.model import Gathered, Sizes, Wanted
    from sgm_git.workflows.context.source import Source

_FEW = 12
"""Of each kind so many are looked at first: mostly the budget has no room for more."""


def tell(source: Source, wanted: Wanted, sizes: Sizes, before: Source | None = None) -> Context:
    """Give the context of the records of a source.

    ``sizes`` are those of the form in which it will be printed. With ``before``, the records as
    they were at ``wanted.since``, only what has changed since then. Raises what the source does.
    """
    gathered = gather(source, wanted, before, few=_FEW)
    context = choose(gathered, wanted, sizes)
    if not _has_room(context, gathered):
        return context
    return choose(gather(source, wanted, before), wanted, sizes)


def _has_room(context: Context, gathered: Gathered) -> bool:
    """Whether a section has shown all of it that was gathered, and there is more."""
    more = {name for name, number in gathered.beyond.items() if number}
    return any(
        left.name in more and left.count == gathered.beyond[left.name] for left in context.left_out
    )


def choose(gathered: Gathered, wanted: Wanted, sizes: Sizes) -> Context:
    """Give the context: what was gathered, in sections, as far as the budget allows.

    ``sizes`` are those of the form in which it will be printed.
    """
    blank = Context(
        sections=(),
        left_out=(),
        budget=wanted.budget,
        now=gathered.now,
        scope=wanted.scope,
        notes=(*gathered.notes, *_of_scope(gathered, wanted)),
        broken=gathered.broken,
        since=gathered.since,
    )
    return fitted(blank, arranged(gathered, wanted), Beyond(gathered.beyond, wanted), sizes)


def _of_scope(gathered: Gathered, wanted: Wanted) -> Iterator[str]:
    """Say what the scope keeps out, and that nothing has it."""
    if not wanted.scope:
        return
    found = [nearness(fields.scope(each.record), wanted.scope) for each in gathered.readings]
    if Nearness.OWN not in found:
        others = "parts of it, and of wider ones" if Nearness.WITHIN in found else "wider ones"
        yield f"no record has the wanted scope itself: what is here is of {others}"
    elsewhere = found.count(Nearness.ELSEWHERE)
    if elsewhere:
        records = "record lies" if elsewhere == 1 else "records lie"
        yield f"{elsewhere} {records} in other scopes and no part of this"
