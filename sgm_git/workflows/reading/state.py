"""Which state of a store is read, and by whose word."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from posixpath import dirname, join
from typing import TYPE_CHECKING

from sgm_git.policy.copies import copied_from
from sgm_git.store.below import Below
from sgm_git.store.copies import copies_among
from sgm_git.store.scan import read_file, root_of_place
from sgm_git.witness.review import Side
from sgm_git.workflows.reading.gather import reading_policy
from sgm_git.workflows.reading.sides import (
    TrustedSide,
    side_config,
    side_of,
    side_roots,
    side_schemas,
    side_word,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.git.protocol import Repository
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.store.trusted import Trusted


@dataclass(frozen=True, slots=True)
class State:
    """The work tree, or the commit ``rev``, as readers see it.

    ``records`` are under the trusted side's settings, with its roots before those that are here;
    ``head`` is the commit that is read, or on which the work tree stands (None: none yet). ``now``
    is in seconds since the epoch.
    """

    records: Records
    side: TrustedSide
    word: Trusted
    policy: CheckPolicy
    now: int
    head: str | None
    rev: str | None
    notes: tuple[str, ...]

    def entries(self, paths: Collection[str] | None = None) -> Iterator[Entry]:
        """Give the documents, or those at certain paths, which are all that is read then.

        What a sync client left beside a record is none.
        """
        if paths is None or self.rev is not None:
            return self.records.entries(rev=self.rev, among=paths)
        return self._files(sorted(frozenset(paths) - self.copies(paths)))

    def documents(self, paths: Iterable[str]) -> list[str]:
        """Give those of the paths at which a document would lie."""
        roots = self.records.settings.roots
        return [path for path in paths if root_of_place(roots, path) is not None]

    def copies(self, paths: Iterable[str]) -> frozenset[str]:
        """Give those files of the work tree that are a sync client's copies of others.

        History has them as HEAD does, if it does: nothing that is read depends on their edits.
        """
        return copies_among(paths, self._listed)

    def copies_beside(self, paths: Iterable[str]) -> Iterator[str]:
        """Give the files of the work tree that may be copies of what lies at some paths, or lay."""
        asked = frozenset(paths)
        top = self.records.top()
        for folder in sorted({dirname(path) for path in asked}):
            for name in _names_in(top / folder):
                path = join(folder, name)
                if any(each.original in asked for each in copied_from(path)):
                    yield path

    def _listed(self, paths: Collection[str]) -> Iterator[Entry]:
        """Those of the files that git does not ignore."""
        return self._files(self.records.repository.list_files(sorted(paths)))

    def _files(self, paths: Iterable[str]) -> Iterator[Entry]:
        repository, roots = self.records.repository, self.records.settings.roots
        with Below(self.records.top()) as tree:
            for path in paths:
                root = roots.root_of(path)
                entry = None if root is None else read_file(repository, tree, root, path)
                if entry is not None and not entry.is_link:
                    yield entry


def _names_in(folder: Path) -> list[str]:
    with suppress(OSError):  # it is gone
        return sorted(each.name for each in folder.iterdir())
    return []


def state_of(records: Records, now: int, rev: str | None = None) -> State:
    """Give the state of the work tree, or of the commit with the object id ``rev``.

    Raises CannotRun where git cannot tell.
    """
    repository = records.repository
    head = repository.head().oid
    side = _beside(repository, side_of(repository, head), rev)
    config, notes = side_config(repository, side, records.settings.config)
    settings = replace(
        records.settings,
        config=config,
        roots=side_roots(repository, side, records.settings.roots),
        schemas=side_schemas(repository, side, head, records.settings.schemas),
    )
    told = (*records.settings.notes, *side.notes, *notes)
    return State(
        records.under(settings),
        side,
        side_word(repository, side),
        reading_policy(settings, now),
        now,
        head if rev is None else rev,
        rev,
        told,
    )


def state_if_reviewed(records: Records, now: int, rev: str, trusted: str) -> State:
    """Give the state of the commit ``rev`` as if just that were reviewed.

    People, signers, acceptances and the like are those of the commit ``trusted``, as are the
    settings of ``records``. Both are object ids. Raises CannotRun where git cannot tell.
    """
    repository = records.repository
    side = TrustedSide(Side.RESOLVED, trusted, ())
    config, notes = side_config(repository, side, records.settings.config)
    settings = replace(records.settings, config=config)
    return State(
        records.under(settings),
        replace(side, oid=rev),
        side_word(repository, side),
        reading_policy(settings, now),
        now,
        rev,
        rev,
        notes,
    )


def _beside(repository: Repository, side: TrustedSide, rev: str | None) -> TrustedSide:
    """The trusted side as it was, for a commit that leads to it: that was reviewed, too."""
    if rev is None or side.oid is None or not repository.is_ancestor(rev, side.oid):
        return side
    return replace(side, oid=rev)
