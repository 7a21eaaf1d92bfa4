"""The orders of a list, and cursors: where a page ends, by what stands there (DESIGN section 11).

A cursor tells a place between items and not how many came before, so that what comes and goes
meanwhile neither hides an item nor shows one twice.
"""

from __future__ import annotations

import json
from base64 import b64decode, urlsafe_b64encode
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sgm_git.errors import UsageError
from sgm_git.store.index.shelf_filter import Condition, standing_at

if TYPE_CHECKING:
    from sgm_git.store.window import Window

_BY = {  # but the standing, which depends on the clock
    "path": "path",
    **{
        name: f"by_{name}"
        for name in ("id", "type", "title", "status", "agent", "created_at", "modified_at")
    },
    "standing": "",
    "review": "review",
    "trust": "trust",
}

_BYTES = "latin-1"  # which has a character for each byte
_RANKED = frozenset(("standing", "review", "trust"))
_MANY = 1_000  # more than there are ranks

SORTS = tuple(_BY)
"""What a list can be ordered by: texts by their characters, the last three from the best down."""

BEHIND = "(path, is_reviewed) > (?, ?)"
"""What holds of items behind a path and whether they are reviewed, where the key is the same."""

SCORE = "score"
"""The order of what a search found: the best first."""


class Place(NamedTuple):
    """Where an item stands in an order: by a key (None: it has none), then by its path.

    At one path a reviewed version stands behind what became of it here.
    """

    key: bytes | float | None
    path: bytes
    is_reviewed: bool = False


def checked(window: Window) -> Window:
    """Give the window; raises UsageError for an order or a limit that there is not."""
    if window.sort not in _BY:
        raise UsageError(
            f"there is no order by {window.sort!r}", hint=f"choose one of {', '.join(SORTS)}"
        )
    if window.limit is not None and window.limit < 1:
        raise UsageError(f"a page of {window.limit} holds nothing", hint="ask for one or more")
    return window


def sort_key(window: Window, now: int) -> Condition:
    """Give what a list is sorted by before the path, as an expression."""
    return standing_at(now) if window.sort == "standing" else Condition(_BY[window.sort])


def order(window: Window) -> str:
    """Give what stands after ORDER BY: ``key``, where there is one, ``path``, ``is_reviewed``."""
    down = " DESC" if window.reverse else ""
    if window.sort == "path":
        return f"path{down}, is_reviewed{down}"
    return f"key IS NULL, key{down}, path, is_reviewed"


def after(window: Window, place: Place | None) -> Condition | None:
    """What holds of the items that follow a place in a list."""
    if place is None:
        return None
    beyond = "<" if window.reverse else ">"
    key, behind = place.key, (place.path, place.is_reviewed)
    if window.sort == "path":
        return Condition(f"(path, is_reviewed) {beyond} (?, ?)", behind)
    if key is None:
        return Condition(f"key IS NULL AND {BEHIND}", behind)
    text = f"(key IS NULL OR key {beyond} ? OR (key = ? AND {BEHIND}))"
    return Condition(text, (key, key, *behind))


def cursor(sort: str, place: Place, *, reverse: bool = False) -> str:
    """Write a place in an order, safe in a URL and on a command line."""
    key = place.key.decode(_BYTES) if isinstance(place.key, bytes) else place.key
    parts = [sort, reverse, key, place.path.decode(_BYTES), place.is_reviewed]
    told = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(told.encode("utf-8")).decode("ascii").rstrip("=")


def place_of(text: str | None, sort: str, *, reverse: bool = False) -> Place | None:
    """Read a cursor of that order; raises UsageError for anything else."""
    if text is None:
        return None
    try:
        data = b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
        told_sort, told_reverse, key, path, is_reviewed = json.loads(data)
        place = Place(key.encode(_BYTES) if isinstance(key, str) else key, path.encode(_BYTES))
        place = place._replace(is_reviewed=is_reviewed is True)
    except (ValueError, TypeError, AttributeError, RecursionError):
        _refuse("is none")
    if (told_sort, told_reverse) != (sort, reverse):
        _refuse("is one of another order")
    if not _is_key(place.key, sort):
        _refuse("is none")
    return place


def _is_key(key: object, sort: str) -> bool:
    """Whether it is what an order may sort by."""
    if sort == SCORE:
        return isinstance(key, float) and isfinite(key)
    if sort in _RANKED:
        return isinstance(key, int) and 0 <= key < _MANY
    return key is None or (sort != "path" and isinstance(key, bytes))


def _refuse(why: str) -> NoReturn:
    raise UsageError(
        f"the cursor {why}", hint="take next of the page before, and ask for the same again"
    )
