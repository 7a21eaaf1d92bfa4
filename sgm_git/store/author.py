"""Who writes the commit that is not made yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import Identity
from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository


def author_to_be(repository: Repository) -> Identity:
    """Who will be the author of the next one; nobody where git knows none.

    Whoever commits will be told.
    """
    try:
        picked = repository.picked()
        if picked is not None:
            return next(iter(repository.history(picked))).author
        return repository.identity()
    except CannotRun:
        return Identity("", "")
