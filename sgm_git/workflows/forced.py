"""What a forced update takes away that was there: told, for to go back is lawful (DESIGN 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.run import check_document
from sgm_git.commits import short
from sgm_git.findings import Severity
from sgm_git.workflows.arriving import beside
from sgm_git.workflows.consented import Consented

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.workflows.arriving import Arriving

_MOST = 3
_LOSSES = "K"


def dropped(state: Arriving, policy: CheckPolicy, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Give a line for each loss against what is replaced, and for no more than a few.

    What the merge base has, too, is among the ``findings`` already, which are no excuse for it.
    """
    if state.replaced is None or state.records.settings.written is None:
        return ()
    said = {(each.path, each.code, each.pointer) for each in findings}
    found = [
        f"{each.path}: {each.code} {each.message} in place of {short(state.replaced.oid)}"
        for each in _losses(state, policy)
        if (each.path, each.code, each.pointer) not in said
    ]
    more = (f"and {len(found) - _MOST} more like that",) if len(found) > _MOST else ()
    return (*found[:_MOST], *more)


def _losses(state: Arriving, policy: CheckPolicy) -> Iterator[Finding]:
    consented, side = Consented(state.records, state.commits), state.replaced
    for entry in state.entries():
        if side is not None and state.is_changed(entry.path):
            for each in check_document(beside(side, entry, consented), policy):
                if each.code[0] == _LOSSES and each.severity is not Severity.INFO:
                    yield each
