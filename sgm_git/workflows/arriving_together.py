"""What commits bring that only all documents together show (DESIGN 6 and 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.losses import record_deleted
from sgm_git.checks.run import apply_policy, check_stock, finding_of
from sgm_git.checks.stock import Stock
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Subject
    from sgm_git.findings import Fault, Finding
    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.side import Side

_STOPPED = "the file stays, and is no record any more: it is below no root, or ignored"


def together(state: Arriving, stock: Stock) -> list[Finding]:
    """What can be said only of all documents together, if it could not be said before.

    What is a record no more is among it (K406).
    """
    found, there = check_stock(stock), state.there
    if there is None:
        return [each for each in found if state.is_changed(each.path)]
    known, old = _known(state, there, stock)
    new = [each for each in found if each.fingerprint not in known]
    if state.elsewhere:
        return [each for each in new if state.is_changed(each.path)]
    gone = [finding_of(b.path, fault, b.id) for b, fault in _gone(state, there, old, stock)]
    return [*new, *apply_policy(gone, state.records.settings.config)]


def _gone(
    state: Arriving, there: Side, old: Sequence[Brief], stock: Stock
) -> Iterator[tuple[Brief, Fault]]:
    """What is a record no more: its file is gone, or no root has it that readers will go by."""
    stopped = state.stopped
    if not stopped:
        yield from record_deleted(old, stock)
        return
    left = [brief for brief in stock.briefs if brief.path not in stopped]
    same = [b for b in stock.briefs if b.path in stopped and there.has(b.path)]
    for brief, fault in record_deleted([*old, *same], Stock(left, stock.policy, state.again)):
        yield brief, replace(fault, message=_STOPPED) if brief.path in stopped else fault


def _known(state: Arriving, there: Side, stock: Stock) -> tuple[set[str], list[Brief]]:
    """The fingerprints of what could be said before, and the documents that were otherwise."""
    entries = {entry.path: entry for entry in there.differing}
    old = [brief_of(subject_of(entry)) for entry in entries.values()]
    same = [brief for brief in stock.briefs if there.has(brief.path)]

    def load(paths: Collection[str]) -> Iterator[Subject]:
        yield from (subject_of(entries[path]) for path in paths if path in entries)
        yield from state.again([path for path in paths if path not in entries])

    known = check_stock(Stock([*old, *same], stock.policy, load))
    return {each.fingerprint for each in known}, old
