"""Why a sync stops before it has done anything: a person must look first."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.errors import CannotRun
from sgm_git.store.settings_at import settings_at
from sgm_git.workflows.syncing.model import SyncState, Trouble
from sgm_git.workflows.syncing.plan import Way

if TYPE_CHECKING:
    from sgm_git.git.exchange.values import Fetched
    from sgm_git.workflows.syncing.ground import Ground
    from sgm_git.workflows.syncing.plan import Plan, Situation

_SETUP = ".sgm"


def standing_still(ground: Ground, chosen: Plan, fetched: Fetched) -> tuple[SyncState, Trouble]:
    """Say what is wrong at the remote, and what plain git can do about it."""
    if chosen.way is Way.UNRELATED:
        return SyncState.REFUSED, _unrelated(ground)
    if fetched.tip is None:
        return SyncState.REWOUND, _gone(ground)
    return SyncState.REWOUND, _rewound(ground, fetched)


def refuse_unreadable(ground: Ground, chosen: Plan, found: Situation) -> None:
    """Raise CannotRun where a configuration is to come in under which nothing would run here."""
    repository, here, there = ground.records.repository, found.here, found.there
    if chosen.way is Way.NOTHING or there is None:
        return
    if here is not None and not repository.tree_changes(here, there, (_SETUP,)):
        return
    try:
        settings_at(repository, there, there)
    except CannotRun as error:
        raise CannotRun(
            f"{ground.there} has a configuration that cannot be used here, and nothing was"
            f" changed: {error.message}",
            hint=error.hint,
        ) from error


def _unrelated(ground: Ground) -> Trouble:
    return Trouble(
        f"{ground.there} and the branch here have no commit in common, and nothing was changed",
        f"see what it is: git log {_word(ground.there)}; "
        f"git pull --allow-unrelated-histories {_from(ground)} would join them",
    )


def _gone(ground: Ground) -> Trouble:
    return Trouble(
        f"the branch {ground.branch} is gone from {ground.upstream.remote}, and nothing was"
        " changed",
        f"to make it anew: git push {_word(ground.upstream.remote)} HEAD:{_word(ground.branch)};"
        f" to forget it: git fetch --prune {_word(ground.upstream.remote)}",
    )


def _rewound(ground: Ground, fetched: Fetched) -> Trouble:
    number = len(fetched.gone)
    what = "1 commit that was there is" if number == 1 else f"{number} commits that were there are"
    newest = f", the newest {short(fetched.gone[0])}" if fetched.gone else ""
    fork = short(fetched.gone[0]) if fetched.gone else "OLD"
    return Trouble(
        f"{ground.there} was rewound: {what} gone from it{newest}; nothing was changed",
        "ask who did it. To follow, with your own commits alone:"
        f" git fetch, then git rebase --onto {_word(ground.there)} {fork}; to put them back there:"
        f" git rebase {_word(ground.there)}, then git push",
    )


def _from(ground: Ground) -> str:
    return f"{_word(ground.upstream.remote)} {_word(ground.branch)}"


def _word(text: str) -> str:
    return shlex.quote(text)
