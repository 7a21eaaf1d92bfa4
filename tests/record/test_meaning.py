from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from sgm_git.record.meaning import meaning, same_meaning
from tests.record.strategies import OBJECTS

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

STAMPED: JsonObject = {
    "id": "a",
    "provenance": {"agent": "x", "modified": True, "modified_at": "later", "modified_by": "y"},
}


def test_the_stamps_of_the_last_change_mean_nothing() -> None:
    assert meaning(STAMPED) == {"id": "a", "provenance": {"agent": "x"}}
    assert same_meaning(STAMPED, {"provenance": {"agent": "x"}, "id": "a"})


def test_a_record_is_left_as_it_is() -> None:
    record: JsonObject = {"provenance": {"modified": True}}
    meaning(record)
    assert record == {"provenance": {"modified": True}}


def test_stamps_elsewhere_are_fields_like_others() -> None:
    record: JsonObject = {"modified": True, "x": {"provenance": {"modified_at": "t"}}}
    assert meaning(record) == record


@pytest.mark.parametrize("other", [1, 1.0, "1", None])
def test_meaning_is_compared_with_its_types(other: float | str | None) -> None:
    assert not same_meaning({"x": True}, {"x": other})


@given(OBJECTS)
def test_a_record_of_any_shape_means_the_same_as_its_meaning(record: JsonObject) -> None:
    assert same_meaning(record, meaning(record))
    assert meaning(meaning(record)) == meaning(record)
