"""What a check said of a work tree, for as long as nothing changes (DESIGN section 10).

Everything that it depends on is under the seal: HEAD, the rules it was judged by, and size, times
and place of every file below the roots. As with git's own index, a file that was changed in the
last moment before it was looked at may change again without a trace: then nothing is kept.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sgm_git.git.partial import is_partial
from sgm_git.store.index.database import NONSENSE, with_index
from sgm_git.store.index.reports import keep_report, read_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sgm_git.store.recall import Judge
    from sgm_git.store.records import Records

Result = TypeVar("Result")

MOMENT = 2_000_000_000
"""Nanoseconds: more than the clock of any file system is coarse."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The state of a work tree as ``digest``, and the time of the check."""

    records: Records
    head: str
    place: str
    digest: str
    now: int
    is_settled: bool

    def read(self, parse: Callable[[str], Result]) -> Result | None:
        """What was said of this state, if it still holds; None where that is not known."""
        said = with_index(
            self.records.repository.common_dir,
            lambda index: read_report(index, self.place, self.digest, self.now),
        )
        try:
            return None if said is None else parse(said)
        except NONSENSE:  # damaged: it is found out again
            return None

    def keep(self, said: str) -> None:
        """Keep what was said, if nobody can have changed anything meanwhile."""
        repository = self.records.repository
        if self.is_settled and repository.head().oid == self.head:
            with_index(
                repository.common_dir,
                lambda index: keep_report(index, self.place, self.digest, self.now, said),
            )


def sealed(records: Records, judge: Judge, choice: str) -> Seal | None:
    """Give the seal of the work tree, under a judge, for a choice of records.

    None where what is said may change though nothing does: before the first commit, while a merge
    or the like is unfinished, and where objects may still be fetched. Raises CannotRun where git
    cannot tell.
    """
    repository, settings = records.repository, records.settings
    head, top = repository.head().oid, repository.work_tree
    if head is None or top is None or repository.unfinished() or is_partial(repository.common_dir):
        return None
    files = list(_looks(str(top), repository.list_files(settings.roots.prefixes)))
    under = (
        *(head, judge.name, repository.engine, repository.is_shallow, settings.roots.digest),
        *(settings.written, settings.notes, settings.problems, files),
    )
    newest = max((max(look.changed, look.written) for look in files), default=0)
    is_settled = newest + MOMENT < file_clock(repository.git_dir)
    place = _digest((str(repository.git_dir), choice))
    return Seal(records, head, place, _digest(under), judge.now, is_settled)


class _Look(NamedTuple):
    """A file as the file system tells of it; times in nanoseconds, zeros where it is gone."""

    path: str
    mode: int = 0
    number: int = 0
    size: int = 0
    written: int = 0
    changed: int = 0


def _looks(top: str, paths: Iterable[str]) -> Iterator[_Look]:
    for path in paths:
        try:
            seen = os.lstat(f"{top}/{path}")
        except OSError:
            yield _Look(path)
        else:
            times = seen.st_mtime_ns, seen.st_ctime_ns
            yield _Look(path, seen.st_mode, seen.st_ino, seen.st_size, *times)


def file_clock(folder: Path) -> int:
    """What the file system says that time is, in nanoseconds; zero where it cannot be asked."""
    try:
        with TemporaryFile(dir=folder) as file:
            return os.fstat(file.fileno()).st_mtime_ns
    except OSError:
        return 0


def _digest(told: object) -> str:
    return hashlib.sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()
