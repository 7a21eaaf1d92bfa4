"""What a staged document lost of what the commits before it have (DESIGN sections 6 and 7, K)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.checks.keeping import consent_pointer, immutable_changes, keep, kept_apart
from sgm_git.errors import CannotRun
from sgm_git.record import parts
from sgm_git.record.consent import Consent, consents
from sgm_git.record.pointer import parse
from sgm_git.store.consents import remembered
from sgm_git.workflows.hooks.sides import names_of, record_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.commits import Commit
    from sgm_git.document import Document
    from sgm_git.findings import Fault
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.gather import Gathering, Incoming, Staged
    from sgm_git.workflows.hooks.sides import Side


@dataclass(frozen=True, slots=True)
class Loss:
    """What is gone of a record as a commit before has it (``base``, in the document ``stood``).

    ``is_against_head_alone``: HEAD is not published, and what it came out of had no more; then
    the commit may be an amended HEAD, which is nobody's business yet.
    """

    base: JsonObject
    fault: Fault
    is_against_head_alone: bool = False
    stood: Document | None = None


class Keeping:
    """Compares staged documents with what was there before, by what may be lost of it."""

    def __init__(self, records: Records, gathering: Gathering) -> None:
        self._records = records
        self._gathering = gathering
        self._vocabulary = records.settings.schemas.vocabulary

    def losses(self, staged: Staged) -> list[Loss]:
        """Give what the document lost that nobody consented to.

        In a merge that is what HEAD or a merged commit has, and merging them would have kept.
        """
        record = staged.entry.record
        if record is None:
            return []
        found: dict[tuple[str, Pointer, int], Loss] = {}
        for parent, merged in self._parents(staged):
            base, stood = parent.record or {}, parent.reading.document
            seen: Counter[tuple[str, Pointer]] = Counter()
            for fault in self._lost(staged, parent, merged):
                key = (fault.code, consent_pointer(base, parse(fault.pointer or "")))
                seen[key] += 1  # annotations of one kind have one name
                is_open = self.is_against_head_alone(staged, *key)
                found.setdefault((*key, seen[key]), Loss(base, fault, is_open, stood))
        return list(found.values())

    def is_against_head_alone(self, staged: Staged, code: str, name: Pointer) -> bool:
        """Whether HEAD is not published and one of its parents had lost the same already.

        ``name`` is the pointer by which a consent names it. A root commit came out of nothing.
        """
        sides = self._before_head
        if sides is None or staged.entry.record is None:
            return False
        return not sides or any(not self._lost_since(side, staged, code, name) for side in sides)

    @cached_property
    def head(self) -> Commit:
        """The commit that HEAD is; there must be one."""
        return next(iter(self._records.repository.history(self._gathering.head or "")))

    def is_new_in_head(self, staged: Staged) -> bool:
        """Whether the record began in a HEAD that is not published."""
        sides = self._before_head
        return sides is not None and not any(self._had(side, staged) for side in sides)

    def consents(self, staged: Staged) -> tuple[Consent, ...]:
        """The consents in force about a document: given here, or in a message that git prepared.

        One that was given here counts for the state that it was given of.
        """
        ids, parents = set(names_of(staged.entry)), [each for each in staged.parents if each]
        roots = {None, staged.entry.root.path, *(each.root.path for each in parents)}
        given = [c for each in parents for c in self._remembered.get(each.blob, ())]
        return tuple(
            consent
            for consent in (*given, *self._prepared)
            if consent.id in ids and consent.root in roots
        )

    def merges(self, staged: Staged) -> list[JsonObject]:
        """The records that merging HEAD's with a merged commit's gives, by each merge base."""
        return [result for incoming in staged.merged for result in _merges(staged.head, incoming)]

    def _parents(self, staged: Staged) -> Iterator[tuple[Entry, list[JsonObject]]]:
        """Give what each parent has of a document, and what merging may make of that."""
        merged = self.merges(staged)
        yield from ((parent, merged) for parent in staged.parents if parent is not None)

    def _lost(self, staged: Staged, parent: Entry, merged: list[JsonObject]) -> list[Fault]:
        base, record = parent.record, staged.entry.record
        if base is None or record is None or not _is_same_record(parent, staged.entry):
            return []
        if not kept_apart(base, record, merged, self._vocabulary):
            return []
        allowed = [parse(consent.pointer) for consent in self.consents(staged)]
        return kept_apart(base, record, merged, self._vocabulary, allowed)

    def _lost_since(self, side: Side, staged: Staged, code: str, name: Pointer) -> bool:
        base, record = record_of(self._before(side, staged)), staged.entry.record
        if base is None or record is None:
            return False
        faults = [*keep(base, record, self._vocabulary), *immutable_changes(base, record)]
        return any(
            (fault.code, consent_pointer(base, parse(fault.pointer or ""))) == (code, name)
            for fault in faults
        )

    def _before(self, side: Side, staged: Staged) -> Entry | None:
        """What a parent of HEAD has of the same record."""
        found = self._gathering.before(side, staged)
        return found if found is not None and _is_same_record(found, staged.entry) else None

    def _had(self, side: Side, staged: Staged) -> bool:
        """Whether a parent of HEAD has the record; what has no id is known by its path."""
        found, names = self._gathering.before(side, staged), names_of(staged.entry)
        return found is not None and (not names or found.id is None or found.id in names)

    @cached_property
    def _before_head(self) -> list[Side] | None:
        """The parents of a HEAD that is not published and may be amended; else None."""
        head, repository = self._gathering.head, self._records.repository
        if head is None or self._gathering.merging or not self._gathering.may_amend:
            return None
        if repository.is_published(head):
            return None
        return [self._gathering.side(parent) for parent in self._parents_of(head)]

    def _parents_of(self, oid: str) -> Iterator[str]:
        for number in range(1, 100):
            try:
                yield self._records.repository.resolve(f"{oid}^{number}")
            except CannotRun:
                return

    @cached_property
    def _remembered(self) -> dict[str, list[Consent]]:
        return remembered(self._records.repository)

    @cached_property
    def _prepared(self) -> tuple[Consent, ...]:
        return tuple(consents(self._records.repository.prepared_messages()))


def _merges(head: Entry | None, incoming: Incoming) -> list[JsonObject]:
    ours, theirs = record_of(head), record_of(incoming.entry)
    if ours is None or theirs is None:
        return []
    return [
        parts.merge.merge(base, ours, theirs).value
        for base in map(record_of, incoming.bases or (None,))
    ]


def _is_same_record(before: Entry, after: Entry) -> bool:
    """Whether it is the same record still; L503 says where another stands in its place."""
    return before.id in names_of(after)
