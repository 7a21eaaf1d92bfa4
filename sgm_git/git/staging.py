"""What the rest of the package may ask of git about what is staged, and change there (DESIGN 7).

Forms are those of ``protocol``, which takes these promises into ``Repository``. *The index in use*
is what ``GIT_INDEX_FILE`` names where that is an index of this very repository (git's hooks are
told so which index is about to be committed), else the work tree's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

IndexInUse = Literal["own", "locked", "temporary"]


@dataclass(frozen=True, slots=True, order=True)
class StagedChange:
    """A path at which the index differs from a commit.

    ``old`` and ``new`` are blob ids (of a submodule: its commit), with mode; None and 0 where
    the path is not there. ``is_unmerged``: the index holds an unresolved conflict, and no ``new``.
    """

    path: str
    old: str | None
    new: str | None
    old_mode: int
    new_mode: int
    is_unmerged: bool = False


@dataclass(frozen=True, slots=True)
class Restaged:
    """An index entry that is to hold the blob ``new`` if it holds ``old``; its mode stays."""

    path: str
    old: str
    new: str


class Staging(Protocol):
    """The half of a repository that is about the next commit. Both engines keep all promises."""

    def staged_changes(
        self, base: str | None, prefixes: Sequence[str] = ("",)
    ) -> list[StagedChange]:
        """List where the index in use differs from a commit or tree (None: from nothing); sorted.

        A rename is a deletion and an addition. Intent-to-add entries hold nothing staged and are
        taken for not being there.
        """
        ...

    def staged_tree(self) -> str:
        """Store the tree that a commit of the index in use would have, and give its id.

        The index stays as it is to the byte. Raises CannotRun where a conflict is unresolved.
        """
        ...

    def index_in_use(self) -> IndexInUse:
        """Say which index that is.

        ``own``: the work tree's own. ``locked``: git's lock on it, which will become it
        (``commit -a``). ``temporary``: any other, which nobody will see after this commit
        (``commit PATH``), or which a user has named.
        """
        ...

    def strange_index(self) -> Path | None:
        """Give the index that ``GIT_INDEX_FILE`` names where that is not the index in use.

        It is another repository's, or none that is there: the variable leaks from another git, and
        what a git that was started here is about to commit is not what can be seen here.
        """
        ...

    def store_blobs(self, contents: Sequence[bytes]) -> list[str]:
        """Store blobs of exactly these contents and give their ids, in the same order.

        They go where a hook's environment says (quarantine). Raises CannotRun if the disk does
        not let us.
        """
        ...

    def restage(
        self, entries: Sequence[Restaged], settle: Callable[[], None] | None = None
    ) -> None:
        """Let entries of the index in use hold other blobs: all of them or, on any error, none.

        Flags and modes stay, and an entry whose file has the new content is known to be unchanged.
        The repository's lock is not needed. ``settle`` is called when all is done; if it raises, or
        a signal comes before, the index is put back as it was, to the byte. Raises Refused where
        an entry is gone, in conflict, or holds another blob than it should; CannotRun where
        another process holds git's lock on the index for several seconds, or the disk does not
        let us.
        """
        ...

    def restage_own(self, entries: Sequence[Restaged]) -> list[str]:
        """Do the same in the work tree's own index, and give the paths that were changed, sorted.

        Entries that are not as expected are left alone.
        """
        ...

    def announce(self, paths: Sequence[str]) -> list[str]:
        """Let the index in use say of files that they are to come, as ``git add -N`` does.

        ``git commit -a`` then takes them along, and nothing of them is staged yet. What the index
        has already stays as it is. Gives the paths that were announced, sorted. Raises CannotRun,
        with the index as it was, where a file is not there, another process holds git's lock on
        the index for several seconds, or the disk does not let us.
        """
        ...

    def is_published(self, oid: str) -> bool:
        """Whether a remote-tracking ref reaches this commit.

        Raises CannotRun if it is no commit that is here.
        """
        ...

    def new_commits(self, tip: str, remote: str | None, known: Collection[str] = ()) -> list[str]:
        """Give the commits reachable from ``tip`` and from nothing that is known; children first.

        Known are the remote-tracking refs of ``remote`` (None: all refs that there are, as on a
        server) and those of ``known`` that are here. Raises CannotRun if ``tip`` is not here.
        """
        ...

    def hooks_folder(self) -> Path:
        """Give the absolute folder in which git looks for hooks (``core.hooksPath``)."""
        ...

    def set_config(self, key: str, value: str) -> None:
        """Let the repository's own configuration hold this value, and no other, for a key.

        It is that of the common directory. Raises CannotRun for what is no key, or if the file
        is locked or cannot be written.
        """
        ...

    def unset_config(self, key: str) -> None:
        """Take all values of a key out of the repository's own configuration; none: no-op."""
        ...

    def config_values(self, key: str) -> list[str]:
        """Give all values of a key in the repository's own configuration, without includes.

        A key without a value reads as ``true``.
        """
        ...

    def prepared_messages(self) -> str:
        """Give the messages that git has prepared for the next commit: a merge's, a squash's.

        Empty if there is none. Bytes that are not UTF-8 read as U+FFFD.
        """
        ...
