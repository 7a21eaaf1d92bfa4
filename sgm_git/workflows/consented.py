"""What a record may have lost by the consents of commits (DESIGN section 6, "Keeping")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.checks.keeping import keep
from sgm_git.document.limits import STANDARD
from sgm_git.record.consent import consents
from sgm_git.record.pointer import parse
from sgm_git.store.entry import Entry
from sgm_git.workflows.hooks.sides import names_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from sgm_git.commits import Commit
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records

    Losses: TypeAlias = set[tuple[str, str]]


@dataclass(frozen=True)
class Consented:
    """The consents of commits, the newest first, and of ``here``, which count for all they name.

    That of a commit counts for what is lost there already, once: not for what a later commit
    takes away, be it for a second time.
    """

    records: Records
    commits: Sequence[Commit] = ()
    here: tuple[Consent, ...] = ()

    def allowed(self, entry: Entry, before: Entry | None) -> tuple[Pointer, ...]:
        """The pointers of what a record may lack of what it was before.

        Raises CannotRun where git cannot tell.
        """
        if before is None or before.record is None or entry.record is None:
            return ()
        change = _Change(self.records, entry, before)
        found = [parse(each.pointer) for each in change.named(self.here)]
        given = [(place, change.named(said)) for place, said in self._said]
        given = [(place, named) for place, named in given if named]
        if given and change.lost(entry.record):
            found += self._of_commits(change, given)
        return tuple(found)

    def _of_commits(
        self, change: _Change, given: Sequence[tuple[int, list[Consent]]]
    ) -> Iterator[Pointer]:
        states = change.states([self.commits[place] for place, _ in given])
        for (place, named), state in zip(given, states, strict=True):
            yield from self._in_force(change, place, state, [parse(n.pointer) for n in named])

    @cached_property
    def _said(self) -> list[tuple[int, list[Consent]]]:
        said = ((place, list(consents(each.message))) for place, each in enumerate(self.commits))
        return [(place, found) for place, found in said if found]

    def _in_force(
        self, change: _Change, place: int, state: JsonObject | None, named: Sequence[Pointer]
    ) -> Iterator[Pointer]:
        """Of what a commit consents to, what its state of the record lacks, and all later ones."""
        if state is None:
            return
        lost = change.lost(state) - change.lost(state, named)
        oid, is_ancestor = self.commits[place].oid, self.records.repository.is_ancestor
        for later in self.commits[:place]:
            blobs = change.blobs(later) if lost else []
            if blobs and is_ancestor(oid, later.oid):
                for record in change.read(blobs):
                    lost &= change.lost(record)
        yield from (parse(pointer) for _, pointer in lost)


class _Change:
    """What was one record before, and is now."""

    def __init__(self, records: Records, entry: Entry, before: Entry) -> None:
        self._repository = records.repository
        self._vocabulary = records.settings.schemas.vocabulary
        self._entry = entry
        self._base: JsonObject = before.record or {}
        self._names = {*names_of(entry), before.id}
        self._roots = {None, entry.root.path, before.root.path}
        self._paths = (entry.path, before.path)

    def named(self, given: Iterable[Consent]) -> list[Consent]:
        """The consents that are about the record."""
        return [each for each in given if each.id in self._names and each.root in self._roots]

    def lost(self, record: JsonObject, drop: Collection[Pointer] = ()) -> Losses:
        """The codes and pointers of all that a state of the record lacks of what it was."""
        found = keep(self._base, record, self._vocabulary, drop)
        return {(fault.code, fault.pointer or "") for fault in found}

    def states(self, commits: Sequence[Commit]) -> list[JsonObject | None]:
        """The record as each commit has it, where it lay before or now, or where that put it."""
        places = [(each.oid, path) for each in commits for path in self._paths]
        blobs = iter(self._repository.blob_ids(places))
        found = []
        for commit in commits:
            made = [each.new for changes in commit.changes for each in changes]
            here = next(self.read([next(blobs), next(blobs)]), None)
            found.append(here or next(self.read(made), None))
        return found

    def blobs(self, commit: Commit) -> list[str]:
        """What a commit makes of the files in which the record lay before or lies now."""
        changes = (each for changes in commit.changes for each in changes)
        return [each.new for each in changes if each.path in self._paths and each.new is not None]

    def read(self, blobs: Sequence[str | None]) -> Iterator[JsonObject]:
        """The states of the record among blobs; None is none."""
        unique = [blob for blob in dict.fromkeys(blobs) if blob is not None]
        root, path = self._entry.root, self._entry.path
        for blob, data in self._repository.read_blobs(unique, limit=STANDARD.document):
            entry = Entry(root, path, blob, data)
            if entry.record is not None and entry.id in self._names:
                yield entry.record
