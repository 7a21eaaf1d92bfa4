"""The documents of a commit in short, kept in the index and brought forward with the commits.

Only what a commit changed is read again. What is not kept yet, or lies too far back, is read whole
where that is little enough, else left alone: a check of everything keeps it (DESIGN section 7).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.checks.brief import brief_of
from sgm_git.checks.vicinity import layered
from sgm_git.errors import CannotRun
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.store.index.stock import KeptStock
from sgm_git.store.scan import root_of_place, stored_entries
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.vicinity import Finder
    from sgm_git.git.protocol import Repository, TreeEntry
    from sgm_git.policy.paths import Roots
    from sgm_git.store.index.stock import Stored

Known: TypeAlias = "Callable[[str, str], Brief | None]"
"""Gives the document at a path, if it is at hand and its bytes are those of a blob."""

Left: TypeAlias = Literal["too many", "not here"]
"""Why the documents of a commit are left alone."""

MANY = 5_000
"""Documents that are read where none is kept; of more, none is."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """The documents of one commit: those that are kept, and what changed since.

    ``changed`` are the paths at which something changed, ``documents`` what lies there now.
    """

    kept: KeptStock
    tip: str
    changed: frozenset[str]
    documents: tuple[Stored, ...]
    is_whole: bool = False

    @property
    def find(self) -> Finder:
        """Finds the documents of the commit by key."""
        below: Finder = (lambda _: ()) if self.is_whole else self.kept.find
        return layered(below, self.changed, [brief for _, brief in self.documents])

    def keep(self) -> None:
        """Keep it for the next time; not while another process writes to the index."""
        if self.is_whole:
            self.kept.replace(self.tip, self.documents)
        elif self.kept.tip != self.tip:
            self.kept.move(self.tip, self.changed, self.documents)


def mirror(
    connection: sqlite3.Connection, repository: Repository, roots: Roots, tip: str
) -> Mirror | Left:
    """Give the documents of the commit ``tip``.

    Or why not: too many would have to be read, or some were never fetched (a partial clone).
    Raises CannotRun where git cannot tell.
    """
    kept = KeptStock(connection, roots)
    if kept.tip == tip:
        return Mirror(kept, tip, frozenset(), ())
    changes = _changes(repository, roots, kept.tip, tip)
    if changes is not None:
        listed = [entry for entry in changes.values() if entry is not None]
    else:
        listed = _documents(repository, roots, tip)
    if len(listed) > MANY:
        return "too many"
    try:
        documents = tuple(_stored(repository, roots, listed))
    except CannotRun:
        if _are_here(repository, listed):
            raise
        return "not here"
    return Mirror(kept, tip, frozenset(changes or ()), documents, is_whole=changes is None)


def bring(kept: KeptStock, repository: Repository, roots: Roots, tip: str, known: Known) -> None:
    """Let the documents of the commit ``tip`` be kept; those that are known are not read again.

    Raises CannotRun where git cannot tell.
    """
    if kept.tip == tip:
        return
    changes = _changes(repository, roots, kept.tip, tip)
    if changes is None:
        kept.replace(tip, _all(repository, roots, _documents(repository, roots, tip), known))
    else:
        listed = [entry for entry in changes.values() if entry is not None]
        kept.move(tip, changes, _all(repository, roots, listed, known))


def _changes(
    repository: Repository, roots: Roots, old: str | None, new: str
) -> dict[str, TreeEntry | None] | None:
    """What changed between two commits; None where that cannot be told, or is too much."""
    if old is None:
        return None
    with suppress(CannotRun):  # the old one may be gone
        told = repository.tree_changes(old, new, roots.prefixes)
        changes = {path: told[path] for path in told if root_of_place(roots, path) is not None}
        return changes if len(changes) <= MANY else None
    return None


def _documents(repository: Repository, roots: Roots, tip: str) -> list[TreeEntry]:
    return [
        entry
        for entry in repository.list_tree(tip, roots.prefixes)
        if entry.mode != MODE_SUBMODULE
        and root_of_place(roots, entry.path, is_link=entry.mode == MODE_LINK) is not None
    ]


def _are_here(repository: Repository, listed: Iterable[TreeEntry]) -> bool:
    wanted = {entry.oid for entry in listed if entry.mode not in (MODE_LINK, MODE_SUBMODULE)}
    return repository.present_blobs(sorted(wanted)) >= wanted


def _all(
    repository: Repository, roots: Roots, listed: Iterable[TreeEntry], known: Known
) -> Iterator[Stored]:
    unknown = []
    for entry in listed:
        brief = None if entry.mode == MODE_LINK else known(entry.path, entry.oid)
        if brief is None:
            unknown.append(entry)
        else:
            yield entry.oid, brief
    yield from _stored(repository, roots, unknown)


def _stored(repository: Repository, roots: Roots, listed: Iterable[TreeEntry]) -> Iterator[Stored]:
    for entry in stored_entries(repository, roots, listed):
        yield entry.blob, brief_of(subject_of(entry))
