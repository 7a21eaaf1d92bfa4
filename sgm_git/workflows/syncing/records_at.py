"""Reads the records that a sync tells of, as git has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.document.limits import STANDARD
from sgm_git.store.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sgm_git.store.records import Records


class Place(NamedTuple):
    """A file with its blob."""

    path: str
    blob: str


def entries_of(records: Records, places: Collection[Place]) -> dict[Place, Entry]:
    """Read those of the files that are documents, whatever stands in them."""
    roots = records.settings.roots
    chosen = [(each, root) for each in sorted(places) if (root := roots.root_of(each.path))]
    wanted = list(dict.fromkeys(place.blob for place, _ in chosen))
    here = records.repository.present_blobs(wanted)
    read = records.repository.read_blobs(
        [blob for blob in wanted if blob in here], limit=STANDARD.document
    )
    contents = dict(read)
    return {
        place: Entry(root, place.path, place.blob, contents[place.blob])
        for place, root in chosen
        if place.blob in contents
    }


def entry_at(found: Mapping[Place, Entry], path: str, blob: str | None) -> Entry | None:
    """The document that was read from a path, if it can be understood."""
    entry = None if blob is None else found.get(Place(path, blob))
    return entry if entry is not None and entry.record is not None else None
