"""Trees as git makes none: in them one reader sees what another one does not (DESIGN section 7)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.tree_diff import raw_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_FOLDER_MODES = (b"40000", b"040000")
_RESERVED = (b".", b"..", b".git")


def crooked(trees: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[str, str]]:
    """Give the hex id of each tree that git would not make, and what is wrong with it.

    Trees come as hex id and content. Raises CannotRun for one that is no tree at all.
    """
    for oid, raw in trees:
        why = _fault(oid, raw)
        if why is not None:
            yield oid.decode("ascii"), why


def _fault(oid: bytes, raw: bytes) -> str | None:
    """What is wrong with a tree: of names first, then of their order."""
    entries = [each.partition(b"\0")[0].partition(b" ") for each in raw_entries(oid, raw)]
    names = [name for _, _, name in entries]
    return _misnamed(names) or _unsorted([(mode, name) for mode, _, name in entries])


def _misnamed(names: Sequence[bytes]) -> str | None:
    odd = next((name for name in names if b"/" in name or name.lower() in _RESERVED), None)
    if odd is not None:
        return f"names an entry {os.fsdecode(odd)!r}"
    if len(set(names)) == len(names):
        return None
    twin = next(name for at, name in enumerate(names) if name in names[:at])
    return f"has two entries {os.fsdecode(twin)!r}"


def _unsorted(entries: Sequence[tuple[bytes, bytes]]) -> str | None:
    keys = [name + b"/" if mode in _FOLDER_MODES else name for mode, name in entries]
    return None if keys == sorted(keys) else "is not in git's order"
