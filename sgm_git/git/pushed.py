"""What the rest of the package may ask of git about what is pushed, and where to (DESIGN 7).

Forms are those of ``protocol``, which takes these promises into ``Repository``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Kind = Literal["commit", "tree", "blob"]


@dataclass(frozen=True, slots=True)
class Ref:
    """What a ref names: an object, and where it is a symbolic ref the ref that it leads to."""

    oid: str
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Peeled:
    """What an object is behind all tags."""

    kind: Kind
    oid: str


class Pushed(Protocol):
    """The half of a repository that is about other refs than HEAD. Both engines keep all of it."""

    def refs(self, prefix: str = "refs/") -> dict[str, Ref]:
        """Give every ref below a prefix, which ends in a slash, by its full name.

        HEAD and the like are none, nor is a symbolic ref that leads nowhere.
        """
        ...

    def tracked_refs(self, remote: str) -> dict[str, str]:
        """Give the refs here that follow those of a remote, by their full names there.

        ``HEAD`` is its main branch. Refs that follow another remote's more closely are none, nor
        are branches and tags of this repository.
        """
        ...

    def peeled(self, oids: Sequence[str]) -> dict[str, Peeled]:
        """Say what objects are behind all tags; those that are not here are left out."""
        ...

    def commits_beyond(self, tips: Collection[str], known: Collection[str]) -> list[str]:
        """Give the commits reachable from ``tips`` and not from ``known``; children first.

        Raises CannotRun where one of either is no commit that is here, or history has a hole.
        """
        ...

    def crooked_trees(self, tips: Collection[str], known: Collection[str]) -> dict[str, str]:
        """Give the trees that git would not make: what is wrong with each by its id.

        Of those that ``tips`` have, now or in their history, and ``known`` have not. Raises
        CannotRun where a tree cannot be read, or is not here.
        """
        ...
