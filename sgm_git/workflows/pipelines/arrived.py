"""Whether a pipeline has come to where a forge takes it from: a commit, and the default branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.workflows.diagnosis import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.protocol import Repository


def diagnose_arrival(
    repository: Repository, pipelines: Sequence[str], others: Sequence[str]
) -> Iterator[Diagnosis]:
    """Give which pipelines look at what is proposed, and which files a forge does not have yet.

    ``others`` are files that pipelines need. Serves DESIGN section 11. Raises CannotRun where git
    cannot read a commit.
    """
    paths = tuple(dict.fromkeys((*pipelines, *others)))
    head, trusted = repository.head().oid, repository.trusted_ref()
    loose = _missing(repository, head, paths)
    base = _commit(repository, trusted) or head
    ahead = [path for path in _missing(repository, base, paths) if path not in loose]
    there = [path for path in pipelines if path not in (*loose, *ahead)]
    if there:
        yield Diagnosis("ok", f"what is proposed is looked at by {', '.join(there)}")
    if loose:
        what = f"not committed, so that no forge runs it: {', '.join(loose)}"
        hint = f"git add {' '.join(loose)}, commit, and get that onto the default branch"
        yield Diagnosis("warning", what, hint)
    if ahead:
        what = f"not in {trusted}, so that what is proposed there is not reviewed by it"
        hint = "get the commit that has it onto the default branch, then git fetch"
        yield Diagnosis("warning", f"{what}: {', '.join(ahead)}", hint)


def _commit(repository: Repository, trusted: str | None) -> str | None:
    """The commit that is trusted; a ref that leads to none is told elsewhere."""
    try:
        return repository.resolve(trusted) if trusted else None
    except CannotRun:
        return None


def _missing(repository: Repository, oid: str | None, paths: Sequence[str]) -> list[str]:
    """Those of the paths that a commit does not have."""
    had = {entry.path for entry in repository.list_tree(oid, paths)} if oid else set()
    return [path for path in paths if path not in had]
