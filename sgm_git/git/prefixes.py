"""Prefixes: folders or files by name, never patterns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Prefixes:
    """A choice of paths; ``names`` is empty if it is everything."""

    names: frozenset[str]
    nothing: bool = False

    @classmethod
    def of(cls, prefixes: Iterable[str]) -> Prefixes:
        """Take prefixes as the protocol does: ``""`` is everything, no prefix is nothing."""
        names = frozenset(prefix.strip("/") for prefix in prefixes)
        return cls(frozenset() if "" in names else names, nothing=not names)

    def holds(self, path: str) -> bool:
        """Whether the path is, or lies below, one of the prefixes."""
        if self.nothing or not self.names:
            return not self.nothing
        return path in self.names or any(folder in self.names for folder in parents(path))

    def reaches(self, folder: str) -> bool:
        """Whether anything below the folder can be chosen."""
        below = folder + "/"
        return self.holds(folder) or any(name.startswith(below) for name in self.names)


def parents(path: str) -> Iterable[str]:
    """Give the folders above a path, the nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
