from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.match import Matching, match_annotations
from sgm_git.record.value import canonical
from tests.record.strategies import VALUES

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue

NOTE: JsonValue = {"kind": "note", "value": "a"}
ITEMS = st.one_of(
    VALUES,
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["a", "b"])},
        optional={"value": st.integers(0, 2), "x": st.booleans()},
    ),
)


def test_equal_ones_are_partners_before_those_of_a_kind() -> None:
    heavy: JsonValue = {"kind": "note", "value": "a", "weight": 2}
    other: JsonValue = {"kind": "note", "value": "b"}
    assert match_annotations([NOTE, heavy], [other, heavy, NOTE]) == Matching(
        ((0, 2), (1, 1)), (), (0,)
    )


def test_of_one_kind_the_same_value_goes_first() -> None:
    changed: JsonValue = {"kind": "note", "value": "a", "weight": 2}
    assert match_annotations([NOTE], [{"kind": "note"}, changed]).pairs == ((0, 1),)


def test_another_value_of_the_kind_is_a_partner_another_kind_is_not() -> None:
    assert match_annotations([NOTE], [{"kind": "note", "value": 1}]).pairs == ((0, 0),)
    assert match_annotations([NOTE], [{"kind": "Note", "value": "a"}]) == Matching((), (0,), (0,))


def test_each_of_several_equal_ones_counts() -> None:
    assert match_annotations([NOTE, NOTE, NOTE], [NOTE]).gone == (1, 2)


def test_items_without_a_kind_match_only_as_a_whole() -> None:
    assert match_annotations(["x", {"value": 1}], [{"value": 1}, "y"]) == Matching(
        ((1, 0),), (0,), (1,)
    )


@given(st.lists(ITEMS, max_size=6), st.lists(ITEMS, max_size=6))
def test_every_item_has_one_partner_or_none(base: list[JsonValue], result: list[JsonValue]) -> None:
    matching = match_annotations(base, result)
    left, right = ([pair[side] for pair in matching.pairs] for side in (0, 1))
    assert sorted([*left, *matching.gone]) == list(range(len(base)))
    assert sorted([*right, *matching.added]) == list(range(len(result)))
    common = Counter(map(canonical, base)) & Counter(map(canonical, result))
    equal = [
        pair for pair in matching.pairs if canonical(base[pair[0]]) == canonical(result[pair[1]])
    ]
    assert len(equal) == common.total()


@given(st.lists(ITEMS, max_size=6).flatmap(lambda a: st.tuples(st.just(a), st.permutations(a))))
def test_an_order_is_no_difference(lists: tuple[list[JsonValue], list[JsonValue]]) -> None:
    matching = match_annotations(*lists)
    assert (matching.gone, matching.added) == ((), ())


def test_partners_keep_their_order_or_not() -> None:
    risk: JsonValue = {"kind": "risk"}
    assert match_annotations([NOTE, risk], ["x", NOTE, risk]).keeps_order
    assert not match_annotations([NOTE, risk], [risk, NOTE]).keeps_order
