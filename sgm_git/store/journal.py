"""A write of several files that survives being killed: written down first, undone if unfinished.

The journal lies in this work tree's git directory. It holds what each file was before, so that
a full disk cannot stop the way back, what each is to become, so that a killed write leaves nothing
unfinished beside the files, and a digest of that, so that recovery touches only files that are
exactly as the dead write left them.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import posixpath
import secrets
import shutil
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.store.below import Below
from sgm_git.store.files import FileChange, naming, write_temporary

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

__all__ = ["FileChange", "Journal"]

_PLAN = "plan.json"
# Above this many files (an import) the disk is flushed once by git and not by us file by file.
_DURABLE_FILES = 100


@dataclass(frozen=True, slots=True)
class _Step:
    path: str
    tag: str
    saved: bool
    digest: str | None
    folders: int = 0
    """How many of the folders on the way to the file were there before."""

    @property
    def spare(self) -> str:
        """The name in the journal of what the file is to become."""
        return f"{self.tag}.new"

    @property
    def temporary(self) -> str:
        """The file beside the target that stands in for it where the journal is on another disk.

        Dot-names are no records: a reader beside us never takes a half-written one for one.
        """
        return posixpath.join(posixpath.dirname(self.path), f".sgm-{self.tag}.tmp")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _steps(tree: Below, changes: Sequence[FileChange]) -> list[_Step]:
    run = secrets.token_hex(4)
    return [
        _Step(
            change.path,
            f"{run}-{number}",
            change.before is not None,
            None if change.after is None else _digest(change.after),
            _folders(tree, change.path),
        )
        for number, change in enumerate(changes)
    ]


def _folders(tree: Below, path: str) -> int:
    """How many folders on the way to a file are there."""
    count = path.count("/")
    while count and _mode(tree, "/".join(path.split("/")[:count])) is None:
        count -= 1
    return count


class Journal:
    """The journal of one work tree. Call its methods only while the store's lock is held.

    ``folder`` lies in the git directory, ``top`` is the top of the work tree. With
    ``keeps_folders`` a folder stays whose last file is removed, as git would not leave it.
    """

    def __init__(self, folder: Path, top: Path, *, keeps_folders: bool = False) -> None:
        self._folder = folder
        self._top = top
        self._keeps_folders = keeps_folders

    def apply(self, changes: Sequence[FileChange]) -> None:
        """Write every change down, then make it.

        Raises OSError, which names the file that could not be written, with all files as they were.
        """
        steps: list[_Step] = []
        try:
            with Below(self._top) as tree:
                steps += _steps(tree, changes)
                self._prepare(tree, changes, steps)
                for change, step in zip(changes, steps, strict=True):
                    with naming(self._top / change.path):
                        self._perform(tree, change, step)
                if len(changes) <= _DURABLE_FILES:
                    for path in {posixpath.dirname(c.path): c.path for c in changes}.values():
                        tree.flush(path)
        except BaseException:
            self._undo(steps)
            self.close()
            raise

    def close(self) -> None:
        """Forget the journal: the write is finished, or undone.

        The plan goes first: without it what is left means nothing, whenever we are killed.
        """
        (self._folder / _PLAN).unlink(missing_ok=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def roll_back(self) -> None:
        """Make every file of an applied write what it was before, and forget the journal.

        Also what a hook made of it meanwhile: the write never was, and so is what came of it.
        """
        with Below(self._top) as tree:
            for step in self._read():
                self._put_back(tree, step)
        self.close()

    def recover(self, landed: Callable[[Sequence[str]], Collection[str]]) -> list[str]:
        """Undo what a killed write left; give the paths that were put back.

        ``landed`` tells which of some paths are committed as they stand in the work tree: a
        commit that was under way when the writer died is kept.
        """
        if not self._folder.is_dir():
            return []
        steps = self._read()
        with Below(self._top) as tree:
            for step in steps:
                _forget_temporary(tree, step)
        kept = landed([step.path for step in steps]) if steps else ()
        put = self._undo([step for step in steps if step.path not in kept])
        self.close()
        return put

    def _prepare(self, tree: Below, changes: Sequence[FileChange], steps: Sequence[_Step]) -> None:
        for left in self._read():
            _forget_temporary(tree, left)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        durable = len(changes) <= _DURABLE_FILES
        for change, step in zip(changes, steps, strict=True):
            with naming(self._top / change.path):
                self._keep(change, step, _mode(tree, step.path), durable=durable)
        plan = [[s.path, s.tag, s.saved, s.digest, s.folders] for s in steps]
        with naming(self._folder / _PLAN):
            write_temporary(
                self._folder / _PLAN, "plan", json.dumps(plan).encode(), durable=durable
            ).replace(self._folder / _PLAN)

    def _keep(self, change: FileChange, step: _Step, mode: int | None, *, durable: bool) -> None:
        """Write down what a file is and what it is to become."""
        with Below(self._folder) as spares:
            if change.before is not None:
                spares.create(step.tag, change.before, mode=mode, durable=durable)
            if change.after is not None:
                spares.create(step.spare, change.after, mode=mode, durable=durable)

    def _perform(self, tree: Below, change: FileChange, step: _Step) -> None:
        if change.after is not None:
            self._replace(tree, step, change.after)
            return
        tree.unlink(step.path)
        if not self._keeps_folders:
            tree.remove_empty_parents(step.path)

    def _replace(self, tree: Below, step: _Step, data: bytes) -> None:
        try:
            tree.take(self._folder / step.spare, step.path)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            tree.create(step.temporary, data, mode=_mode(tree, step.path), durable=True)
            tree.rename(posixpath.basename(step.temporary), step.path)

    def _read(self) -> list[_Step]:
        with contextlib.suppress(OSError, ValueError, TypeError):
            return [_Step(*row) for row in json.loads((self._folder / _PLAN).read_bytes())]
        return []

    def _undo(self, steps: Sequence[_Step]) -> list[str]:
        with Below(self._top) as tree:
            return [step.path for step in steps if self._undo_step(tree, step)]

    def _undo_step(self, tree: Below, step: _Step) -> bool:
        _forget_temporary(tree, step)
        if not _is_as_left(tree, step):
            return False
        self._put_back(tree, step)
        return True

    def _put_back(self, tree: Below, step: _Step) -> None:
        if step.saved:
            tree.adopt(self._folder / step.tag, step.path)
        else:
            tree.unlink(step.path)
            tree.remove_empty_parents(step.path, kept=step.folders)


def _mode(tree: Below, path: str) -> int | None:
    try:
        return stat.S_IMODE(tree.look(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _forget_temporary(tree: Below, step: _Step) -> None:
    with contextlib.suppress(OSError):  # what lies behind a link is none of ours
        tree.unlink(step.temporary)


def _is_as_left(tree: Below, step: _Step) -> bool:
    try:
        return _digest(tree.read(step.path, STANDARD.document)) == step.digest
    except FileNotFoundError:
        return step.digest is None
    except OSError:
        return False
