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
    is_rewound = fetched.was_rewound
    if here is None or there is None:
        is_gone = there is None and fetched.before is not None
        return Situation(here, there, None, mode, is_rewound or is_gone)
    bases = repository.merge_bases(here, there)
    base = bases[0] if bases else None
    has_merges = base not in (None, here) and _has_merges(repository, here, there)
    return Situation(here, there, base, mode, is_rewound, has_merges)


def _has_merges(repository: Repository, here: str, there: str) -> bool:
    return any(len(each.parents) > 1 for each in repository.history(here, (there,)))
