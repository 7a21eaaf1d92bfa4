"""Documents beside what HEAD has at their paths, without holding more than a few at a time."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.record.fields import record_id
from sgm_git.record.pointer import parse
from sgm_git.store.consents import remembered
from sgm_git.store.entry import Entry
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.store.records import Records

_AT_ONCE = 200  # documents for which git is asked in one go


def beside_head(
    records: Records, entries: Iterable[Entry], *, staged: bool = False
) -> Iterator[tuple[Entry, Subject]]:
    """Give subjects that know what HEAD has at their path: nothing, the same, or another record.

    One that HEAD has elsewhere, where no file is any more, was moved and is not new. Of the work
    tree's it is asked too what they lost since (K), but for what was consented to here; not while
    a merge is unfinished, for then HEAD is but one of two sides.
    """
    head = _Head(records, staged=staged)
    asks = not staged and records.repository.unfinished() is None
    given = remembered(records.repository) if asks else {}
    remaining = iter(entries)
    while part := list(islice(remaining, _AT_ONCE)):
        blobs = {entry.path: head.blob(entry) for entry in part}
        before = _before(records, part, blobs)
        part.reverse()
        while part:
            entry = part.pop()  # nobody but the caller holds what was parsed
            blob = blobs[entry.path]
            allowed = _allowed(entry, given.get(blob or "", ()))
            yield (
                entry,
                subject_of(
                    entry,
                    is_new=blob is None,
                    before=before.pop(entry.path, None),
                    allowed=allowed if asks else None,
                ),
            )


class _Head:
    """The documents that HEAD has, by path, and those that are gone from theirs, by root and id."""

    def __init__(self, records: Records, *, staged: bool) -> None:
        self._records = records
        self._staged = staged
        self._committed = records.committed()

    def blob(self, entry: Entry) -> str | None:
        """The blob that HEAD has of an entry; None where it is new."""
        blob = self._committed.get(entry.path)
        if blob is not None or entry.is_link or not self._committed or entry.id is None:
            return blob
        return self._departed.get((entry.root.path, entry.id))

    @cached_property
    def _departed(self) -> dict[tuple[str, str], str]:
        roots = self._records.settings.roots
        gone = [(path, root) for path in self._gone() if (root := roots.root_of(path)) is not None]
        oids = [self._committed[path] for path, _ in gone]
        contents = self._records.repository.read_blobs(oids, limit=STANDARD.document)
        found: dict[tuple[str, str], str] = {}
        for (_, root), (oid, data) in zip(gone, contents, strict=True):
            document = read(data).document
            name = None if document is None else record_id(document.record)
            if name is not None:
                found[root.path, name] = oid
        return found

    def _gone(self) -> list[str]:
        """The paths of HEAD at which the work tree, or the index, has nothing."""
        if not self._staged:
            return [path for path in self._committed if not self._records.has(path)]
        listed = self._records.repository.list_index(self._records.settings.roots.prefixes)
        return sorted(self._committed.keys() - {each.path for each in listed})


def _before(
    records: Records, entries: Sequence[Entry], blobs: Mapping[str, str | None]
) -> dict[str, Entry]:
    """What HEAD has of those entries that differ from it."""
    stood = [(each, blobs[each.path]) for each in entries if blobs[each.path] != each.blob]
    changed = [(entry, blob) for entry, blob in stood if blob is not None]
    if not changed:
        return {}
    read_all = records.repository.read_blobs([b for _, b in changed], limit=STANDARD.document)
    contents = zip(changed, read_all, strict=True)
    return {
        entry.path: Entry(entry.root, entry.path, blob, data)
        for (entry, blob), (_, data) in contents
    }


def _allowed(entry: Entry, given: Iterable[Consent]) -> tuple[Pointer, ...]:
    """What an entry may have lost, by consents to the blob that HEAD has of it."""
    return tuple(parse(consent.pointer) for consent in given if consent.id == entry.id)
