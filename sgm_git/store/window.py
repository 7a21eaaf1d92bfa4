"""Which part of a list is asked for, and what comes back (DESIGN section 11, ``{items, next}``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Listed_co = TypeVar("Listed_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Window:
    """At most ``limit`` of a list (None: all), in the order of ``sort``, after a ``cursor``.

    ``cursor`` is the ``next`` of the page before, asked for in the same order.
    """

    limit: int | None = None
    cursor: str | None = None
    sort: str = "path"
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[Listed_co]):
    """Some items of a list, the cursor of what follows (None at the end), and how many all are."""

    items: tuple[Listed_co, ...]
    next: str | None
    total: int
