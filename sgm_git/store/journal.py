"""A write of several files that survives being killed: written down first, undone if unfinished.

The journal lies in this work tree's git directory. It holds what each file was before, so that
a full disk cannot stop the way back, and a digest of what each file was to become, so that
recovery touches only files that are exactly as the dead write left them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.store.files import (
    flush_directory,
    put_back,
    remove_empty_parents,
    temporary_beside,
    write_temporary,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

_PLAN = "plan.json"
# Above this many files (an import) the disk is flushed once by git and not by us file by file.
_DURABLE_FILES = 100


@dataclass(frozen=True, slots=True)
class FileChange:
    """What one file is now and is to become; ``None`` means that there is no file."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class _Step:
    path: str
    tag: str
    saved: bool
    digest: str | None


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
            self._prepare(changes, steps)
            for change, step in zip(changes, steps, strict=True):
                self._perform(change, step)
            if len(changes) <= _DURABLE_FILES:
                for folder in {(self._top / c.path).parent for c in changes}:
                    flush_directory(folder)
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
        for step in self._read():
            self._put_back(step)
        self.close()

    def recover(self, landed: Callable[[Sequence[str]], Collection[str]]) -> list[str]:
        """Undo what a killed write left; give the paths that were put back.

        ``landed`` tells which of some paths are committed as they stand in the work tree: a
        commit that was under way when the writer died is kept.
        """
        if not self._folder.is_dir():
            return []
        steps = self._read()
        for step in steps:
            temporary_beside(self._top / step.path, step.tag).unlink(missing_ok=True)
        kept = landed([step.path for step in steps]) if steps else ()
        put = self._undo([step for step in steps if step.path not in kept])
        self.close()
        return put

    def _prepare(self, changes: Sequence[FileChange], steps: Sequence[_Step]) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        durable = len(changes) <= _DURABLE_FILES
        plan = [[s.path, s.tag, s.saved, s.digest] for s in steps]
        for change, step in zip(changes, steps, strict=True):
            if change.before is not None:
                saved = write_temporary(
                    self._folder / step.tag, step.tag, change.before, durable=durable
                )
                with contextlib.suppress(FileNotFoundError):
                    shutil.copymode(self._top / step.path, saved)
                saved.replace(self._folder / step.tag)
        write_temporary(
            self._folder / _PLAN, "plan", json.dumps(plan).encode(), durable=durable
        ).replace(self._folder / _PLAN)
        for change, step in zip(changes, steps, strict=True):
            if change.after is not None:
                write_temporary(self._top / step.path, step.tag, change.after, durable=durable)

    def _perform(self, change: FileChange, step: _Step) -> None:
        target = self._top / step.path
        if change.after is None:
            target.unlink(missing_ok=True)
            remove_empty_parents(target, self._top)
        else:
            temporary_beside(target, step.tag).replace(target)

    def _read(self) -> list[_Step]:
        with contextlib.suppress(OSError, ValueError, TypeError):
            return [_Step(*row) for row in json.loads((self._folder / _PLAN).read_bytes())]
        return []

    def _undo(self, steps: Sequence[_Step]) -> list[str]:
        return [step.path for step in steps if self._undo_step(step)]

    def _undo_step(self, step: _Step) -> bool:
        target = self._top / step.path
        temporary_beside(target, step.tag).unlink(missing_ok=True)
        if not self._as_left(target, step.digest):
            return False
        self._put_back(step)
        return True

    def _put_back(self, step: _Step) -> None:
        target = self._top / step.path
        if step.saved:
            put_back(self._folder / step.tag, target)
        else:
            target.unlink(missing_ok=True)
            remove_empty_parents(target, self._top)

    def _as_left(self, target: Path, digest: str | None) -> bool:
        try:
            return _digest(target.read_bytes()) == digest
        except FileNotFoundError:
            return digest is None
        except OSError:
            return False
