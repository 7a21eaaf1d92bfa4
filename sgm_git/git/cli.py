"""The engine that asks the installed git, 2.30 or newer."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git import cli_index, cli_refs, cli_staging, parts
from sgm_git.git.base import BaseRepository
from sgm_git.git.blobs import blob_id, check_oids
from sgm_git.git.cli_blobs import read_blobs
from sgm_git.git.command import Git, fits_command_line, git_error, split_nul
from sgm_git.git.listings import Listings
from sgm_git.git.partial import is_partial
from sgm_git.git.place import Place, index_path, plain_head, shallow_border
from sgm_git.git.prefixes import Prefixes
from sgm_git.git.protocol import Head, TreeEntry
from sgm_git.git.variables import own_variables

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from sgm_git.commits import Commit, Identity, Signature
    from sgm_git.git.branching import BranchCommit
    from sgm_git.git.protocol import CommitRequest, Committed, IndexEntry, PathState
    from sgm_git.git.pushed import Peeled, Ref
    from sgm_git.git.settings import Settings
    from sgm_git.git.staging import Restaged, StagedChange

_OLDEST = (2, 30)
_FACTS = ("--is-inside-work-tree", "--show-object-format")
_OBJECT_FORMATS = ("sha1", "sha256")
_PLACES = ("--absolute-git-dir", "--git-common-dir", "--show-toplevel")


@dataclass(frozen=True)
class GitRepository(BaseRepository):
    """A repository behind the git command; see ``protocol.Repository`` for the promises."""

    git: Git
    engine: str = field(default="git", init=False)
    _listings: Listings = field(default_factory=Listings, init=False, repr=False, compare=False)

    def read_settings(self) -> Settings:
        """Read git's configuration as it is now."""
        return cli_refs.settings(self.git)

    def head(self) -> Head:
        """Where HEAD stands now."""
        plain = plain_head(self.place)
        return cli_refs.head(self.git) if plain is None else Head(*plain)

    def resolve(self, rev: str) -> str:
        """Give the id of the commit that ``rev`` names."""
        return cli_refs.resolve(self.git, rev)

    def list_tree(self, rev_oid: str, prefixes: Sequence[str] = ("",)) -> list[TreeEntry]:
        """List all entries below the prefixes in a commit or tree, recursively, sorted."""
        check_oids([rev_oid])
        wanted = Prefixes.of(prefixes)
        if wanted.nothing:
            return []
        key = rev_oid, tuple(sorted(wanted.names))
        return self._listings.get(key, lambda: self._listed(rev_oid, wanted))

    def _listed(self, rev_oid: str, wanted: Prefixes) -> list[TreeEntry]:
        names = sorted(wanted.names) if fits_command_line([*wanted.names]) else []
        listed = self.git.read("ls-tree", "-r", "-z", "--full-tree", rev_oid, "--", *names)
        entries = map(_tree_entry, split_nul(listed))
        return sorted(entry for entry in entries if wanted.holds(entry.path))

    def tree_changes(
        self, old: str, new: str, prefixes: Sequence[str] = ("",)
    ) -> dict[str, TreeEntry | None]:
        """Give what the second of two commits or trees has where the first has something else."""
        return parts.cli_objects.tree_changes(self.git, old, new, Prefixes.of(prefixes))

    def read_blobs(
        self, oids: Sequence[str], limit: int | None = None
    ) -> Iterator[tuple[str, bytes]]:
        """Give each blob with its id, in the order asked for; see the protocol for ``limit``."""
        return read_blobs(self.git, oids, limit)

    def list_index(self, prefixes: Sequence[str] = ("",)) -> list[IndexEntry]:
        """List what is staged below the prefixes, sorted, conflict stages included."""
        return cli_index.list_index(self.git, Prefixes.of(prefixes))

    def list_files(self, prefixes: Sequence[str] = ("",)) -> list[str]:
        """List the work tree's files below the prefixes: tracked or not, but not ignored."""
        return cli_index.list_files(self.git, self.need_work_tree(), Prefixes.of(prefixes))

    def states(self, paths: Sequence[str]) -> dict[str, PathState]:
        """Say how each path stands in HEAD, index and work tree."""
        return parts.cli_states.states(self.git, self.need_work_tree(), paths)

    def changed_paths(self, prefixes: Sequence[str] = ("",)) -> list[str] | None:
        """List the paths at which the work tree may not have what HEAD has."""
        self.need_work_tree()
        wanted = Prefixes.of(prefixes)
        return parts.cli_changed.changed_paths(self.git, self.settings(), wanted)

    def ignored(self, paths: Sequence[str]) -> list[str]:
        """Give those of the paths that git ignores."""
        return cli_index.ignored(self.git, paths)

    def blob_id(self, data: bytes, path: str | None = None) -> str:
        """Give the id of the blob with this content, as stored for ``path`` if that is given."""
        if path is None:
            return blob_id(data, self.object_format)
        return blob_id(
            parts.cli_convert.converter(self.git, [path]).seen(data, path), self.object_format
        )

    def commit_paths(self, commit: CommitRequest) -> Committed:
        """Commit exactly these paths on the checked-out branch."""
        return parts.cli_commit.commit_paths(self, self.git, commit)

    def commit_on_ref(self, commit: BranchCommit) -> Committed:
        """Make a commit on a branch that no work tree has checked out."""
        return parts.cli_branching.commit_on_ref(self, self.git, commit)

    def log_paths_created(self, prefixes: Sequence[str] = ("",)) -> dict[str, tuple[int, str]]:
        """Map each path ever added below the prefixes to its first add."""
        if self.head().oid is None:
            return {}
        return parts.cli_history.paths_created(self.git, self.common_dir, Prefixes.of(prefixes))

    def history(self, tip: str, known: Collection[str] = ()) -> Iterator[Commit]:
        """Give every commit reachable from ``tip`` and not from one of ``known``."""
        return parts.cli_rows.history(self.git, self.extent(tip, known), self.object_format)

    def people(self, tip: str) -> frozenset[Identity]:
        """Give the authors and committers of all commits reachable from ``tip``."""
        return parts.cli_rows.people(self.git, tip)

    def blob_ids(self, places: Sequence[tuple[str, str]]) -> list[str | None]:
        """Give the blob of the plain file at each (commit, path), None if there is none."""
        return parts.cli_objects.blob_ids(self.git, places, self.object_format)

    def present_blobs(self, oids: Sequence[str]) -> set[str]:
        """Give those of the blobs that are here."""
        return parts.cli_objects.present_blobs(
            self.git, oids, is_partial=is_partial(self.common_dir)
        )

    def merge_bases(self, one: str, other: str) -> list[str]:
        """Give the best common ancestors of two commits, sorted."""
        return parts.cli_graph.merge_bases(self.git, shallow_border(self.common_dir), one, other)

    def is_ancestor(self, one: str, other: str) -> bool:
        """Whether ``other`` reaches ``one``, or is it."""
        return parts.cli_graph.is_ancestor(self.git, shallow_border(self.common_dir), one, other)

    def commit_at(self, tip: str, time: int) -> str | None:
        """Give the commit that was the newest at a time, by first parents."""
        return parts.cli_graph.commit_at(self.git, shallow_border(self.common_dir), tip, time)

    def signatures(self, oids: Sequence[str], signers: bytes | None) -> dict[str, Signature]:
        """Judge the signature of each commit."""
        return parts.cli_signatures.signatures(self.git, oids, signers, self.object_format)

    def existing_refs(self, names: Iterable[str]) -> dict[str, str]:
        """Map those of the refs that are there to the refs that they lead to."""
        return parts.cli_graph.existing_refs(self.git, names)

    def refs(self, prefix: str = "refs/") -> dict[str, Ref]:
        """Give every ref below a prefix by its full name."""
        return parts.cli_pushed.refs(self.git, prefix)

    def peeled(self, oids: Sequence[str]) -> dict[str, Peeled]:
        """Say what objects are behind all tags; those that are not here are left out."""
        return parts.cli_pushed.peeled(self.git, oids)

    def commits_beyond(self, tips: Collection[str], known: Collection[str]) -> list[str]:
        """Give the commits reachable from ``tips`` and not from ``known``; children first."""
        return parts.cli_pushed.commits_beyond(self.git, tips, known)

    def crooked_trees(self, tips: Collection[str], known: Collection[str]) -> dict[str, str]:
        """Give the trees that ``tips`` bring and that git would not make: what is wrong by id."""
        return parts.cli_pushed.crooked_trees(self.git, tips, known)

    def index_file(self) -> Path:
        """Give the absolute file of the index in use."""
        return index_path(self.git_dir, self.git.own)

    def staged_changes(
        self, base: str | None, prefixes: Sequence[str] = ("",)
    ) -> list[StagedChange]:
        """List where the index in use differs from a commit or tree (None: from nothing)."""
        wanted = Prefixes.of(prefixes)
        return cli_staging.staged_changes(self.git, base, wanted, self.object_format)

    def staged_tree(self) -> str:
        """Store the tree that a commit of the index in use would have, and give its id."""
        return parts.cli_restaging.staged_tree(self.git, self.git_dir, self.index_file())

    def store_blobs(self, contents: Sequence[bytes]) -> list[str]:
        """Store blobs of exactly these contents and give their ids."""
        return parts.cli_restaging.store_blobs(self.git, contents)

    def restage(
        self, entries: Sequence[Restaged], settle: Callable[[], None] | None = None
    ) -> None:
        """Let entries of the index in use hold other blobs, all of them or none."""
        file = self.index_file()
        parts.cli_restaging.restage(
            self.git, self.git_dir, file, parts.restaging.Restaging(entries, settle=settle)
        )

    def restage_own(self, entries: Sequence[Restaged]) -> list[str]:
        """Let those entries of the own index that are as expected hold other blobs."""
        own = self.git_dir / "index"
        wanted = parts.restaging.Restaging(entries, strict=False)
        return parts.cli_restaging.restage(self.git, self.git_dir, own, wanted)

    def announce(self, paths: Sequence[str]) -> list[str]:
        """Let the index in use say of files that they are to come."""
        return parts.cli_announcing.announce(self.git, self.git_dir, self.index_file(), paths)

    def is_published(self, oid: str) -> bool:
        """Whether a remote-tracking ref reaches this commit."""
        return parts.cli_publishing.is_published(self.git, oid)

    def new_commits(self, tip: str, remote: str | None, known: Collection[str] = ()) -> list[str]:
        """Give the commits reachable from ``tip`` and from nothing that is known."""
        return parts.cli_publishing.new_commits(self.git, tip, remote, known)

    def set_config(self, key: str, value: str) -> None:
        """Let the repository's own configuration hold this value, and no other, for a key."""
        parts.cli_config.set_config(self.git, key, value)

    def unset_config(self, key: str) -> None:
        """Take all values of a key out of the repository's own configuration."""
        parts.cli_config.unset_config(self.git, key)

    def config_values(self, key: str) -> list[str]:
        """Give all values of a key in the repository's own configuration."""
        return parts.cli_config.config_values(self.git, key)


