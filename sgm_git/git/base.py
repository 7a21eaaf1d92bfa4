"""What both engines have in common: the place on disk, the settings, the identity."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sgm_git.errors import CannotRun
from sgm_git.git import parts
from sgm_git.git.exchange import parts as exchange_parts
from sgm_git.git.identity import find_identity, given_identity
from sgm_git.git.partial import is_partial
from sgm_git.git.place import (
    executable_hooks,
    lock_of,
    named_by,
    named_to_hook,
    prepared_messages,
    shallow_border,
    unfinished,
)
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sgm_git.commits import Identity
    from sgm_git.git.extent import Extent
    from sgm_git.git.place import Place
    from sgm_git.git.protocol import Head, TreeEntry
    from sgm_git.git.pushed import Ref
    from sgm_git.git.settings import Settings
    from sgm_git.git.staging import IndexInUse

_OF_ONE_WORK_TREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")
COMMIT_HOOKS = ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit")


@dataclass(frozen=True)
class BaseRepository(ABC):
    """An open repository without an engine yet; see ``protocol.Repository`` for the promises."""

    place: Place
    object_format: str
    _steady: Settings | None = field(default=None, kw_only=True, repr=False, compare=False)

    @property
    def git_dir(self) -> Path:
        """The absolute git directory of this work tree."""
        return self.place.git_dir

    @property
    def common_dir(self) -> Path:
        """The absolute git directory that all linked work trees share."""
        return self.place.common_dir

    @property
    def work_tree(self) -> Path | None:
        """The absolute top of the work tree, None in a bare repository."""
        return self.place.work_tree

    @property
    def is_shallow(self) -> bool:
        """Whether history is cut."""
        try:
            return (self.common_dir / "shallow").stat().st_size > 0
        except OSError:
            return False

    @property
    def is_partial(self) -> bool:
        """Whether objects may be missing that nobody fetched."""
        return is_partial(self.common_dir)

    def settings(self) -> Settings:
        """Give git's configuration as it is now, or was for a repository that is ``steady``."""
        return self.read_settings() if self._steady is None else self._steady

    @abstractmethod
    def read_settings(self) -> Settings:
        """Read git's configuration as it is now."""

    def steady(self) -> Self:
        """Give this repository with its configuration as it is now, whatever becomes of it."""
        return replace(self, _steady=self.settings())

    @abstractmethod
    def list_tree(self, rev_oid: str, prefixes: Sequence[str] = ("",)) -> list[TreeEntry]:
        """List all entries below the prefixes in a commit or tree, recursively, sorted."""

    @abstractmethod
    def tree_changes(
        self, old: str, new: str, prefixes: Sequence[str] = ("",)
    ) -> dict[str, TreeEntry | None]:
        """Give what the second of two commits or trees has where the first has something else."""

    @abstractmethod
    def read_blobs(
        self, oids: Sequence[str], limit: int | None = None
    ) -> Iterator[tuple[str, bytes]]:
        """Give each blob with its id, in the order asked for; see the protocol for ``limit``."""

    def read_path(self, rev_oid: str, path: str, limit: int | None = None) -> bytes | None:
        """Give a regular file of a commit; None if there is none (a link is none)."""
        found = [entry for entry in self.list_tree(rev_oid, (path,)) if entry.path == path]
        if not found or found[0].mode not in {MODE_FILE, MODE_EXECUTABLE}:
            return None
        return next(self.read_blobs([found[0].oid], limit))[1]

    @abstractmethod
    def head(self) -> Head:
        """Where HEAD stands now."""

    def recover(self) -> None:
        """Finish or undo what a killed commit, or advance, left half-done; see ``recovery``."""
        if parts.recovery.advance_note(self.git_dir).exists():
            exchange_parts.unfinishing.recover(self)
        parts.recovery.recover(self.git_dir, lambda: self.head().oid)
        parts.branch_lock.clear_branch_lock(self.common_dir)

    def config(self, key: str) -> str | None:
        """Give the last value of a git config key; a key without a value is ``true``."""
        return self.settings().get(key)

    def identity(self) -> Identity:
        """Give the author identity that git would use, never guessed."""
        given = given_identity("author", os.environ)
        return given or find_identity("author", self.settings(), os.environ)

    def unfinished(self) -> str | None:
        """Name the operation that waits to be ended, or None."""
        return unfinished(self.git_dir)

    def merge_heads(self) -> tuple[str, ...]:
        """Give the commits that an unfinished merge brings in, also to that merge's own hook."""
        return named_by(self.git_dir, "MERGE_HEAD") or tuple(
            oid for oid in named_to_hook(os.environ) if self._is_to_come(oid)
        )

    @abstractmethod
    def is_ancestor(self, one: str, other: str) -> bool:
        """Whether ``other`` reaches ``one``, or is it."""

    def _is_to_come(self, oid: str) -> bool:
        """Whether a commit is here that HEAD does not reach."""
        head = self.head().oid
        try:
            return head is not None and not self.is_ancestor(oid, head)
        except CannotRun:  # it is another repository's
            return False

    def picked(self) -> str | None:
        """Give the commit whose author the next one will have: one that is picked or rebased."""
        return next(iter(named_by(self.git_dir, "CHERRY_PICK_HEAD", "REBASE_HEAD")), None)

    def extent(self, tip: str, known: Collection[str]) -> Extent:
        """Say which history is asked for, and where it may end in this repository."""
        common = self.common_dir
        return parts.extent.Extent(tip, tuple(known), shallow_border(common), is_partial(common))

    @abstractmethod
    def refs(self, prefix: str = "refs/") -> dict[str, Ref]:
        """Give every ref below a prefix by its full name."""

    def tracked_refs(self, remote: str) -> dict[str, str]:
        """Give the refs that follow those of a remote, by their names there."""
        return parts.tracked.tracked_refs(self.settings(), self.refs(), remote)

    @abstractmethod
    def existing_refs(self, names: Iterable[str]) -> dict[str, str]:
        """Map those of the refs that are there to the refs that they lead to."""

    def trusted_ref(self) -> str | None:
        """Give the ref that counts as reviewed, None if there is none or it is not clear."""
        return parts.trusted.trusted_ref(self.settings(), self.existing_refs)

    def has_remote(self) -> bool:
        """Whether there is a remote with an address."""
        return bool(parts.trusted.remotes(self.settings()))

    def need_work_tree(self) -> Path:
        """Give the work tree; raises CannotRun in a bare repository."""
        if self.work_tree is None:
            raise CannotRun(f"{self.git_dir} is a bare repository: there is no work tree")
        return self.work_tree

    def refuse_unfinished(self) -> None:
        """Raise CannotRun during an unfinished merge, rebase and the like (DESIGN 11)."""
        what = self.unfinished()
        if what:
            raise CannotRun(
                f"a {what} is not finished here; nothing is committed meanwhile",
                hint=f"end it first: `git {what} --continue` or `--abort`"
                if what != "bisect"
                else "end it first: `git bisect reset`",
            )

    def ref_file(self, head: Head) -> Path:
        """Give the file that a branch, or a detached HEAD, is kept in while it is loose."""
        if head.ref is None:
            return self.git_dir / "HEAD"
        own = head.ref.startswith(_OF_ONE_WORK_TREE)
        return (self.git_dir if own else self.common_dir) / head.ref

    @abstractmethod
    def index_file(self) -> Path:
        """Give the absolute file of the index in use."""

    def index_in_use(self) -> IndexInUse:
        """Say which index that is; see ``staging.Staging``."""
        own, used = self.git_dir / "index", Path(os.path.realpath(self.index_file()))
        return "own" if used == own else "locked" if used == lock_of(own) else "temporary"

    def strange_index(self) -> Path | None:
        """Give the index that the environment names where that is not the one in use."""
        named = os.environ.get("GIT_INDEX_FILE")
        path = Path(self.work_tree or self.git_dir, named or "")
        same = os.path.realpath(path) == os.path.realpath(self.index_file())
        return None if not named or same else path

    def prepared_messages(self) -> str:
        """Give the messages that git has prepared for the next commit."""
        return prepared_messages(self.git_dir)

    def hooks_folder(self) -> Path:
        """Give the absolute folder in which git looks for hooks."""
        return self._hooks_folder(self.settings())

    def installed_hooks(self, settings: Settings) -> dict[str, Path]:
        """Give the hooks that git would run on a commit here, by name."""
        return executable_hooks(self._hooks_folder(settings), COMMIT_HOOKS)

    def _hooks_folder(self, settings: Settings) -> Path:
        base = self.work_tree or self.git_dir
        return settings.path("core.hooksPath", base) or self.common_dir / "hooks"
