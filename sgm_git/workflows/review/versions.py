"""A file in two states of a repository: what it is there, and what stands in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE, MODE_LINK, MODE_SUBMODULE

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository, TreeEntry

MAX_BYTES = 1024 * 1024
_PLAIN = (MODE_FILE, MODE_EXECUTABLE)


@dataclass(frozen=True, slots=True)
class Version:
    """A file in one state; of one that is not there all is empty.

    ``data`` is what a plain file or a link holds, None where that is not there, cannot be read
    (``unread`` says why) or is a submodule.
    """

    entry: TreeEntry | None = None
    data: bytes | None = None
    unread: str = ""

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.entry is not None and self.entry.mode == MODE_LINK

    @property
    def is_submodule(self) -> bool:
        """Whether it is another repository at a commit."""
        return self.entry is not None and self.entry.mode == MODE_SUBMODULE

    @property
    def is_executable(self) -> bool:
        """Whether it can be started as a program."""
        return self.entry is not None and self.entry.mode == MODE_EXECUTABLE

    @property
    def plain(self) -> bytes | None:
        """What a plain file holds: nothing is read through a link."""
        return self.data if self.entry is not None and self.entry.mode in _PLAIN else None

    @property
    def oid(self) -> str | None:
        """The object that it is, None where it is not there."""
        return None if self.entry is None else self.entry.oid


ABSENT = Version()


@dataclass(frozen=True, slots=True)
class Versions:
    """A file before and after; ``former`` is where it lay before, if it moved."""

    path: str
    before: Version
    after: Version
    former: str | None = None


def version(repository: Repository, entry: TreeEntry | None) -> Version:
    """Read a file of a tree; raises nothing: what cannot be read says why."""
    if entry is None or entry.mode == MODE_SUBMODULE:
        return Version(entry)
    try:
        ((_, data),) = repository.read_blobs([entry.oid], MAX_BYTES)
    except CannotRun as error:
        return Version(entry, unread=error.message)
    if len(data) > MAX_BYTES:
        return Version(entry, unread=f"it is over the limit of {MAX_BYTES:,} bytes")
    return Version(entry, data)
