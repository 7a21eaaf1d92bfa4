"""How commits are related, and which refs there are, read with dulwich."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dulwich.refs import Ref

from sgm_git.git import graph
from sgm_git.git.embedded_raw import RepoObjects
from sgm_git.git.embedded_repo import opened
from sgm_git.git.place import shallow_border

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.git.place import Place


def merge_bases(place: Place, one: str, other: str) -> list[str]:
    """Give the best common ancestors; see ``past.Past.merge_bases``."""
    border = shallow_border(place.common_dir)
    with opened(place) as repo:
        return graph.merge_bases(RepoObjects(repo), border, one, other)


def is_ancestor(place: Place, one: str, other: str) -> bool:
    """Whether ``other`` reaches ``one``; see ``past.Past.is_ancestor``."""
    border = shallow_border(place.common_dir)
    with opened(place) as repo:
        return graph.is_ancestor(RepoObjects(repo), border, one, other)


def commit_at(place: Place, tip: str, time: int) -> str | None:
    """Give the commit that was the newest at a time; see ``past.Past.commit_at``."""
    border = shallow_border(place.common_dir)
    with opened(place) as repo:
        return graph.commit_at(RepoObjects(repo), border, tip, time)


def existing_refs(place: Place, names: Iterable[str]) -> dict[str, str]:
    """Map those of the refs that lead to an object to the ref that they lead to at last."""
    found = {}
    with opened(place) as repo:
        for name in names:
            chain, oid = repo.refs.follow(Ref(os.fsencode(name)))
            if oid is not None:
                found[name] = os.fsdecode(chain[-1])
    return found
