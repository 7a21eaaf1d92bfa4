"""Entries as the checks take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.case import Subject

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry


def subject_of(
    entry: Entry,
    *,
    is_new: bool = False,
    previous: JsonObject | None = None,
    allowed: tuple[Pointer, ...] | None = None,
) -> Subject:
    """The subject of an entry.

    ``is_new``: history is known not to have its file; ``previous``: the record that HEAD has there,
    and ``allowed`` what may be gone of it.
    """
    return Subject(
        entry.path,
        entry.root,
        entry.data,
        entry.reading,
        is_link=entry.is_link,
        is_new=is_new,
        previous=previous,
        allowed=allowed,
    )
