"""Finds out where the branch here and the one at the remote stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.syncing.plan import Situation

if TYPE_CHECKING:
    from sgm_git.git.exchange.values import Fetched
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.syncing.model import Mode


def situation_of(repository: Repository, mode: Mode, fetched: Fetched) -> Situation:
    """Where both stand after a fetch; raises CannotRun where history is cut before they meet."""
    here, there = repository.head().oid, fetched.tip
    gone = there is None and fetched.before is not None
    base = None
    if here is not None and there is not None:
        bases = repository.merge_bases(here, there)
        base = bases[0] if bases else None
    has_merges = False
    if here is not None and there is not None and base is not None and here != base:
        has_merges = any(len(each.parents) > 1 for each in repository.history(here, (there,)))
    return Situation(here, there, base, mode, fetched.was_rewound or gone, has_merges)
