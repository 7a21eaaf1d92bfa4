"""A write of several files that survives being killed: written down first, undone if unfinished.

The journal lies in this work tree's git directory. It holds what each file was before, so that
a full disk cannot stop the way back, and a digest of what each file was to become, so that
recovery touches only files that are exactly as the dead write left them.
"""

from __future__ import annotations

import contextlib
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
from sgm_git.store.files import FileChange, write_temporary

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

    @property
    def temporary(self) -> str:
        """The file beside the target that stands in for it while it is written.

        Dot-names are no records: a reader beside us never takes a half-written one for one.
        """
        return posixpath.join(posixpath.dirname(self.path), f".sgm-{self.tag}.tmp")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _steps(changes: Sequence[FileChange]) -> list[_Step]:
    run = secrets.token_hex(4)
    return [
        _Step(
            change.path,
            f"{run}-{number}",
            change.before is not None,
            None if change.after is None else _digest(change.after),
        )
        for number, change in enumerate(changes)
    ]


class Journal:
    """The journal of one work tree. Call its methods only while the store's lock is held.

    ``folder`` lies in the git directory, ``top`` is the top of the work tree.
    """

    def __init__(self, folder: Path, top: Path) -> None:
        self._folder = folder
        self._top = top

    def apply(self, changes: Sequence[FileChange]) -> None:
        """Write every change down, then make it. Raises OSError with all files as they were."""
        steps = _steps(changes)
        try:
            with Below(self._top) as tree:
                self._prepare(tree, changes, steps)
                for change, step in zip(changes, steps, strict=True):
                    _perform(tree, change, step)
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
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        durable = len(changes) <= _DURABLE_FILES
        plan = [[s.path, s.tag, s.saved, s.digest] for s in steps]
        for change, step in zip(changes, steps, strict=True):
            if change.before is not None:
                saved = write_temporary(
                    self._folder / step.tag, step.tag, change.before, durable=durable
                )
                mode = _mode(tree, step.path)
                if mode is not None:
                    saved.chmod(mode)
                saved.replace(self._folder / step.tag)
        write_temporary(
            self._folder / _PLAN, "plan", json.dumps(plan).encode(), durable=durable
        ).replace(self._folder / _PLAN)
        for change, step in zip(changes, steps, strict=True):
            if change.after is not None:
                mode = _mode(tree, step.path)
                tree.create(step.temporary, change.after, mode=mode, durable=durable)

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
            tree.remove_empty_parents(step.path)


def _perform(tree: Below, change: FileChange, step: _Step) -> None:
    if change.after is None:
        tree.unlink(step.path)
        tree.remove_empty_parents(step.path)
    else:
        tree.rename(posixpath.basename(step.temporary), step.path)


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
