"""The newest of several kinds at once are what a look at all of them gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.store.index.shelf_keys import time_key
from sgm_git.store.query import Filters
from sgm_git.store.window import Page, Window
from sgm_git.witness.reading import Standing
from tests.store.index.shelf_support import FEW, FILTERS, NOW, STORES, a_shelf

if TYPE_CHECKING:
    from sgm_git.store.index.shelf import Item


def last_key(item: Item) -> bytes | None:
    """By when it is sorted: changed, else made."""
    changed, made = (time_key(item.effective.get(name)) for name in ("modified_at", "created_at"))
    return changed if changed is not None else made


def by_time(items: tuple[Item, ...]) -> list[Item]:
    having = [each for each in items if last_key(each) is not None]
    rest = [each for each in items if last_key(each) is None]
    return sorted(having, key=lambda each: last_key(each) or b"", reverse=True) + rest


@FEW
@given(STORES, st.lists(st.tuples(FILTERS, st.integers(1, 4)), max_size=4))
def test_a_page_has_the_last_changed_that_pass_and_counts_all(
    items: list[Item], kinds: list[tuple[Filters, int]]
) -> None:
    with a_shelf(*items) as shelf:
        found = shelf.newest(kinds, NOW)
        for (filters, limit), page in zip(kinds, found, strict=True):
            passing = shelf.page(filters, Window(), NOW).items
            assert page == Page(tuple(by_time(passing)[:limit]), None, len(passing))


def test_an_empty_shelf_has_none() -> None:
    history = Filters(standings=frozenset((Standing.HISTORY,)))
    with a_shelf() as shelf:
        assert shelf.newest([(history, 3)], NOW) == [Page((), None, 0)]
        assert shelf.newest([], NOW) == []
