"""Entries as the checks take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.case import Subject

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer
    from sgm_git.store.entry import Entry


def subject_of(
    entry: Entry,
    *,
    is_new: bool = False,
    before: Entry | None = None,
    allowed: tuple[Pointer, ...] | None = None,
) -> Subject:
    """The subject of an entry.

    ``is_new``: history is known not to have its file; ``before``: what stood there before, and
    ``allowed`` what may be gone of it.
    """
    return Subject(
        entry.path,
        entry.root,
        entry.data,
        entry.reading,
        is_link=entry.is_link,
        is_new=is_new,
        previous=None if before is None else before.record,
        allowed=allowed,
        stood=None if before is None else before.data,
    )
