"""How times grow with the size of a store (DESIGN section 14, "exponent")."""

from __future__ import annotations

from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def exponents(seconds: Mapping[int, float]) -> Iterator[tuple[int, int, float]]:
    """Give (smaller, larger, exponent) for each two neighbours of sizes with their seconds.

    The exponent is the e of ``seconds ~ size ** e``: 1 is linear. What a process takes to start
    is in both, so that it can be below 1.
    """
    for (small, before), (large, after) in pairwise(sorted(seconds.items())):
        yield small, large, log(after / before) / log(large / small)
