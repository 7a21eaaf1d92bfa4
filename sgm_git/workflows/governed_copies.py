"""Documents that no commit touches, and that are records now or none any more (DESIGN 6, G, L512).

A sync client's copy is no record beside its original: where that goes, the copy is one, and a
record whose name says that it is a copy is none once there is an original. Roots and ignores that
arrive take records away, too.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.policy.config import CONFIG_PATH
from sgm_git.policy.copies import copied_from
from sgm_git.store.copies import copies_among

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.side import Side


_CONFIG = frozenset((CONFIG_PATH,))


class Turned(NamedTuple):
    """Documents that are the same on both sides: records only as they arrive, or only before.

    ``because`` says of each the paths whose change made it so.
    """

    come: tuple[Entry, ...] = ()
    gone: tuple[Entry, ...] = ()
    because: Mapping[str, frozenset[str]] = MappingProxyType({})


def turned(state: Arriving, side: Side, copies: Collection[str]) -> Turned:
    """Give what became a record, or none, by what happened beside it; ``copies`` arrive as such."""

    def load(paths: Collection[str]) -> Iterator[Entry]:
        yield from state.entries({path for path in paths if side.has(path)})
        yield from (old for old in side.differing if old.path in paths)

    same = {path for path in state.blobs if any(copied_from(path)) and side.has(path)}
    were = copies_among(same, load)
    come, gone = were - set(copies), (same & set(copies)) - were
    because = {path: _originals(path) for path in come | gone}
    because |= {path: _CONFIG for path in state.stopped - set(copies) if side.has(path)}
    found = list(state.entries(set(because))) if because else []
    return Turned(
        tuple(each for each in found if each.path in come),
        tuple(each for each in found if each.path not in come),
        because,
    )


def _originals(path: str) -> frozenset[str]:
    """The paths of which a file's name says that it is a copy: they decide what it is."""
    return frozenset(name.original for name in copied_from(path))
