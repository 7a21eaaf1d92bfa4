"""Whether commits bear out a name that a record declares (DESIGN section 5, P305 and P310)."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from sgm_git.witness.signing import is_vouched

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.commits import Commit
    from sgm_git.witness.testimony import History


class Bearing(Enum):
    """How commits stand to a name."""

    BORNE = auto()  # their author is that, or nobody whom we know is and they say so
    LIKELY = auto()  # a known person, whom a co-author line or a host's signature stands for
    FOREIGN = auto()  # a known person, and nothing says that they made them
    UNHEARD = auto()  # nobody whom we know, and nothing speaks of them


def bearing(history: History, name: str, oids: Sequence[str]) -> Bearing:
    """Say how commits stand to a name that a record declares for one of them.

    What a message claims is good for agents and for names that are not known: anybody can write it.
    """
    commits = [history.commits[oid] for oid in oids]
    if any(_bears(history, name, commit) for commit in commits):
        return Bearing.BORNE
    if not history.people.is_known(name):
        return Bearing.UNHEARD
    is_likely = any(_stands_for(history, name, commit) for commit in commits)
    return Bearing.LIKELY if is_likely else Bearing.FOREIGN


def _bears(history: History, name: str, commit: Commit) -> bool:
    if history.bears(name, commit.author):
        return True
    return history.people.is_claimed(name, commit.message)


def _stands_for(history: History, name: str, commit: Commit) -> bool:
    if is_vouched(history.signatures.get(commit.oid), history.hosts):
        return True
    return history.people.is_co_author(name, commit.message)
