"""Compare raw trees, without any engine: equal subtrees are never opened."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.watched import Changes, is_watched

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.commits import Change

    Entry = tuple[int, bytes]  # kind and hex object id
    Found = tuple[bytes, bytes | None, bytes | None]
    ReadTree = Callable[[bytes], bytes | None]

_KIND = 0o170000
FOLDER = 0o040000
FILE = 0o100000
_NOTHING: Entry = (0, b"")
_MOST_ENTRIES = 100_000  # in the cache: about 15 MB


class Absent(Exception):
    """A tree that is needed is not in this repository."""


@dataclass(slots=True)
class TreeDiffer:
    """Compares the trees that ``read`` gives by hex id: their content, None if it is not here.

    ``empty`` is the id of the empty tree.
    """

    read: ReadTree
    empty: bytes
    changes: Changes = field(default_factory=Changes)
    _cache: dict[bytes, frozenset[bytes]] = field(default_factory=dict)
    _entries: int = 0

    def compare(self, old: bytes, new: bytes) -> tuple[Change, ...]:
        """Give the watched files in which the trees differ, in git's order; no id, no tree.

        Raises Absent where a tree that must be opened is not here, CannotRun if it is damaged.
        """
        found: list[Found] = []
        todo: list[tuple[bytes, bytes, bytes]] = [(b"", old, new)] if old != new else []
        while todo:
            folder, before, after = todo.pop()
            olds, news = self._unequal(before, after)
            for name in olds.keys() | news.keys():
                one, other = olds.get(name, _NOTHING), news.get(name, _NOTHING)
                path = folder + name
                if FOLDER in {one[0], other[0]}:
                    todo.append((path + b"/", _tree(one), _tree(other)))
                old_blob, new_blob = _blob(one), _blob(other)
                if old_blob != new_blob and is_watched(path):
                    found.append((path, old_blob, new_blob))
        found.sort(key=itemgetter(0))
        return tuple([self.changes.change(*each) for each in found])

    def _unequal(
        self, before: bytes, after: bytes
    ) -> tuple[dict[bytes, Entry], dict[bytes, Entry]]:
        """Give the entries of each tree that the other one has not, by name."""
        olds, news = self._set(before), self._set(after)
        return (
            dict(map(parsed, olds - news)),
            dict(map(parsed, news - olds)),
        )

    def _set(self, oid: bytes) -> frozenset[bytes]:
        """Give a tree's raw entries; of no tree there are none."""
        if oid in {b"", self.empty}:  # git knows the empty tree without having it
            return frozenset()
        cached = self._cache.get(oid)
        if cached is None:
            cached = self._cache[oid] = self._load(oid)
            self._entries += len(cached)
            while self._entries > _MOST_ENTRIES and len(self._cache) > 1:
                self._entries -= len(self._cache.pop(next(iter(self._cache))))
        return cached

    def _load(self, oid: bytes) -> frozenset[bytes]:
        raw = self.read(oid)
        if raw is None:
            raise Absent(oid.decode("ascii"))
        return frozenset(raw_entries(oid, raw))


_ENTRIES = {2 * size: re.compile(rb"[0-7]+ [^\0]+\0.{%d}" % size, re.DOTALL) for size in (20, 32)}


def raw_entries(oid: bytes, raw: bytes) -> list[bytes]:
    """Split a tree at its entries; raises CannotRun if it is damaged."""
    entries: list[bytes] = _ENTRIES[len(oid)].findall(raw)
    if sum(map(len, entries)) != len(raw):
        raise CannotRun(f"tree {oid.decode('ascii')} is damaged")
    return entries


def parsed(raw: bytes) -> tuple[bytes, Entry]:
    """Give name, kind and hex id of a raw entry."""
    mode, _, rest = raw.partition(b" ")
    name, _, oid = rest.partition(b"\0")
    return name, (int(mode, 8) & _KIND, oid.hex().encode("ascii"))


def _tree(entry: Entry) -> bytes:
    return entry[1] if entry[0] == FOLDER else b""


def _blob(entry: Entry) -> bytes | None:
    return entry[1] if entry[0] == FILE else None
