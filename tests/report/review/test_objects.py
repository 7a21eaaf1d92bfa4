"""A review as programs get it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given

from sgm_git.record.value import dumps, loads
from sgm_git.report.escape import json_text
from sgm_git.report.review.objects import review_object
from sgm_git.resources import schema_text
from tests.report.formats.examples import HOSTILE
from tests.report.review.example import empty, example
from tests.report.review.hostile import SECRET
from tests.schemas.test_bundled import REGISTRY

if TYPE_CHECKING:
    from sgm_git.workflows.review.model import Review

VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema_text("review")), registry=REGISTRY)


def told(review: Review) -> Any:  # noqa: ANN401 - JSON as the tests look at it
    return loads(json_text(review_object(review)))


@pytest.mark.parametrize("review", [example(), empty()], ids=["rich", "empty"])
def test_programs_get_what_the_schema_promises(review: Review) -> None:
    VALIDATOR.validate(told(review))


def test_nothing_of_the_schema_is_missing_in_the_example() -> None:
    """Else the test above would tell little."""
    found, definitions = told(example()), json.loads(schema_text("review"))["$defs"]
    kinds = definitions["concern"]["properties"]["kind"]["enum"]
    assert {c["kind"] for each in found["records"] for c in each["concerns"]} == {*kinds}
    assert {each["became"] for each in found["records"]} == {*definitions["became"]["enum"]}
    for place in ("files", "collisions", "elsewhere", "notes"):
        assert found[place]


def test_a_record_is_told_with_how_it_is_to_be_taken_before_and_after() -> None:
    records = {each["id"]: each for each in told(example())["records"]}
    binds = records["rule-review"]
    assert (binds["became"], binds["type"]) == ("changed", "rule")
    assert [binds[side]["binds"] for side in ("before", "after")] == [False, True]
    assert binds["concerns"] == [{"kind": "binds", "text": "it was a proposal, and will bind"}]
    assert binds["patch"] == [
        {"op": "replace", "path": "/annotations/0/value", "value": "accepted"}
    ]
    gone = records["rule-old"]
    assert (gone["became"], gone["after"]) == ("removed", None)
    assert gone["patch"] == [{"op": "remove", "path": ""}]


def test_what_cannot_be_read_has_no_patch() -> None:
    (broken,) = (each for each in told(example())["records"] if each["patch"] is None)
    assert (broken["path"], broken["after"]) == ("memory/fact-broken.md", None)
    assert [each["code"] for each in broken["new"]] == ["F103"]


def test_a_summary_counts_what_is_new() -> None:
    found = told(example())
    new = [f for each in found["records"] for f in each["new"]] + found["elsewhere"]
    assert found["summary"] == {
        "records": len(found["records"]),
        "errors": sum(f["severity"] == "error" for f in new),
        "warnings": sum(f["severity"] == "warning" for f in new),
        "infos": sum(f["severity"] == "info" for f in new),
    }


def test_no_secret_is_shown() -> None:
    assert SECRET not in dumps(review_object(example()))
    assert SECRET not in dumps(review_object(example(lambda text: f"{text} {SECRET}")))


@given(HOSTILE)
def test_its_form_is_the_same_whatever_records_hold(text: str) -> None:
    VALIDATOR.validate(told(example(lambda each: each + text)))
