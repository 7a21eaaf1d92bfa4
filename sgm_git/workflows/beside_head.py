"""Documents beside what HEAD has at their paths, without holding more than a few at a time."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.record.pointer import parse
from sgm_git.store.consents import remembered
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records

_AT_ONCE = 200  # documents for which git is asked in one go


def beside_head(
    records: Records, entries: Iterable[Entry], *, staged: bool = False
) -> Iterator[tuple[Entry, Subject]]:
    """Give subjects that know what HEAD has at their path: nothing, the same, or another record.

    Of the work tree's it is asked too what they lost since (K), but for what was consented to
    here; not while a merge is unfinished, for then HEAD is but one of two sides.
    """
    committed = records.committed()
    asks = not staged and records.repository.unfinished() is None
    given = remembered(records.repository) if asks else {}
    remaining = iter(entries)
    while part := list(islice(remaining, _AT_ONCE)):
        before = _before(records, part, committed)
        part.reverse()
        while part:
            entry = part.pop()  # nobody but the caller holds what was parsed
            allowed = _allowed(entry, given.get(committed.get(entry.path, ""), ()))
            yield (
                entry,
                subject_of(
                    entry,
                    is_new=entry.path not in committed,
                    previous=before.pop(entry.path, None),
                    allowed=allowed if asks else None,
                ),
            )


def _before(
    records: Records, entries: Sequence[Entry], committed: Mapping[str, str]
) -> dict[str, JsonObject]:
    """The records that HEAD has at the paths of those entries that differ from it."""
    changed = [entry for entry in entries if committed.get(entry.path, entry.blob) != entry.blob]
    if not changed:
        return {}
    oids = [committed[entry.path] for entry in changed]
    read_all = records.repository.read_blobs(oids, limit=STANDARD.document)
    contents = zip(changed, read_all, strict=True)
    documents = ((entry.path, read(data).document) for entry, (_, data) in contents)
    return {path: document.record for path, document in documents if document is not None}


def _allowed(entry: Entry, given: Iterable[Consent]) -> tuple[Pointer, ...]:
    """What an entry may have lost, by consents to the blob that HEAD has of it."""
    return tuple(parse(consent.pointer) for consent in given if consent.id == entry.id)
