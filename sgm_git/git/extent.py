"""How much of history is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection


@dataclass(frozen=True, slots=True)
class Extent:
    """Which history is asked for, and where it may end.

    ``border``: the commits at which a shallow clone ends. ``is_partial``: missing objects were
    never fetched, and no damage.
    """

    tip: str
    known: Collection[str]
    border: Collection[str]
    is_partial: bool
