from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sgm_git.errors import UsageError
from sgm_git.tools import forms
from sgm_git.tools.arguments import checked
from sgm_git.tools.tool import READS, Tool

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

LOOK = Tool(
    "look",
    "Look",
    "Look for records.",
    forms.inputs(
        {
            "query": forms.text("What for."),
            "ids": forms.texts("Which."),
            "limit": forms.limit("records"),
            "scope": forms.members("Where."),
            "staged": forms.flag("What is staged."),
            "value": forms.anything("A value."),
            "standing": forms.texts("How.", choices=("in-force", "open")),
        },
        ("query",),
    ),
    forms.outputs({}, ()),
    READS,
    lambda _session, arguments: arguments,
)


_NO_STANDING = 'look: standing[0] is "any", not one of "in-force" and "open"'


def look(**arguments: Any) -> JsonObject:  # noqa: ANN401  # whatever models send
    return checked(LOOK, {"query": "x", **arguments})


def test_what_is_right_stays_as_it_is() -> None:
    given: JsonObject = {"query": "q", "ids": ["a"], "limit": 3, "scope": {"a": 1}, "staged": True}
    assert checked(LOOK, given) == given


@pytest.mark.parametrize("name", ["q", "search", "text", "keywords", "Query", "search-query"])
def test_other_names_for_an_argument_are_taken_as_meant(name: str) -> None:
    assert checked(LOOK, {name: "x"}) == {"query": "x"}


@pytest.mark.parametrize(
    ("name", "given", "taken"),
    [
        ("ids", "a", ["a"]),
        ("ids", '["a", "b"]', ["a", "b"]),
        ("id", "a", ["a"]),
        ("limit", "7", 7),
        ("limit", 7.0, 7),
        ("page_size", 7, 7),
        ("scope", '{"a": "b"}', {"a": "b"}),
        ("scope", '{"a": "b=c, d=e"}', {"a": "b=c, d=e"}),
        ("scope", "a=b", {"a": "b"}),
        ("scope", "a=b, c = d=e", {"a": "b", "c": "d=e"}),
        ("scope", ["a=b", "c=d"], {"a": "b", "c": "d"}),
        ("staged", "true", True),
        ("staged", "no", False),
        ("standing", "in_force", ["in-force"]),
        ("standing", ["In force", "OPEN"], ["in-force", "open"]),
    ],
)
def test_other_forms_of_a_value_are_taken_as_meant(name: str, given: object, taken: object) -> None:
    assert taken in look(**{name: given}).values()


def test_null_is_not_given_unless_it_can_be_a_value() -> None:
    assert look(ids=None, limit=None, value=None) == {"query": "x", "value": None}


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({}, "look: query is missing"),
        ({"query": ""}, "look: query is missing"),
        ({"query": "x", "standing": "any"}, _NO_STANDING),
        ({"query": 5}, "look: query must be a string, not a number"),
        ({"query": "x", "limit": 51}, "look: limit is 51, which breaks maximum: 50"),
        ({"query": "x", "limit": "many"}, "look: limit must be an integer, not a string"),
        ({"query": "x", "limitt": 1}, "look has no 'limitt' (did you mean limit?)"),
        ({"query": "x", "agent": "root"}, "look has no 'agent'"),
        ({"query": "x", "scope": "shop"}, "look: scope must be an object, not a string"),
        ({"query": "x", "scope": "a=b, c"}, "look: scope must be an object, not a string"),
        ({"query": "x", "scope": ["a=b", "a=c"]}, "look: scope must be an object, not a list"),
        ({"query": "x", "q": "y"}, "look: query is given twice, with two values"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: JsonObject, line: str) -> None:
    with pytest.raises(UsageError) as raised:
        checked(LOOK, arguments)
    assert raised.value.message == line


def test_the_hint_says_what_a_tool_takes() -> None:
    with pytest.raises(UsageError) as raised:
        checked(LOOK, {"querry": "x"})
    assert raised.value.hint is not None
    assert raised.value.hint.startswith("it takes query (required), ids, limit, scope")


def test_a_long_text_is_not_repeated() -> None:
    with pytest.raises(UsageError) as raised:
        checked(LOOK, {"query": "x" * 100_000})
    assert len(raised.value.message) < 300
