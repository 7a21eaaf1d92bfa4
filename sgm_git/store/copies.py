"""The files of a store that are no records but a sync client's copies of some (L512).

Readers leave them out, and so do writes: what they hold counts once it is merged (``sgm fix``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.copies import copied_from, original_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from sgm_git.store.entry import Entry


def copies_among(
    paths: Iterable[str], load: Callable[[Collection[str]], Iterable[Entry]]
) -> frozenset[str]:
    """Give those of some documents that are copies of others.

    ``load`` reads those that are there of some paths, of the state in question. It is asked only
    where a name says that it may be a copy.
    """
    named = {path: beside for path in paths if (beside := _beside(path))}
    if not named:
        return frozenset()
    entries = load({*named, *(name for beside in named.values() for name in beside)})
    ids = {entry.path: entry.id for entry in entries if not entry.is_link}
    return frozenset(
        path for path in named if path in ids and original_of(path, ids[path], ids) is not None
    )


def _beside(path: str) -> list[str]:
    return [name.original for name in copied_from(path)]