def installed_git() -> tuple[int, ...] | None:
    """Give the version of the git on PATH, None if there is none that can be used."""
    try:
        said = Git(Path.cwd()).read("--version")
    except CannotRun:
        return None
    numbers = re.search(rb"(\d+)\.(\d+)", said)
    version = tuple(map(int, numbers.groups())) if numbers else ()
    return version if version >= _OLDEST else None


def open_git(path: Path) -> GitRepository:
    """Open the repository that ``path`` lies in; git's own refusals are passed on (DESIGN 13).

    Raises CannotRun if there is none, or git refuses it for its owner, format or extensions.
    """
    if not path.is_dir():
        raise CannotRun(f"{path} is no folder")
    said = Git(path).ask("rev-parse", *_FACTS, *_PLACES)
    facts = said.out.decode("utf-8", "replace").split("\n")[: len(_FACTS)]
    if len(facts) < len(_FACTS):
        raise git_error(said.err)
    inside, object_format = facts
    if object_format not in _OBJECT_FORMATS:
        raise CannotRun(f"git says {object_format} where the format of objects is asked for")
    git_dir, common, *top = (
        Path(os.path.realpath(path / os.fsdecode(place)))
        for place in _places(path, said.out, bare=inside != "true")
    )
    place = Place(git_dir, common, top[0] if top else None)
    own = own_variables(place.git_dir, place.work_tree, os.environ)
    return GitRepository(place, object_format, Git(place.work_tree or place.git_dir, own))


def init_git(path: Path, branch: str) -> GitRepository:
    """Make a repository in the folder ``path``, which is made too, and open it."""
    path.mkdir(parents=True, exist_ok=True)
    done = Git(path).write("init", "-q", f"--initial-branch={branch}")
    if done.status:
        raise git_error(done.err)
    return open_git(path)


def _places(path: Path, said: bytes, *, bare: bool) -> list[bytes]:
    """Give git directory, common directory and work tree; names with newlines are asked singly."""
    questions = _PLACES[:2] if bare else _PLACES
    lines = said.split(b"\n")[len(_FACTS) : -1]
    if len(lines) == len(questions):
        return lines
    return [Git(path).read("rev-parse", question).removesuffix(b"\n") for question in questions]


def _tree_entry(line: bytes) -> TreeEntry:
    meta, _, path = line.partition(b"\t")
    mode, _, oid = meta.split(b" ")
    return TreeEntry(os.fsdecode(path), int(mode, 8), oid.decode("ascii"))
