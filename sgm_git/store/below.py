"""Reaches the files below a folder through no symbolic link, whoever swaps one in meanwhile.

On POSIX each folder on the way is opened inside the one before it and must be a folder itself, and
a file is named inside the last: what is a link, or becomes one at any moment, is refused by the
system. A folder that is moved away while it is open is still the one that was below the top.
Where names cannot be looked up inside an open folder (Windows), links are looked for by path
beforehand, and a link that comes in between is followed.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType
    from typing import Self

_BY_HANDLE = (
    hasattr(os, "O_NOFOLLOW")
    and hasattr(os, "O_DIRECTORY")
    and (
        {os.open, os.stat, os.readlink, os.mkdir, os.rmdir, os.unlink, os.rename}
        <= os.supports_dir_fd
    )
)
_LEADING_ASTRAY = {"", ".", ".."}
_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _PLAIN  # a pipe must not be waited for
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _PLAIN


class OversizeError(OSError):
    """A file is larger than what was to be read of it; ``size`` is in bytes."""

    def __init__(self, size: int) -> None:
        super().__init__(errno.EFBIG, f"{size:,} bytes")
        self.size = size


class Below:
    """The files below ``top``; paths are relative to it, with forward slashes.

    Use it as a context manager. Every method raises OSError, with the whole path as its file's
    name: ELOOP or ENOTDIR where a link, or anything else that is no folder, is on the way.
    """

    def __init__(self, top: Path) -> None:
        self._top = top
        self._handles: list[int] = []
        self._parts: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._leave(0)

    def look(self, path: str) -> os.stat_result:
        """What the system says of a file, folder or link itself."""
        with self._in_folder(path) as (name, folder):
            return os.stat(name, dir_fd=folder, follow_symlinks=False)

    def target(self, path: str) -> bytes:
        """What a symbolic link says."""
        with self._in_folder(path) as (name, folder):
            return os.fsencode(os.readlink(name, dir_fd=folder))

    def read(self, path: str, limit: int) -> bytes:
        """The bytes of a regular file.

        Raises OversizeError, without having read it, for one of more than ``limit`` bytes, and
        FileNotFoundError for a pipe, a device and the like.
        """
        with self._in_folder(path) as (name, folder):
            _refuse_special(os.stat(name, dir_fd=folder, follow_symlinks=False))
            handle = os.open(name, _READ, dir_fd=folder)
            try:
                return _read(handle, limit)
            finally:
                os.close(handle)

    def create(self, path: str, data: bytes, *, mode: int | None, durable: bool) -> None:
        """Write a file that is not there yet, and the folders that lead to it.

        ``durable`` forces the bytes to the disk. After an error nothing is left but folders.
        """
        with self._in_folder(path, make=True) as (name, folder):
            handle = os.open(name, _CREATE, 0o666, dir_fd=folder)
            try:
                with open(handle, "wb") as file:  # noqa: PTH123 - it is open already
                    file.write(data)
                    file.flush()
                    if mode is not None and _BY_HANDLE:
                        os.fchmod(handle, mode)
                    if durable:
                        os.fsync(handle)
            except BaseException:
                os.unlink(name, dir_fd=folder)
                raise

    def rename(self, name: str, path: str) -> None:
        """Let the file ``name`` in the folder of ``path`` be the one at ``path``."""
        with self._in_folder(path) as (last, folder):
            beside = name if folder is not None else self._place(path).with_name(name)
            os.replace(beside, last, src_dir_fd=folder, dst_dir_fd=folder)

    def take(self, saved: Path, path: str) -> None:
        """Rename a file that was kept elsewhere to ``path``, and make the folders to it.

        Raises OSError with EXDEV where it lies on another file system.
        """
        with self._in_folder(path, make=True) as (name, folder):
            os.replace(saved, name, dst_dir_fd=folder)

    def adopt(self, saved: Path, path: str) -> None:
        """Let the file at ``path`` be one that was kept elsewhere, and make the folders to it.

        By rename where the file system allows it, so that a full disk cannot stop that.
        """
        try:
            self.take(saved, path)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
        else:
            return
        mode = stat.S_IMODE(saved.stat().st_mode)
        self.unlink(path)
        self.create(path, saved.read_bytes(), mode=mode, durable=False)

    def unlink(self, path: str) -> None:
        """Remove a file, if there is one."""
        with suppress(FileNotFoundError), self._in_folder(path) as (name, folder):
            os.unlink(name, dir_fd=folder)

    def flush(self, path: str) -> None:
        """Force the names in the folder of a path to the disk, where the system can."""
        with suppress(OSError), self._in_folder(path) as (_, folder):
            if folder is not None:
                os.fsync(folder)

    def remove_empty_parents(self, path: str, *, kept: int = 0) -> None:
        """Remove the folders above ``path`` that are empty, but not the first ``kept`` of them."""
        with suppress(OSError):
            while path.count("/") > kept:
                path = path.rpartition("/")[0]
                with self._in_folder(path) as (name, folder):
                    os.rmdir(name, dir_fd=folder)

    def _place(self, path: str) -> Path:
        return self._top / path

    @contextmanager
    def _in_folder(
        self, path: str, *, make: bool = False
    ) -> Iterator[tuple[str | Path, int | None]]:
        """Give the last part of a path and the open folder to look it up in.

        Without such folders it is the whole path, after a look for links, and None.
        """
        try:
            _refuse_astray(path)
            if not _BY_HANDLE:
                yield self._unlinked(path, make=make), None
            else:
                *parts, name = path.split("/")
                yield name, self._enter(parts, make=make)
        except OSError as error:
            error.filename, error.filename2 = str(self._place(path)), None
            raise

    def _enter(self, parts: list[str], *, make: bool) -> int:
        """Open folder after folder; those that the last path shared are open already."""
        if not self._handles:
            self._handles.append(os.open(self._top, _FOLDER & ~getattr(os, "O_NOFOLLOW", 0)))
        shared = 0
        for part, known in zip(parts, self._parts, strict=False):
            if part != known:
                break
            shared += 1
        self._leave(shared + 1)
        for part in parts[shared:]:
            if make:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=self._handles[-1])
            self._handles.append(os.open(part, _FOLDER, dir_fd=self._handles[-1]))
            self._parts.append(part)
        return self._handles[-1]

    def _leave(self, kept: int) -> None:
        while len(self._handles) > kept:
            os.close(self._handles.pop())
        del self._parts[max(kept - 1, 0) :]

    def _unlinked(self, path: str, *, make: bool) -> Path:
        place = self._place(path)
        for step in place.relative_to(self._top).parents:
            if (self._top / step).is_symlink():
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if make:
            place.parent.mkdir(parents=True, exist_ok=True)
        return place


def _refuse_astray(path: str) -> None:
    if _LEADING_ASTRAY & {*path.split("/")}:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


def _refuse_special(found: os.stat_result) -> None:
    """Raise for what is neither a file nor a link: opening it may wait or do something."""
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(found.st_mode):
        raise FileNotFoundError(errno.ENOENT, "no regular file")


def _read(handle: int, limit: int) -> bytes:
    found = os.fstat(handle)
    _refuse_special(found)
    if found.st_size > limit:
        raise OversizeError(found.st_size)
    chunks = []
    left = limit + 1
    while left and (chunk := os.read(handle, min(left, found.st_size + 1))):
        chunks.append(chunk)
        left -= len(chunk)
    if not left:
        raise OversizeError(limit + 1)  # it has grown meanwhile
    return b"".join(chunks)
