"""Replaces files of the work tree as one, without the store's lock, and can put them back.

A hook cannot take that lock: a writer of ours may hold it and wait for the very git that runs the
hook. So nothing is left here for a later run to recover: whoever is killed half-way has replaced
some of the files, each of them whole.
"""

from __future__ import annotations

import posixpath
import secrets
import shutil
import stat
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun
from sgm_git.git.interrupts import uninterrupted
from sgm_git.store.below import Below

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sgm_git.store.files import FileChange

_FOLDER = "swap-"
_STALE_SECONDS = 3600.0  # what a killed run has left by then is nobody's any more
_DURABLE_FILES = 100  # above this many the disk is not flushed file by file


@contextmanager
def swapped(top: Path, folder: Path, changes: Sequence[FileChange]) -> Iterator[list[str]]:
    """Replace files below ``top`` for a block, and for good unless it raises.

    Gives the paths of those that were replaced: what is not as its change says that it was is
    left alone. All changes are of files that are there. Copies lie in ``folder``, which is made,
    or beside the files where that is on another disk; after the block none is left. Raises
    OSError, with every file as it was, and CannotRun where one cannot be put back, which says
    where its copy lies.
    """
    swap = _Swap(top, folder, changes)
    try:
        yield swap.make()
    except BaseException:
        with uninterrupted():
            swap.undo()
            swap.close()
        raise
    swap.close()


class _Swap:
    """Keeps beside each file what it was and what it is to become."""

    def __init__(self, top: Path, folder: Path, changes: Sequence[FileChange]) -> None:
        self._top = top
        self._changes = changes
        self._tag = secrets.token_hex(8)
        self._folder = folder / f"{_FOLDER}{self._tag}"
        self._is_far = False  # some of the spares lie beside their files

    def make(self) -> list[str]:
        if not self._changes:
            return []
        _forget_stale(self._folder.parent)
        self._folder.mkdir(parents=True)
        durable = len(self._changes) <= _DURABLE_FILES
        with Below(self._top) as tree, Below(self._folder) as spares:
            for number, change in enumerate(self._changes):
                self._keep(tree, spares, number, change, durable=durable)
            return [
                change.path
                for number, change in enumerate(self._changes)
                if self._replace(tree, f"{number}.new", change.path, change.before)
            ]

    def undo(self) -> None:
        with Below(self._top) as tree:
            for number, change in enumerate(self._changes):
                spare = f"{number}.old"
                try:
                    self._replace(tree, spare, change.path, change.after)
                except FileNotFoundError:
                    continue  # it was not even kept
                except OSError as error:
                    kept = self._folder / spare
                    raise CannotRun(
                        f"cannot put {change.path} back: {error.strerror}",
                        hint=f"what it was is in {kept}" if kept.exists() else None,
                    ) from error

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        if not self._is_far:
            return
        with Below(self._top) as tree:
            for number, change in enumerate(self._changes):
                for end in ("old", "new"):
                    with suppress(OSError):
                        tree.unlink(self._beside(f"{number}.{end}", change.path))

    def _keep(
        self, tree: Below, spares: Below, number: int, change: FileChange, *, durable: bool
    ) -> None:
        found = tree.look(change.path)
        mode, near = stat.S_IMODE(found.st_mode), self._is_near(found.st_dev)
        self._is_far = self._is_far or not near
        for end, data in (("old", change.before), ("new", change.after)):
            name = f"{number}.{end}"
            home, place = (spares, name) if near else (tree, self._beside(name, change.path))
            home.create(place, data or b"", mode=mode, durable=durable)

    def _replace(self, tree: Below, spare: str, path: str, expected: bytes | None) -> bool:
        """Put a spare in a file's place, if that holds what is expected."""
        try:
            if tree.read(path, STANDARD.document) != expected:
                return False
        except OSError:
            return False  # somebody took it away, or put something else there
        if self._is_near(tree.look(path).st_dev):
            tree.adopt(self._folder / spare, path)
        else:
            tree.rename(posixpath.basename(self._beside(spare, path)), path)
        return True

    def _is_near(self, device: int) -> bool:
        """Whether a file can be renamed to where the spares are, which is on this device."""
        return self._folder.stat().st_dev == device

    def _beside(self, spare: str, path: str) -> str:
        """A dot-name, which is no record's."""
        return posixpath.join(posixpath.dirname(path), f".sgm-{self._tag}-{spare}.tmp")


def _forget_stale(folder: Path) -> None:
    with suppress(OSError):
        for each in folder.glob(f"{_FOLDER}*"):
            if time.time() - each.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(each, ignore_errors=True)
