"""The records of one repository: finding, reading and writing them."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, NoSuchRecord
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.store import parts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.record.provenance import Actor
    from sgm_git.store.entry import Entry
    from sgm_git.store.files import FileChange
    from sgm_git.store.settings import Settings
    from sgm_git.store.transaction import Transaction
    from sgm_git.store.writing import Writing


class Records:
    """The records of one repository under its settings; ``clock`` gives seconds since the epoch."""

    def __init__(
        self,
        repository: Repository,
        settings: Settings | Callable[[], Settings],
        clock: Callable[[], float],
    ) -> None:
        """A function for ``settings`` is called once they are asked for, and only then."""
        self.repository = repository
        self._settings = settings
        self._clock = clock

    @cached_property
    def settings(self) -> Settings:
        """The settings; raises CannotRun where they cannot be read."""
        return self._settings() if callable(self._settings) else self._settings

    def under(self, settings: Settings) -> Records:
        """The same records under other settings."""
        return Records(self.repository, settings, self._clock)

    def afresh(self) -> Records:
        """The same records, whose settings are read again if this one had to read them."""
        return Records(self.repository, self._settings, self._clock)

    def now(self) -> int:
        """The time, in whole seconds since the epoch."""
        return int(self._clock())

    def entries(
        self,
        *,
        rev: str | None = None,
        staged: bool = False,
        among: Collection[str] | None = None,
        with_copies: bool = False,
    ) -> Iterator[Entry]:
        """Every document by path: of the work tree, of the index, or of the commit ``rev``.

        With ``among`` only those that lie at these paths, which are all that is read then. What a
        sync client left beside a record is none, unless it is asked for (``with_copies``).
        """
        scan, place = parts.scan, (self.repository, self.settings.roots)
        if staged:
            return scan.index_entries(*place, among, with_copies=with_copies)
        if rev is None:
            return scan.work_tree_entries(*place, among, with_copies=with_copies)
        oid = self.repository.resolve(rev)
        return scan.revision_entries(*place, oid, among, with_copies=with_copies)

    def committed(self) -> dict[str, str]:
        """The blob id of every plain file below the roots that HEAD has, by path."""
        oid = self.repository.head().oid
        if oid is None:
            return {}
        listed = self.repository.list_tree(oid, self.settings.roots.prefixes)
        return {e.path: e.oid for e in listed if e.mode not in (MODE_LINK, MODE_SUBMODULE)}

    def has(self, path: str) -> bool:
        """Whether the work tree has anything at a path, be it a record or not."""
        return os.path.lexists(self.top() / path)

    def get(self, ref: str, *, rev: str | None = None) -> Entry:
        """The record that ``id`` or ``root:id`` names; raises NoSuchRecord."""
        try:
            return parts.catalog.Catalog(self.entries(rev=rev)).get(ref)
        except NoSuchRecord as error:
            if rev is None:
                raise
            raise NoSuchRecord(f"at {rev} {error.message}", hint=error.hint) from None

    def transaction(
        self, actor: Actor, writing: Writing | None = None
    ) -> AbstractContextManager[Transaction]:
        """Hold the store's lock for a block of writes; judge, make and commit them at its end.

        After an exception, in the block or at its end, every file, the index and HEAD are as
        they were. Raises CannotRun where the lock is held, an operation of git is unfinished or
        git cannot commit; Refused where the writes may not be made.
        """
        return parts.writing.Writer(self).transaction(actor, writing)

    def write_files(self, changes: Sequence[FileChange]) -> list[str]:
        """Change files of the work tree as one, under the lock, without a commit.

        For mending what is there: nothing is judged. Gives the files that the index announces now,
        since others went for them. Raises CannotRun as a transaction does, Refused where a file
        is no longer what the change was made for; then every file is as it was.
        """
        return parts.writing.Writer(self).write_files(changes)

    def top(self) -> Path:
        """The top of the work tree; raises CannotRun in a bare repository."""
        if self.repository.work_tree is None:
            raise CannotRun("a bare repository has no work tree to write to", hint="use a clone")
        return self.repository.work_tree
