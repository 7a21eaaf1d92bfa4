"""Gathers what is staged: each document with what the commits before it have of it (DESIGN 7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.git.protocol import TreeEntry
from sgm_git.store.scan import root_of_place
from sgm_git.workflows.hooks.sides import Side, names_of, new_of, old_of, read_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.git.staging import StagedChange
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records

_SETUP = ".sgm"
_AT_ONCE = 32  # documents that are read in one go, each with what it was


@dataclass(frozen=True, slots=True)
class Merged:
    """A commit that is being merged, by its side and those of its merge bases with HEAD."""

    side: Side
    bases: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a commit that is merged has of a document, and what each merge base has of it."""

    entry: Entry | None
    bases: tuple[Entry | None, ...]


@dataclass(frozen=True, slots=True)
class Staged:
    """One staged document and what it was: in HEAD, and in each commit that is merged.

    ``is_kept``: HEAD has it just so, and what a merged commit did to it was dropped.
    """

    entry: Entry
    mode: int
    head: Entry | None
    merged: tuple[Incoming, ...] = ()
    is_kept: bool = False

    @property
    def parents(self) -> tuple[Entry | None, ...]:
        """What the parents of the commit have of it, HEAD first."""
        return (self.head, *(each.entry for each in self.merged))

    @property
    def is_new(self) -> bool:
        """Whether no parent has it."""
        return not any(self.parents)


