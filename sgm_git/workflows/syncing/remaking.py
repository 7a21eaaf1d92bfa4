"""A line of commits that nobody else has, made anew with other stamps in some records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.document.splice import Set, splice
from sgm_git.record.fields import record_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.commits import Change, Commit
    from sgm_git.git.exchange.exchange import Exchange
    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject


@dataclass(frozen=True, slots=True)
class Stamped:
    """The stamps of a record from a commit on, which has it at ``place``; it ends at ``path``.

    Whatever it says there of its last change is said otherwise.
    """

    commit: str
    place: str
    path: str
    stamps: JsonObject


@dataclass(frozen=True, slots=True)
class Line:
    """Commits of one parent each, the oldest first."""

    repository: Repository
    onto: str
    commits: Mapping[str, Commit]

    @classmethod
    def between(cls, repository: Repository, onto: str, tip: str) -> Line | None:
        """Give what ``tip`` has and ``onto`` has not; None where that is no line, or nothing."""
        found = {commit.oid: commit for commit in reversed([*repository.history(tip, (onto,))])}
        parents = [commit.parents for commit in found.values()]
        is_line = parents == [(oid,) for oid in [onto, *found][:-1]]
        return cls(repository, onto, found) if found and is_line else None

    @property
    def tip(self) -> str:
        """The newest."""
        return [*self.commits][-1]

    @property
    def paths(self) -> frozenset[str]:
        """Where any of them changed anything."""
        return frozenset(
            change.path for commit in self.commits.values() for change in _changes(commit)
        )

    def remade(self, exchange: Exchange, stamped: Iterable[Stamped]) -> str:
        """Make them anew with stamps; those before the first of them stay. Gives the new tip."""
        files: dict[str, dict[str, bytes]] = {oid: {} for oid in self.commits}
        for each in stamped:
            for oid, path, data in self._files(each):
                files[oid][path] = data
        parent, is_begun = self.onto, False
        for oid in self.commits:
            is_begun = is_begun or bool(files[oid])
            parent = exchange.recommit(oid, parent, files[oid]) if is_begun else oid
        return parent

    def _files(self, stamped: Stamped) -> Iterator[tuple[str, str, bytes]]:
        """Give the file of a record in each commit from the one on that is stamped."""
        order = [*self.commits]
        path: str | None = stamped.place
        for oid in order[order.index(stamped.commit) :]:
            if oid != stamped.commit and path is not None:
                path = self._went(self.commits[oid], path)
            data = None if path is None else self.repository.read_path(oid, path)
            if path is None or data is None:
                return
            yield oid, path, _with(data, stamped.stamps)

    def _went(self, commit: Commit, path: str) -> str | None:
        """Where a record lies after a commit that had lain at a path."""
        changes = {change.path: change for change in _changes(commit)}
        gone = changes.get(path)
        if gone is None or gone.new is not None or gone.old is None:
            return path
        name = self._id(gone.old)
        added = (each for each in changes.values() if each.old is None and each.new is not None)
        return next((each.path for each in added if self._id(each.new or "") == name), None)

    def _id(self, blob: str) -> str | None:
        ((_, data),) = self.repository.read_blobs([blob])
        document = read(data).document
        return None if document is None else record_id(document.record)


def _changes(commit: Commit) -> Iterator[Change]:
    for changes in commit.changes:
        yield from changes


def _with(data: bytes, stamps: JsonObject) -> bytes:
    """A document with these stamps; as it is where it takes none."""
    try:
        return splice(data, [Set(("provenance", name), value) for name, value in stamps.items()])
    except ValueError:
        return data
