"""Lists of trees that were asked for lately: what an object id stands for never changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.git.protocol import TreeEntry

    Key = tuple[str, tuple[str, ...]]  # the id of a commit or tree, and what was listed of it

_MOST_ENTRIES = 20_000  # about 5 MB


@dataclass(slots=True)
class Listings:
    """A few lists; those that are asked for again stay."""

    _lists: dict[Key, tuple[TreeEntry, ...]] = field(default_factory=dict)
    _entries: int = 0

    def get(self, key: Key, read: Callable[[], list[TreeEntry]]) -> list[TreeEntry]:
        """Give the list of that key, which ``read`` gives where it is not at hand."""
        kept = self._lists.pop(key, None)
        if kept is None:
            kept = tuple(read())
            self._entries += len(kept) + 1
        self._lists[key] = kept
        while self._entries > _MOST_ENTRIES:
            self._entries -= len(self._lists.pop(next(iter(self._lists)))) + 1
        return list(kept)
