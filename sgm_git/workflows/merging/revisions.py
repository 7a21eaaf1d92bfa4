"""Merges two revisions without a work tree, records field by field (DESIGN sections 9 and 11).

For merges that a host makes, which knows no merge drivers, and to see what one would give.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from shlex import quote
from typing import TYPE_CHECKING, Literal, NamedTuple

from sgm_git.errors import Refused
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.git.exchange.pointing import point, refuse_unfit
from sgm_git.git.exchange.values import Driver
from sgm_git.record import fields
from sgm_git.record.merge import merge_over
from sgm_git.store.merging import read_records
from sgm_git.store.records import Records
from sgm_git.store.settings_at import settings_at
from sgm_git.workflows.merging.registering import attribute_lines, driver_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.record.merge import Conflict
    from sgm_git.record.value import JsonObject

How = Literal["added", "taken", "removed", "merged", "conflict"]
State = Literal["merged", "fast-forward", "unchanged", "conflict"]

_BRANCHES = "refs/heads/"


@dataclass(frozen=True, slots=True)
class MergedFile:
    """What merging gives at a path, where that is not what the first side has.

    ``how``: it is ``added``, ``taken`` or ``removed`` as the second side has it, ``merged`` out of
    both, or in ``conflict``. ``before`` and ``after`` are the record as the first side and as the
    merge has it, in conflict as far as it merges; None where there is none to read.
    ``is_record``: the file lies in a root. ``conflicts`` are the fields that a person must settle,
    none where it is something else. ``gone`` is the side that has deleted what the other edited.
    """

    path: str
    how: How
    is_record: bool = False
    before: JsonObject | None = None
    after: JsonObject | None = None
    conflicts: tuple[Conflict, ...] = ()
    gone: Literal["ours", "theirs"] | None = None

    @property
    def id(self) -> str | None:
        """The record's id."""
        return fields.record_id(self.after or self.before or {})


@dataclass(frozen=True, slots=True)
class RevisionMerge:
    """Two commits merged: ``tree`` is what comes of it, None where there are conflicts.

    ``commit`` is where ``branch`` (its short name) is now; both None where nothing was moved, and
    ``branch`` alone where it stands there already.
    """

    state: State
    ours: str
    theirs: str
    tree: str | None
    files: tuple[MergedFile, ...]
    messages: tuple[str, ...] = ()
    commit: str | None = None
    branch: str | None = None


class Target(NamedTuple):
    """The branch (short name) that is to be at the merge, and the merge commit's message."""

    branch: str
    message: str


def merge_revisions(
    repository: Repository, ends: tuple[str, str], now: int, target: Target | None = None
) -> RevisionMerge:
    """Merge the second revision into the first; no work tree or index is touched.

    With ``target`` and without conflicts a merge commit is made, and that branch moved to it from
    the first revision, or begun there; where the second has all of the first, it is moved on.
    Raises CannotRun for revisions that are none, where git is older than 2.38, and where the branch
    stands elsewhere; Refused where it is checked out.
    """
    exchange = Exchange.of(repository)
    ours, theirs = (repository.resolve(end) for end in ends)
    if target is not None:
        _refuse_elsewhere(exchange, target.branch, ours, ends)
    records = Records(repository, settings_at(repository, ours, theirs), lambda: float(now))
    bases = repository.merge_bases(ours, theirs)
    found = _merged(records, exchange, (ours, theirs), bases)
    if target is None or found.tree is None:
        return found
    commit = {"unchanged": ours, "fast-forward": theirs}.get(found.state)
    if commit is None:
        commit = exchange.merge_commit(found.tree, (ours, theirs), target.message)
    point(exchange.repository, f"{_BRANCHES}{target.branch}", ours, commit, target.message)
    return replace(found, commit=commit, branch=target.branch)


def _refuse_elsewhere(exchange: Exchange, branch: str, ours: str, ends: tuple[str, str]) -> None:
    """Refuse a branch before anything is made that would not be moved."""
    try:
        refuse_unfit(exchange.repository, f"{_BRANCHES}{branch}", ours)
    except Refused as error:
        error.hint = f"git merge {quote(ends[1])} merges into a branch that is checked out"
        raise


