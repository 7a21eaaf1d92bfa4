"""Who reads records sees the circles that L507 reports, unless review tells them apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.brief import Brief
from sgm_git.checks.links import supersession_in_circle
from sgm_git.checks.stock import Stock
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root
from sgm_git.record.fields import Reference
from sgm_git.witness.references import Claims
from sgm_git.witness.supersession import circles
from tests.checks.support import POLICY
from tests.witness.succeeding import successions

NAMES = ("a", "b", "c", "d")
ROOTS = ("memory", "lib")
REFERENCES = st.lists(st.sampled_from([*NAMES, "e", "lib:a", "memory:b"]), max_size=2).map(tuple)


@st.composite
def stores(draw: st.DrawFn) -> list[Claims]:
    """Stores without an id, now or once, that stands twice in a root."""
    places = st.tuples(st.sampled_from(ROOTS), st.sampled_from(NAMES))
    return [
        Claims(
            f"{root}/{name}.md",
            root,
            name,
            aliases=("e",) if name == "a" and draw(st.booleans()) else (),
            superseded_by=draw(REFERENCES),
            supersedes=frozenset(draw(REFERENCES)),
        )
        for root, name in draw(st.lists(places, unique=True, max_size=6))
    ]


def _brief(claims: Claims) -> Brief:
    return Brief(
        claims.path,
        Root(claims.root, RootConfig(), {}),
        b"",
        claims.id,
        aliases=claims.aliases,
        superseded_by=tuple(Reference((), each) for each in claims.superseded_by),
        supersedes=tuple(Reference((), each) for each in claims.supersedes),
    )


@given(stores())
def test_the_circles_are_those_of_the_rule(store: list[Claims]) -> None:
    stock = Stock(map(_brief, store), POLICY, lambda _paths: ())
    reported = {brief.path for brief, _ in supersession_in_circle(stock)}
    found = circles({key: each.after for key, each in successions(store).items()})
    assert {path for path, _ in found} == reported
