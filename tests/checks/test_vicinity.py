"""What is near a few documents is all that the rules about a store need to judge them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.brief import Brief
from sgm_git.checks.run import check_stock
from sgm_git.checks.stock import Stock
from sgm_git.checks.vicinity import Finder, Key, keys_of, vicinity
from sgm_git.record.fields import Reference
from tests.checks.brief_support import ROOTS, briefs
from tests.checks.support import POLICY
from tests.support import untraced

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.findings import Finding


def shelf(stored: Collection[Brief]) -> Finder:
    """All documents that share a key, by going over all of them."""

    def find(keys: Collection[Key]) -> Iterator[Brief]:
        yield from (brief for brief in stored if keys_of(brief) & set(keys))

    return find


def said(stock: Collection[Brief], paths: Collection[str]) -> list[Finding]:
    """What is said of some of a stock; where a record would move to depends on all others."""
    found = check_stock(Stock(stock, POLICY, lambda _: []))
    return [replace(each, fix=None) for each in found if each.path in paths]


@given(st.lists(briefs(), max_size=12, unique_by=lambda brief: brief.path), st.data())
@untraced
def test_what_is_near_says_the_same_of_the_judged_as_the_whole_store(
    stored: list[Brief], data: st.DataObject
) -> None:
    judged = stored[: data.draw(st.integers(0, 3))]
    near = vicinity(judged, shelf(stored[len(judged) :]))
    paths = {brief.path for brief in judged}
    assert said(near, paths) == said(stored, paths)


def test_what_has_nothing_to_do_with_it_is_not_near() -> None:
    stored = [
        Brief(f"m/{name}.md", ROOTS[0], b"", name, links=(Reference((), "far-9"),))
        for name in ("near-a", *(f"far-{number}" for number in range(20)))
    ]
    assert {each.id for each in vicinity(stored[:1], shelf(stored[1:]))} == {"near-a", "far-9"}


@pytest.mark.parametrize("name", ["a 2.md", "a 2 3.md", "a (Ada's conflicted copy).md"])
@pytest.mark.parametrize("own_id", ["x", None])
def test_with_a_copy_comes_its_original_so_that_no_link_leads_to_the_copy(
    name: str, own_id: str | None
) -> None:
    is_certain = name.endswith(").md")
    judged = Brief("m/b.md", ROOTS[0], b"", "b", "decision", links=(Reference(("x", "0"), "old"),))
    copy = Brief(f"m/{name}", ROOTS[0], b"", "x", "decision", aliases=("old",))
    stored = [judged, copy, Brief("m/a.md", ROOTS[0], b"", own_id)]
    near = vicinity([judged], shelf(stored[1:]))
    is_told = any(each.code == "L502" for each in said(near, {judged.path}))
    assert is_told == (own_id == "x" or is_certain)
    assert said(near, {judged.path}) == said(stored, {judged.path})


def test_a_chain_of_supersession_is_followed_to_its_end_and_not_back() -> None:
    chain = [
        Brief(
            f"m/{number}.md",
            ROOTS[0],
            b"",
            f"x{number}",
            superseded_by=(Reference((), f"x{number + 1}"),),
        )
        for number in range(50)
    ]
    near = vicinity([chain[20]], shelf(chain[:20] + chain[21:]))
    assert {each.id for each in near} == {f"x{number}" for number in range(20, 50)}
