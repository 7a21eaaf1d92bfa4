"""Which state a session reads that proposes: the one that its next change is held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.errors import CannotRun
from sgm_git.tools.acting import actor
from sgm_git.workflows.proposal_branch import chosen_line

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.tools.tool import Session

_BELOW = "refs/heads/"


class Vantage(NamedTuple):
    """A commit, and the note that says so; without one the work tree is read."""

    rev: str | None = None
    notes: tuple[str, ...] = ()


def vantage(session: Session, store: Store) -> Vantage:
    """Give what a session reads where it names no state.

    What proposes goes on with its own branch, else it begins at the trusted side: there a record
    may have another blob than in the work tree, or be a record only there.
    """
    if not session.proposes:
        return Vantage()
    repository = store.repository
    try:
        line = chosen_line(repository, actor(session, store), None)
    except CannotRun:  # there is no commit yet
        return Vantage()
    if line.ref is not None:
        name = line.ref.removeprefix(_BELOW)
        return Vantage(line.start, (f"read on the branch {name}, where this session proposes",))
    if _is_here(store, line.start):
        return Vantage()
    return Vantage(line.start, (f"read at {line.base}, where proposals of this session begin",))


def _is_here(store: Store, commit: str) -> bool:
    """Whether the records of the work tree are those of a commit."""
    repository, roots = store.repository, store.records.settings.roots
    if repository.work_tree is None or repository.head().oid != commit:
        return False
    return repository.changed_paths(roots.prefixes) == []