class Gathering:
    """All that is staged below the roots of a repository.

    ``may_amend``: the commit to come may take the place of HEAD, as far as anybody can tell.
    """

    may_amend = True

    def __init__(self, records: Records) -> None:
        self._records = records
        self._roots = records.settings.either
        self._asked: dict[str, list[StagedChange]] = {}
        self._replaced: set[str] = set()  # paths at which there is another record than HEAD has

    @cached_property
    def head(self) -> str | None:
        """The commit that HEAD is, None while there is none."""
        return self._records.repository.head().oid

    @cached_property
    def merging(self) -> tuple[str, ...]:
        """The commits that are being merged into HEAD."""
        if self.head is None:
            return ()
        return self._records.repository.merge_heads()

    @cached_property
    def setup(self) -> dict[str, TreeEntry | None]:
        """What is staged below ``.sgm``; None where that takes a file away."""
        below = (each for each in self._all_changes if each.path.startswith(f"{_SETUP}/"))
        return {change.path: new_of(change) for change in below}

    @cached_property
    def removed(self) -> list[str]:
        """The paths of documents that are staged no more."""
        gone = ((old_of(change), new_of(change)) for change in self._changes)
        return [old.path for old, new in gone if old is not None and new is None]

    @cached_property
    def number(self) -> int:
        """How many documents are staged."""
        return len(self.brought)

    def documents(self) -> Iterator[Staged]:
        """Give every staged document, and those of which a merge drops what the other side did.

        Documents that stay at their path come before those that are new there, so that a record
        that was moved is known by then.
        """
        staying = [each for each in self.brought if self._side.at(each) is not None]
        for staged in self._read(staying):
            if staged.entry.path not in self._replaced:
                yield staged
        coming = [each for each in self.brought if self._side.at(each) is None]
        replaced = [each for each in staying if each.path in self._replaced]
        yield from self._read([*coming, *replaced])
        yield from self._read(self._kept(), is_kept=True)

    def side(self, oid: str) -> Side:
        """Give what another commit has of the staged documents."""
        return Side(self._records, self._differing(oid))

    def before(self, side: Side, staged: Staged) -> Entry | None:
        """What a commit has of one document that was gathered."""
        entry = staged.entry
        listed = TreeEntry(entry.path, staged.mode, entry.blob)
        old = side.at(listed)
        found = None if old is None else self._one(old, staged)
        names = names_of(entry)
        if found is not None and (not names or found.id in names):
            return found
        elsewhere = side.elsewhere(entry)
        return found if elsewhere is None else self._one(elsewhere, staged)

    def read(self, listed: Iterable[TreeEntry]) -> Iterator[Entry]:
        """Read documents that are staged, or that a commit has; what is no record is left out."""
        return read_all(self._records, listed)

    def _one(self, listed: TreeEntry, staged: Staged) -> Entry:
        if (listed.path, listed.oid) == (staged.entry.path, staged.entry.blob):
            return staged.entry
        return next(self.read([listed]))

    @cached_property
    def _changes(self) -> list[StagedChange]:
        found = (each for each in self._all_changes if self._is_document(each))
        return [each for each in found if not each.is_unmerged]

    @cached_property
    def brought(self) -> list[TreeEntry]:
        """What is staged otherwise than HEAD has it."""
        found = map(new_of, self._changes)
        return [each for each in found if each is not None]

    @cached_property
    def _sides(self) -> list[Side]:
        """HEAD, and each commit that is merged with its merge bases."""
        return [self._side, *(side for each in self._merged for side in (each.side, *each.bases))]

    @cached_property
    def _side(self) -> Side:
        return Side(self._records, self._changes)

    @cached_property
    def _merged(self) -> tuple[Merged, ...]:
        repository, head = self._records.repository, self.head
        return tuple(
            Merged(self.side(oid), tuple(map(self.side, repository.merge_bases(head or "", oid))))
            for oid in self.merging
        )

    @cached_property
    def _all_changes(self) -> list[StagedChange]:
        """Also those below ``.sgm``."""
        return self._records.repository.staged_changes(self.head, (*self._roots.prefixes, _SETUP))

    def _differing(self, oid: str) -> list[StagedChange]:
        if oid not in self._asked:
            changes = self._records.repository.staged_changes(oid, self._roots.prefixes)
            self._asked[oid] = [each for each in changes if self._is_document(each)]
        return self._asked[oid]

    def _is_document(self, change: StagedChange) -> bool:
        """Whether it is one, or was; what is new there only where the index has a root for it."""
        roots = self._records.settings.roots if change.old is None else self._roots
        return root_of_place(roots, change.path) is not None

    def _kept(self) -> Iterator[TreeEntry]:
        """What HEAD has just so, but a merged commit and each of its merge bases otherwise."""
        seen = {change.path for change in self._changes}
        for oid, merged in zip(self.merging, self._merged, strict=True):
            for change in self._differing(oid):
                staged, theirs = new_of(change), old_of(change)
                if staged is None or theirs is None or change.path in seen:
                    continue
                if _is_of_their_own(theirs, [base.at(staged) for base in merged.bases]):
                    seen.add(change.path)
                    yield staged

    def _read(self, listed: Iterable[TreeEntry], *, is_kept: bool = False) -> Iterator[Staged]:
        """Read documents with what they were, a few at a time, and hold none that was given."""
        remaining = iter(listed)
        while part := list(islice(remaining, _AT_ONCE)):
            found = self._read_part(part, is_kept=is_kept)
            found.reverse()
            while found:
                yield found.pop()

    def _read_part(self, listed: Sequence[TreeEntry], *, is_kept: bool) -> list[Staged]:
        at = [[side.at(each) for side in self._sides] for each in listed]
        known = self._entries([*listed, *_present(at)])
        pairs = zip(listed, at, strict=True)
        wanted = [self._wanted(known[each], olds, known) for each, olds in pairs]
        known |= self._entries([old for old in _present(wanted) if old not in known])
        before = [[known.get(old) if old else None for old in olds] for olds in wanted]
        return [
            Staged(known[each], each.mode, olds[0], self._incoming(olds), is_kept)
            for each, olds in zip(listed, before, strict=True)
        ]

    def _wanted(
        self,
        entry: Entry,
        at: Sequence[TreeEntry | None],
        known: Mapping[TreeEntry, Entry],
    ) -> list[TreeEntry | None]:
        """Where each side has the record: at the document's path, else where it came from."""
        names = names_of(entry)
        found: list[TreeEntry | None] = []
        for side, old in zip(self._sides, at, strict=True):
            if old is not None and (not names or known[old].id in names):
                found.append(old)
                continue
            if old is not None and side is self._side:
                self._replaced.add(entry.path)
                side.depart(known[old])
            found.append(side.elsewhere(entry) or old)
        return found

    def _incoming(self, olds: Sequence[Entry | None]) -> tuple[Incoming, ...]:
        """What all sides but HEAD's have of one document."""
        remaining = iter(olds[1:])
        return tuple(
            Incoming(next(remaining), tuple(islice(remaining, len(each.bases))))
            for each in self._merged
        )

    def _entries(self, listed: Sequence[TreeEntry]) -> dict[TreeEntry, Entry]:
        unique = list(dict.fromkeys(listed))
        return dict(zip(unique, self.read(unique), strict=True))


def _present(listed: Iterable[Iterable[TreeEntry | None]]) -> list[TreeEntry]:
    return [each for olds in listed for each in olds if each is not None]


def _is_of_their_own(theirs: TreeEntry, bases: Iterable[TreeEntry | None]) -> bool:
    """Whether a merged commit has a document otherwise than each merge base."""
    return all(base is None or base.oid != theirs.oid for base in bases)
