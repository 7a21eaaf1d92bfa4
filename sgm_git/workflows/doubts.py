"""What history cannot tell about records, in a line or two for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.witness.testimony import Testimony

_UNSHALLOW = "git fetch --unshallow brings the rest"


def doubts(testimonies: Iterable[Testimony]) -> Iterator[str]:
    """Give one line about all records whose history is cut, and one about those in doubt."""
    lives = [testimony.life for testimony in testimonies]
    cut = sum(life.is_cut for life in lives)
    unclear = [life.doubt for life in lives if life.doubt is not None]
    if cut:
        yield f"history is cut: {_begin(cut)} where it cannot be seen; {_UNSHALLOW}"
    if unclear:
        why = "; ".join(sorted(set(unclear)))
        yield f"history is unclear of {_records(len(unclear))}: {why}"


def _begin(number: int) -> str:
    return f"{_records(number)} {'begins' if number == 1 else 'begin'}"


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"
