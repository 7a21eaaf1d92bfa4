"""The records that commits bring otherwise than they stood, and who wrote them (DESIGN 6, G)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.checks.governance import Writing
from sgm_git.record import fields
from sgm_git.record.meaning import same_meaning
from sgm_git.store.merging import read_records
from sgm_git.witness.references import claims_of
from sgm_git.workflows.governed_copies import Turned
from sgm_git.workflows.hooks.sides import names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sgm_git.commits import Change, Commit
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.side import Side

    TypesOf: TypeAlias = "Callable[[str], Iterable[str]]"

_NONE = Turned()


@dataclass(frozen=True, slots=True)
class Brought:
    """A record that arrives, or goes, otherwise than it stood there; either may be unreadable.

    ``entry`` is the document as it arrives, or as it was last. ``others`` are the types of the
    records that it supersedes now and did not, or supersedes no more. ``because`` are the paths
    by whose change it came or went, where the document itself stayed as it was.
    """

    entry: Entry
    before: Entry | None
    after: Entry | None
    others: tuple[str, ...] = ()
    because: frozenset[str] = frozenset()

    @property
    def kinds(self) -> tuple[str | None, str | None]:
        """The types that it had and has; None where it was or is not there, or is not told."""
        before, after = (None if each is None else each.type for each in (self.before, self.after))
        return before, after

    @property
    def name(self) -> str:
        """Its id now, or before where it has none that can be read; else its path."""
        ids = (each.id for each in (self.after, self.before) if each is not None)
        return next((each for each in ids if each is not None), self.entry.path)


def brought(
    side: Side, entries: Iterable[Entry], types_of: TypesOf, same: Turned = _NONE
) -> Iterator[Brought]:
    """Give what arrives and goes beside what stands there, with another meaning or root.

    ``entries`` are all documents that differ, ``same`` those that are records on one side only for
    all that; ``types_of`` gives the types of the records that a reference may mean.
    """
    found = [(side.before(entry), entry) for entry in (*entries, *same.come)]
    taken = {old.path for old, _ in found if old is not None}
    for before, entry in found:
        if before is None or _differs(before, entry):
            others = _others(before, entry, types_of)
            yield Brought(entry, before, entry, others, _because(entry, same))
    for old in (*_gone(side, taken), *same.gone):
        yield Brought(old, old, None, _others(old, None, types_of), _because(old, same))


def _because(entry: Entry, same: Turned) -> frozenset[str]:
    return same.because.get(entry.path, frozenset())


def _gone(side: Side, taken: set[str]) -> Iterator[Entry]:
    """The records that stand there and that none of the documents is any more."""
    return (old for old in side.differing if old.path not in taken and old.record is not None)


def _is_one(before: Entry | None, after: Entry | None) -> bool:
    """Whether both are one record by their names, as far as that can be read."""
    if before is None or after is None or after.record is None:
        return True
    return before.id in (*names_of(after), None)


def _differs(before: Entry, after: Entry) -> bool:
    if before.record is None or after.record is None or before.root.path != after.root.path:
        return True
    return not same_meaning(before.record, after.record)


def _others(before: Entry | None, after: Entry | None, types_of: TypesOf) -> tuple[str, ...]:
    olds, new = [] if before is None else [before.record], None if after is None else after.record
    return _retyped([each for each in olds if each is not None], new, types_of)


def _retyped(
    before: Sequence[JsonObject], after: JsonObject | None, types_of: TypesOf
) -> tuple[str, ...]:
    """The types of what a record supersedes and did not in any state before, or no more."""
    was, now = [*map(_superseded, before)] or [frozenset()], _superseded(after)
    changed = (now - frozenset().union(*was)) | (frozenset.intersection(*was) - now)
    return tuple(dict.fromkeys(each for name in sorted(changed) for each in types_of(name)))


def _superseded(record: JsonObject | None) -> frozenset[str]:
    """The references of a record to those that it supersedes, if it holds."""
    claims = None if record is None else claims_of(record, "", "")
    return claims.supersedes if claims is not None and claims.holds else frozenset()


class Makers:
    """Who made records as they arrive, among the ``commits`` that are judged, the newest first."""

    def __init__(
        self, records: Records, commits: Sequence[Commit], testimonies: Mapping[str, Testimony]
    ) -> None:
        self.commits = {commit.oid: commit for commit in commits}
        self._records = records
        self._testimonies = testimonies

    def writings(self, change: Brought, types_of: TypesOf) -> Iterator[Writing]:
        """Give all versions of a record with their commits; who took it away if it is gone.

        Where no commit made a version, a merge took an older state: then that merge wrote it. So
        it did where none of the versions is of what stands there. Who gives a document another
        id has written what it was as well.
        """
        old = None if change.before is None else change.before.record
        new = None if change.after is None else change.after.record
        versions = list(self._versions(change.after, types_of))
        yield from versions
        states = () if old is None else (old,)
        is_told = bool(versions) and _is_one(change.before, change.after)
        for commit in self.dropping(change) or (() if is_told else self._touching_or_none(change)):
            yield Writing(commit, states, new, change.others)

    def makers(self, change: Brought) -> list[Commit]:
        """Give the commits that made a document as it arrives, or took it away.

        They are the merges that drop what stands there, where these bring an older state back.
        """
        dropping = self.dropping(change)
        if dropping:
            return dropping
        after = change.after
        if after is None or after.record is None:
            return self._touching(change)
        made = [
            writing.commit
            for writing in self._versions(after, lambda _: ())
            if writing.commit is not None
            and writing.after is not None
            and same_meaning(writing.after, after.record)
        ]
        return list(dict.fromkeys([*made, *self._touching(change)]))

    def _versions(self, entry: Entry | None, types_of: TypesOf) -> Iterator[Writing]:
        testimony = None if entry is None else self._testimonies.get(entry.path)
        for event in () if testimony is None else testimony.versions:
            commit = self.commits.get(event.commit)
            if commit is None:
                continue
            blobs = [event.after.blob, *(state.blob for state in event.before)]
            read = read_records(self._records.repository, list(dict.fromkeys(blobs)))
            before = tuple(read[s.blob] for s in event.before if s.blob in read)
            after = read.get(event.after.blob)
            others = _retyped(before, after, types_of)
            yield Writing(commit, before, after, others)

    def _touching_or_none(self, change: Brought) -> Sequence[Commit | None]:
        return self._touching(change) or (None,)

    def _touching(self, change: Brought) -> list[Commit]:
        """The commits that made the very file as it arrives, or took the record away.

        Of merges those that have it otherwise than all parents, before those that took a side.
        """
        if change.because:
            return _made(self.commits.values(), lambda c: c.path in change.because)
        if change.after is not None:
            path, blob = change.after.path, change.after.blob
            return _made(self.commits.values(), lambda c: (c.path, c.new) == (path, blob))
        paths = self._places(change)
        found = _made(self.commits.values(), lambda c: c.path in paths and c.new is None)
        return [commit for commit in found if not _adds(commit, paths)]

    def dropping(self, change: Brought) -> list[Commit]:
        """Give the merges that took an older state from one side, over what stands there.

        That is where no version, nor what takes it away, was made out of what stands there; or
        where nothing stands there, and the versions are of something that was there once.
        """
        before, after = change.before, change.after
        if before is not None and (after is None or not _is_one(before, after)):
            return self._losing(before)
        return [] if after is None else self._putting(before, after)

    def _putting(self, before: Entry | None, after: Entry) -> list[Commit]:
        """The merges that took a document as it arrives, if no version is of what stands there."""
        versions = list(self._versions(after, lambda _: ()))
        is_back = before is None and all(each.before for each in versions)
        olds = [before.record] if before is not None and before.record is not None else []
        if not versions or (_are_of(olds, versions) and not is_back):
            return []
        return self._taking(after, is_back=is_back)

    def _taking(self, after: Entry, *, is_back: bool) -> list[Commit]:
        """The merges that took a document as it arrives from one side, and not from the others.

        ``is_back``: only where a side had none.
        """
        place = (after.path, after.blob)
        merges = [commit for commit in self.commits.values() if len(commit.parents) > 1]
        return [c for c in merges if any(_puts(s, place, is_back=is_back) for s in c.changes)]

    def _losing(self, before: Entry) -> list[Commit]:
        """The merges that lost a document as it stands there, where no commit took just that."""
        place = (before.path, before.blob)
        found = _made(self.commits.values(), lambda c: (c.path, c.old) == place)
        is_lost = bool(found) and all(len(commit.parents) > 1 for commit in found)
        return [c for c in found if is_lost and not _is_everywhere(c, place)]

    def _places(self, change: Brought) -> set[str]:
        """Where a record lay that is gone now, on its way through the commits."""
        old = change.entry
        found = [path for blob, path in self._new_files if self._ids.get(blob) == old.id]
        return {old.path, *found}

    @cached_property
    def _new_files(self) -> list[tuple[str, str]]:
        root_of = self._records.settings.roots.root_of
        changes = (c for commit in self.commits.values() for side in commit.changes for c in side)
        new = {(each.new, each.path) for each in changes if each.new is not None}
        return [(blob, path) for blob, path in new if root_of(path) is not None]

    @cached_property
    def _ids(self) -> dict[str, str | None]:
        blobs = sorted({blob for blob, _ in self._new_files})
        read = read_records(self._records.repository, blobs)
        return {blob: fields.record_id(record) for blob, record in read.items()}


def _are_of(olds: Sequence[JsonObject], versions: Sequence[Writing]) -> bool:
    """Whether for each of the records a version was made out of it, or says the same."""
    states = [state for each in versions for state in each.states]
    return all(any(same_meaning(old, state) for state in states) for old in olds)


def _puts(side: Iterable[Change], place: tuple[str, str], *, is_back: bool) -> bool:
    found = (each for each in side if (each.path, each.new) == place)
    return any(each.old is None or not is_back for each in found)


def _is_everywhere(commit: Commit, place: tuple[str, str]) -> bool:
    """Whether each parent has the document that a merge has not any more."""
    return all(any((each.path, each.old) == place for each in side) for side in commit.changes)


def _made(commits: Iterable[Commit], is_it: Callable[[Change], bool]) -> list[Commit]:
    """The commits that changed something so against every parent; else those against any."""
    some = [commit for commit in commits if any(any(map(is_it, s)) for s in commit.changes)]
    every = [commit for commit in some if all(any(map(is_it, s)) for s in commit.changes)]
    return every or some


def _adds(commit: Commit, paths: set[str]) -> bool:
    return any(c.path in paths and c.new is not None for side in commit.changes for c in side)
