"""The engine that needs no git: everything is read and written with dulwich."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dulwich.repo import Repo

from sgm_git.errors import CannotRun
from sgm_git.git import (
    embedded_announcing,
    embedded_branching,
    embedded_changed,
    embedded_commit,
    embedded_config,
    embedded_differing,
    embedded_files,
    embedded_graph,
    embedded_objects,
    embedded_publishing,
    embedded_pushed,
    embedded_refs,
    embedded_rows,
    embedded_staging,
)
from sgm_git.git.base import BaseRepository
from sgm_git.git.blobs import blob_id
from sgm_git.git.embedded_config import read_settings, trusted_settings
from sgm_git.git.embedded_convert import converter
from sgm_git.git.embedded_index import Index, read_index
from sgm_git.git.embedded_repo import index_in_use, opened
from sgm_git.git.ownership import refuse_foreign_owner
from sgm_git.git.place import find_place, shallow_border
from sgm_git.git.prefixes import Prefixes
from sgm_git.git.restaging import Restaging

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from sgm_git.commits import Commit, Identity, Signature
    from sgm_git.git.branching import BranchCommit
    from sgm_git.git.protocol import (
        CommitRequest,
        Committed,
        Head,
        IndexEntry,
        PathState,
        TreeEntry,
    )
    from sgm_git.git.pushed import Peeled, Ref
    from sgm_git.git.settings import Settings
    from sgm_git.git.staging import Restaged, StagedChange

_INSTALL = "install git 2.30 or newer: it can read this repository"


@dataclass(frozen=True)
class DulwichRepository(BaseRepository):
    """A repository read by dulwich; see ``protocol.Repository`` for the promises."""

    engine: str = field(default="dulwich", init=False)

    def read_settings(self) -> Settings:
        """Read git's configuration as it is now."""
        return read_settings(self.place, os.environ)

    def head(self) -> Head:
        """Where HEAD stands now."""
        with opened(self.place) as repo:
            return embedded_refs.head(repo)

    def resolve(self, rev: str) -> str:
        """Give the id of the commit that ``rev`` names."""
        with opened(self.place) as repo:
            return embedded_refs.resolve(repo, rev)

    def list_tree(self, rev_oid: str, prefixes: Sequence[str] = ("",)) -> list[TreeEntry]:
        """List all entries below the prefixes in a commit or tree, recursively, sorted."""
        with opened(self.place) as repo:
            return embedded_objects.list_tree(repo, rev_oid, Prefixes.of(prefixes))

    def tree_changes(
        self, old: str, new: str, prefixes: Sequence[str] = ("",)
    ) -> dict[str, TreeEntry | None]:
        """Give what the second of two commits or trees has where the first has something else."""
        with opened(self.place) as repo:
            return embedded_differing.tree_changes(repo, old, new, Prefixes.of(prefixes))

    def read_blobs(
        self, oids: Sequence[str], limit: int | None = None
    ) -> Iterator[tuple[str, bytes]]:
        """Give each blob with its id, in the order asked for; see the protocol for ``limit``."""
        return embedded_objects.read_blobs(self.place, oids, limit)

    def list_index(self, prefixes: Sequence[str] = ("",)) -> list[IndexEntry]:
        """List what is staged below the prefixes, sorted, conflict stages included."""
        return self._index().listed(Prefixes.of(prefixes))

    def list_files(self, prefixes: Sequence[str] = ("",)) -> list[str]:
        """List the work tree's files below the prefixes: tracked or not, but not ignored."""
        top, wanted = self.need_work_tree(), Prefixes.of(prefixes)
        with opened(self.place) as repo:
            return embedded_files.list_files(repo, top, self._index(), wanted)

    def states(self, paths: Sequence[str]) -> dict[str, PathState]:
        """Say how each path stands in HEAD, index and work tree."""
        top = self.need_work_tree()
        with opened(self.place) as repo:
            index = self._index()
            convert = converter(repo, self.settings(), index)
            head = embedded_files.committed(repo, embedded_refs.head(repo).oid, paths)
            return {
                path: embedded_files.state(top / path, path, head.get(path), index, convert)
                for path in paths
            }

    def changed_paths(self, prefixes: Sequence[str] = ("",)) -> list[str] | None:
        """List the paths at which the work tree may not have what HEAD has."""
        return embedded_changed.changed_paths(self, prefixes)

    def ignored(self, paths: Sequence[str]) -> list[str]:
        """Give those of the paths that git ignores."""
        tracked = self._index().entries
        with opened(self.place) as repo:
            rules = embedded_files.ignore_rules(repo)
            unknown = (path for path in paths if os.fsencode(path) not in tracked)
            return [path for path in unknown if embedded_files.is_hidden(rules, path)]

    def blob_id(self, data: bytes, path: str | None = None) -> str:
        """Give the id of the blob with this content, as stored for ``path`` if that is given."""
        if path is not None:
            with opened(self.place) as repo:
                data = converter(repo, self.settings(), self._index()).seen(data, path)
        return blob_id(data, self.object_format)

    def commit_paths(self, commit: CommitRequest) -> Committed:
        """Commit exactly these paths on the checked-out branch."""
        return embedded_commit.commit_paths(self, commit)

    def commit_on_ref(self, commit: BranchCommit) -> Committed:
        """Make a commit on a branch that no work tree has checked out."""
        return embedded_branching.commit_on_ref(self, commit)

    def log_paths_created(self, prefixes: Sequence[str] = ("",)) -> dict[str, tuple[int, str]]:
        """Map each path ever added below the prefixes to its first add."""
        border = shallow_border(self.common_dir)
        with opened(self.place) as repo:
            tip = embedded_refs.head(repo).oid
            if tip is None:
                return {}
            return embedded_objects.paths_created(repo, tip, border, Prefixes.of(prefixes))

    def history(self, tip: str, known: Collection[str] = ()) -> Iterator[Commit]:
        """Give every commit reachable from ``tip`` and not from one of ``known``."""
        return embedded_rows.history(self.place, self.extent(tip, known))

    def people(self, tip: str) -> frozenset[Identity]:
        """Give the authors and committers of all commits reachable from ``tip``."""
        return embedded_rows.people(self.place, self.extent(tip, ()))

    def blob_ids(self, places: Sequence[tuple[str, str]]) -> list[str | None]:
        """Give the blob of the plain file at each (commit, path), None if there is none."""
        return embedded_rows.blob_ids(self.place, places)

    def present_blobs(self, oids: Sequence[str]) -> set[str]:
        """Give those of the blobs that are here."""
        return embedded_rows.present_blobs(self.place, oids)

    def merge_bases(self, one: str, other: str) -> list[str]:
        """Give the best common ancestors of two commits, sorted."""
        return embedded_graph.merge_bases(self.place, one, other)

    def is_ancestor(self, one: str, other: str) -> bool:
        """Whether ``other`` reaches ``one``, or is it."""
        return embedded_graph.is_ancestor(self.place, one, other)

    def commit_at(self, tip: str, time: int) -> str | None:
        """Give the commit that was the newest at a time, by first parents."""
        return embedded_graph.commit_at(self.place, tip, time)

    def signatures(
        self,
        oids: Sequence[str],
        signers: bytes | None,  # noqa: ARG002 - nothing is verified without git
    ) -> dict[str, Signature]:
        """Say which commits are signed; what their signatures are worth only git can tell."""
        return embedded_rows.signatures(self.place, oids)

    def existing_refs(self, names: Iterable[str]) -> dict[str, str]:
        """Map those of the refs that are there to the refs that they lead to."""
        return embedded_graph.existing_refs(self.place, names)

    def refs(self, prefix: str = "refs/") -> dict[str, Ref]:
        """Give every ref below a prefix by its full name."""
        return embedded_pushed.refs(self.place, prefix)

    def peeled(self, oids: Sequence[str]) -> dict[str, Peeled]:
        """Say what objects are behind all tags; those that are not here are left out."""
        return embedded_pushed.peeled(self.place, oids)

    def commits_beyond(self, tips: Collection[str], known: Collection[str]) -> list[str]:
        """Give the commits reachable from ``tips`` and not from ``known``; children first."""
        return embedded_pushed.commits_beyond(self.place, tips, known)

    def crooked_trees(self, tips: Collection[str], known: Collection[str]) -> dict[str, str]:
        """Give the trees that ``tips`` bring and that git would not make: what is wrong by id."""
        return embedded_pushed.crooked_trees(self.place, tips, known)

    def index_file(self) -> Path:
        """Give the absolute file of the index in use."""
        return index_in_use(self.place)

    def staged_changes(
        self, base: str | None, prefixes: Sequence[str] = ("",)
    ) -> list[StagedChange]:
        """List where the index in use differs from a commit or tree (None: from nothing)."""
        wanted = Prefixes.of(prefixes)
        return embedded_staging.staged_changes(self.place, self._index(), base, wanted)

    def staged_tree(self) -> str:
        """Store the tree that a commit of the index in use would have, and give its id."""
        return embedded_staging.staged_tree(self.place, self._index())

    def store_blobs(self, contents: Sequence[bytes]) -> list[str]:
        """Store blobs of exactly these contents and give their ids."""
        return embedded_staging.store_blobs(self.place, contents)

    def restage(
        self, entries: Sequence[Restaged], settle: Callable[[], None] | None = None
    ) -> None:
        """Let entries of the index in use hold other blobs, all of them or none."""
        embedded_staging.restage(self, self.index_file(), Restaging(entries, settle=settle))

    def restage_own(self, entries: Sequence[Restaged]) -> list[str]:
        """Let those entries of the own index that are as expected hold other blobs."""
        own = self.git_dir / "index"
        return embedded_staging.restage(self, own, Restaging(entries, strict=False))

    def announce(self, paths: Sequence[str]) -> list[str]:
        """Let the index in use say of files that they are to come."""
        return embedded_announcing.announce(self, self.index_file(), paths)

    def is_published(self, oid: str) -> bool:
        """Whether a remote-tracking ref reaches this commit."""
        return embedded_publishing.is_published(self.place, oid)

    def new_commits(self, tip: str, remote: str | None, known: Collection[str] = ()) -> list[str]:
        """Give the commits reachable from ``tip`` and from nothing that is known."""
        return embedded_publishing.new_commits(self.place, tip, remote, known)

    def set_config(self, key: str, value: str) -> None:
        """Let the repository's own configuration hold this value, and no other, for a key."""
        embedded_config.set_config(self.place, key, value)

    def unset_config(self, key: str) -> None:
        """Take all values of a key out of the repository's own configuration."""
        embedded_config.set_config(self.place, key, None)

    def config_values(self, key: str) -> list[str]:
        """Give all values of a key in the repository's own configuration."""
        return embedded_config.config_values(self.place, key)

    def _index(self) -> Index:
        return read_index(self.index_file(), self.object_format)


def open_embedded(path: Path) -> DulwichRepository:
    """Open the repository that ``path`` lies in, by git's rules.

    Raises CannotRun if there is none, it is another user's, or it has a format, extension or
    index that only git can read.
    """
    if not path.is_dir():
        raise CannotRun(f"{path} is no folder")
    found = find_place(path, os.environ)
    if found is None:
        raise CannotRun(
            f"not a git repository (or any of the parent directories): {path.resolve()}",
            hint="sgm init makes one with a memory in it",
        )
    refuse_foreign_owner(found, trusted_settings(found, os.environ), os.environ)
    settings = read_settings(found, os.environ)
    if (settings.get("extensions.refStorage") or "files").lower() != "files":
        raise CannotRun("unknown repository extension: refStorage", hint=_INSTALL)
    place = embedded_config.configured_work_tree(found, settings)
    with opened(place) as repo:
        return DulwichRepository(place, repo.object_format.name)


def init_embedded(path: Path, branch: str) -> DulwichRepository:
    """Make a repository in the folder ``path``, which is made too, and open it."""
    path.mkdir(parents=True, exist_ok=True)
    if not os.path.lexists(path / ".git"):
        Repo.init(path, default_branch=branch.encode()).close()
    return open_embedded(path)
