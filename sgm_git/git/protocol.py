"""What the rest of the package may ask of git, and the values that it answers with (DESIGN 13).

Paths are ``str`` as ``os.fsdecode`` gives them, with forward slashes, relative to the top of the
work tree; a path that is not UTF-8 holds surrogate escapes. Object ids are lower-case hex ``str``
in the repository's own object format. File contents are ``bytes``. A *prefix* names a file, a
folder with all that is below it, or everything (``""``); it is never a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from sgm_git.errors import Refused
from sgm_git.git.branching import Branching
from sgm_git.git.past import Past
from sgm_git.git.present import Present
from sgm_git.git.pushed import Pushed
from sgm_git.git.staging import Staging

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sgm_git.commits import Identity

MODE_FILE = 0o100644
MODE_EXECUTABLE = 0o100755
MODE_LINK = 0o120000
MODE_SUBMODULE = 0o160000


@dataclass(frozen=True, slots=True)
class Head:
    """Where HEAD stands: ``ref`` is None on a detached HEAD, ``oid`` on an unborn branch."""

    ref: str | None
    oid: str | None


@dataclass(frozen=True, slots=True, order=True)
class TreeEntry:
    """One file, link or submodule of a commit's tree."""

    path: str
    mode: int
    oid: str


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One staged file, link or submodule; ``stage`` is 0 unless a conflict is unresolved."""

    path: str
    mode: int
    oid: str
    stage: int = 0


@dataclass(frozen=True, slots=True)
class PathState:
    """How one path stands in HEAD, index and work tree.

    ``head`` and ``index`` are blob ids, None where the path is not there (an intent-to-add entry
    has no blob yet: None). ``changed_in_work_tree``: the path has an index entry and its file is
    gone or would be stored as another blob or mode. ``untracked``: there is a file and no index
    entry, ignored or not. ``unmerged``: the index holds an unresolved conflict. ``overlooked``: git
    was told not to look at the file (assume-unchanged, or skip-worktree as in a sparse checkout).
    """

    head: str | None = None
    index: str | None = None
    changed_in_work_tree: bool = False
    untracked: bool = False
    unmerged: bool = False
    overlooked: bool = False

    @property
    def differs_from_head(self) -> bool:
        """Whether index or work tree hold anything else than HEAD does."""
        return (
            self.head != self.index or self.changed_in_work_tree or self.untracked or self.unmerged
        )


@dataclass(frozen=True, slots=True)
class CommitRequest:
    """A commit of exactly ``paths`` as they stand in the work tree: added, changed or deleted.

    ``message`` is stored as it is, but for one newline at its end. ``author`` None means the
    repository's own identity, which is always the committer. ``time_limit`` bounds the commit in
    seconds, hooks and signing included; None: 600 for each hook and 60 for signing.
    ``when`` dates author and committer, in seconds since the epoch; None: as git does.
    ``expected`` are paths with the blobs that they must be stored as: where a file was changed
    after somebody looked at it, the commit is refused.
    """

    paths: tuple[str, ...]
    message: str
    author: Identity | None = None
    time_limit: float | None = None
    when: int | None = None
    expected: tuple[tuple[str, str], ...] = ()

    def refuse_other(self, stored: Mapping[str, str]) -> None:
        """Raise Refused where a file is to be stored as another blob than was expected."""
        for path, blob in self.expected:
            if stored.get(path) != blob:
                raise Refused(f"{path} has changed meanwhile", hint="run it again")


@dataclass(frozen=True, slots=True)
class Committed:
    """What came of a commit.

    ``oid`` is the new commit, None where HEAD held exactly these paths already and no commit was
    made. ``hooks_skipped`` names the installed commit hooks that did not run because the embedded
    engine runs none; they must be told to the user (DESIGN 11).
    """

    oid: str | None
    hooks_skipped: tuple[str, ...] = ()


class Repository(Branching, Past, Present, Pushed, Staging, Protocol):
    """An open repository. Both engines keep every promise made here.

    Every method raises CannotRun (exit status 3) where git cannot tell: an object that is not
    here (shallow or partial clone), a damaged index, a time limit. An empty answer always means
    that there is nothing, never that something failed.
    """

    @property
    def engine(self) -> str:
        """``git`` or ``dulwich``."""
        ...

    @property
    def git_dir(self) -> Path:
        """The absolute git directory of this work tree."""
        ...

    @property
    def common_dir(self) -> Path:
        """The absolute git directory that all linked work trees share."""
        ...

    @property
    def work_tree(self) -> Path | None:
        """The absolute top of the work tree, None in a bare repository."""
        ...

    @property
    def object_format(self) -> str:
        """``sha1`` or ``sha256``."""
        ...

    @property
    def is_shallow(self) -> bool:
        """Whether history is cut."""
        ...

    @property
    def is_partial(self) -> bool:
        """Whether objects may be missing that nobody fetched: see ``partial.FETCH_ALL``."""
        ...

    def head(self) -> Head:
        """Where HEAD stands now."""
        ...

    def resolve(self, rev: str) -> str:
        """Give the id of the commit that ``rev`` names, as ``git rev-parse`` reads it.

        Raises UsageError for a name that begins with a dash, CannotRun if it names no commit.
        """
        ...

    def list_tree(self, rev_oid: str, prefixes: Sequence[str] = ("",)) -> list[TreeEntry]:
        """List all entries below the prefixes in a commit or tree, recursively, sorted."""
        ...

    def tree_changes(
        self, old: str, new: str, prefixes: Sequence[str] = ("",)
    ) -> dict[str, TreeEntry | None]:
        """Give what the second of two commits or trees has where the first has something else.

        By path; None where it has nothing. A rename is a deletion and an addition.
        """
        ...

    def read_blobs(
        self, oids: Sequence[str], limit: int | None = None
    ) -> Iterator[tuple[str, bytes]]:
        """Give each blob with its id, in the order asked for.

        A blob of more than ``limit`` bytes is not read: ``limit + 1`` NUL bytes stand for it.
        """
        ...

    def read_path(self, rev_oid: str, path: str, limit: int | None = None) -> bytes | None:
        """Give a regular file of a commit; None if there is none (a link is none).

        For ``limit`` see ``read_blobs``.
        """
        ...

    def list_index(self, prefixes: Sequence[str] = ("",)) -> list[IndexEntry]:
        """List what is staged below the prefixes, sorted, conflict stages included.

        Honours ``GIT_INDEX_FILE`` where that is an index of this very repository. Intent-to-add
        entries hold nothing staged and are left out.
        """
        ...

    def list_files(self, prefixes: Sequence[str] = ("",)) -> list[str]:
        """List the work tree's files below the prefixes: tracked or not, but not ignored; sorted.

        Never descends into submodules, nested repositories or through links (a link itself is
        listed).
        """
        ...

    def states(self, paths: Sequence[str]) -> dict[str, PathState]:
        """Say how each path stands in HEAD, index and work tree."""
        ...

    def ignored(self, paths: Sequence[str]) -> list[str]:
        """Give those of the paths that git ignores; what is tracked is not ignored."""
        ...

    def blob_id(self, data: bytes, path: str | None = None) -> str:
        """Give the id of the blob with this content.

        With ``path``: of the blob that ``git add`` would store for that path (line ends).
        """
        ...

    def config(self, key: str) -> str | None:
        """Give the last value of a git config key; a key without a value is ``true``."""
        ...

    def identity(self) -> Identity:
        """Give the author identity that git would use, never guessed from login or host names.

        Raises CannotRun with a hint where none is configured.
        """
        ...

    def unfinished(self) -> str | None:
        """Name what is going on: ``merge rebase am cherry-pick revert bisect``, or None."""
        ...

    def commit_paths(self, commit: CommitRequest) -> Committed:
        """Commit exactly these paths on the checked-out branch, detached HEAD or unborn branch.

        Takes the repository's lock itself (it may be held already by this thread) and waits up
        to 30 s for git's own. All other index entries and files stay as they were; after any
        failure the index entries of these paths are as they were, too, and HEAD has not moved.
        Raises Refused where a hook refuses or a path may not be committed (ignored, in a
        submodule, behind a link, a folder), CannotRun where an operation is unfinished, a
        conflict unresolved, a lock held, signing fails, or the time is over.
        """
        ...

    def recover(self) -> None:
        """Clear what a killed ``commit_paths`` left: its locks, and an index behind its branch.

        Call it under the repository's lock. What was staged by anybody else stays.
        """
        ...

    def log_paths_created(self, prefixes: Sequence[str] = ("",)) -> dict[str, tuple[int, str]]:
        """Map each path ever added below the prefixes to (author time, commit) of its first add.

        Over the history of HEAD, without following renames; author time in seconds since the
        epoch. A path whose first commit lies behind a shallow border is left out.
        """
        ...