def _merged(
    records: Records, exchange: Exchange, commits: tuple[str, str], bases: Sequence[str]
) -> RevisionMerge:
    ours, theirs = commits
    merged = exchange.merge_trees(ours, theirs, _driver(records))
    looked = _Looked(records, commits, bases, merged.tree, merged.conflicted)
    state: State = "merged"
    if merged.conflicted:
        state = "conflict"
    elif bases == [theirs]:
        state = "unchanged"
    elif bases == [ours]:
        state = "fast-forward"
    tree = None if merged.conflicted else merged.tree
    messages = merged.messages if merged.conflicted else ()
    return RevisionMerge(state, ours, theirs, tree, tuple(looked.files()), messages)


def _driver(records: Records) -> Driver:
    roots = [root.path for root in records.settings.config.roots]
    return Driver(driver_command(), attribute_lines(roots))


@dataclass(frozen=True, slots=True)
class _Looked:
    """A merge's tree beside the commits that it came from."""

    records: Records
    commits: tuple[str, str]
    bases: Sequence[str]
    tree: str
    conflicted: Sequence[str]

    def files(self) -> Iterator[MergedFile]:
        """What differs from the first side or is in conflict, by path."""
        repository = self.records.repository
        changed = repository.tree_changes(self.commits[0], self.tree)
        paths = sorted({*changed, *self.conflicted})
        here, there = (self._blobs(commit, paths) for commit in self.commits)
        before = [self._blobs(base, list(self.conflicted)) for base in self.bases]
        after = {path: entry.oid for path, entry in changed.items() if entry is not None}
        blobs = {*here.values(), *there.values(), *after.values()}
        blobs |= {blob for each in before for blob in each.values()}
        known = self._known(paths, blobs)
        for path in paths:
            sides = here.get(path), there.get(path)
            old = [each[path] for each in before if path in each]
            yield self._file(path, (*sides, after.get(path)), old, known)

    def _blobs(self, commit: str, paths: Sequence[str]) -> dict[str, str]:
        places = [(commit, path) for path in paths]
        blobs = self.records.repository.blob_ids(places) if places else []
        return {path: blob for path, blob in zip(paths, blobs, strict=True) if blob is not None}

    def _known(self, paths: Sequence[str], blobs: set[str]) -> dict[str, JsonObject]:
        if not any(map(self._is_record, paths)):
            return {}
        return read_records(self.records.repository, sorted(blobs))

    def _is_record(self, path: str) -> bool:
        return self.records.settings.roots.root_of(path) is not None

    def _file(
        self,
        path: str,
        sides: tuple[str | None, str | None, str | None],
        old: Sequence[str],
        known: Mapping[str, JsonObject],
    ) -> MergedFile:
        """What came of a file: ``sides`` are its blobs here, there and in the merge."""
        file = MergedFile(path, self._how(path, *sides), gone=self._gone(path, *sides[:2]))
        if not self._is_record(path):
            return file
        ours, theirs, after = (known.get(blob or "") for blob in sides)
        if file.how != "conflict":
            return replace(file, is_record=True, before=ours, after=after)
        if ours is None or theirs is None:
            return replace(file, is_record=True, before=ours, after=theirs)
        bases = [known[blob] for blob in old if blob in known]
        best = merge_over(bases, ours, theirs)
        return replace(
            file, is_record=True, before=ours, after=best.value, conflicts=best.conflicts
        )

    def _gone(
        self, path: str, here: str | None, there: str | None
    ) -> Literal["ours", "theirs"] | None:
        if path not in self.conflicted or (here is None) == (there is None):
            return None
        return "ours" if here is None else "theirs"

    def _how(self, path: str, here: str | None, there: str | None, merged: str | None) -> How:
        if path in self.conflicted:
            return "conflict"
        if merged is None:
            return "removed"
        if merged != there:
            return "merged"
        return "added" if here is None else "taken"
