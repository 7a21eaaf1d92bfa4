from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record import pointer

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue

DOCUMENT: JsonValue = {"a/b": {"m~n": [10, {"": None}]}, "": "empty"}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", ()),
        ("/", ("",)),
        ("/title", ("title",)),
        ("title", ("title",)),
        ("annotations/0/value", ("annotations", "0", "value")),
        ("/a~1b/m~0n", ("a/b", "m~n")),
        ("/~01", ("~1",)),
        ("//", ("", "")),
    ],
)
def test_a_pointer_is_read_with_and_without_its_leading_slash(
    text: str, tokens: tuple[str, ...]
) -> None:
    assert pointer.parse(text) == tokens


@pytest.mark.parametrize("text", ["/a~", "/~2", "~"])
def test_a_tilde_that_escapes_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a JSON pointer"):
        pointer.parse(text)


@given(st.lists(st.text()).map(tuple))
def test_parse_gives_back_what_render_wrote(tokens: tuple[str, ...]) -> None:
    assert pointer.parse(pointer.render(tokens)) == tokens


@pytest.mark.parametrize(
    ("text", "value"),
    [("/a~1b/m~0n/0", 10), ("/a~1b/m~0n/1/", None), ("/", "empty"), ("", DOCUMENT)],
)
def test_get_follows_names_and_places(text: str, value: JsonValue) -> None:
    assert pointer.get(DOCUMENT, pointer.parse(text)) == value


@pytest.mark.parametrize(
    "text",
    [
        "/x",
        "/a~1b/m~0n/2",
        "/a~1b/m~0n/-",
        "/a~1b/m~0n/01",
        "/a~1b/m~0n/-1",
        "//0",
        "/a~1b/m~0n/\u0660",
    ],
)
def test_get_raises_where_nothing_stands(text: str) -> None:
    with pytest.raises(KeyError):
        pointer.get(DOCUMENT, pointer.parse(text))


def test_walk_gives_each_value_before_those_inside_it() -> None:
    found = [(pointer.render(at), value) for at, value in pointer.walk({"a": [1, {"b": 2}]})]
    assert found == [
        ("", {"a": [1, {"b": 2}]}),
        ("/a", [1, {"b": 2}]),
        ("/a/0", 1),
        ("/a/1", {"b": 2}),
        ("/a/1/b", 2),
    ]
