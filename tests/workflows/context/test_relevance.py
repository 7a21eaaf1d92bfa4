from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.context.relevance import path_relevance

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

PATHS = ("src/auth/login.py",)


def annotated(kind: str, value: str) -> JsonObject:
    return {"annotations": [{"kind": kind, "value": value}]}


@pytest.mark.parametrize(
    ("record", "score"),
    [
        ({"content": "See src/auth/login.py."}, 3),
        ({"title": "src/auth/login.py"}, 3),
        ({"scope": {"path": "src/auth/login.py"}}, 3),
        ({"provenance": {"links": ["src/auth/login.py"]}}, 3),
        ({"provenance": {"source": "src/auth/login.py"}}, 3),
        ({"provenance": {"source": "old/src/auth/login.py"}}, 0),
        ({"provenance": {"source": 5}}, 0),
        (annotated("source", "src/auth/login.py"), 3),
        (annotated("path", "src/**/*.py"), 3),
        (annotated("paths", "src/*/login.py"), 3),
        ({"content": "The file login.py holds it."}, 2),
        ({"content": "All of src/auth is old."}, 1),
        ({"content": "What lies below src/ is old."}, 1),
        ({"content": "Our src is good."}, 0),
        ({"content": "mylogin.py and login.pyc"}, 0),
        ({"content": "lib/src/auth and src/authority"}, 1),
        (annotated("rationale", "src/**/*.py"), 1),
        (annotated("path", "../**"), 0),
        ({"content": None, "title": 5, "scope": "src"}, 0),
        ({}, 0),
    ],
)
def test_a_record_fits_a_path_that_it_names(record: JsonObject, score: float) -> None:
    assert path_relevance(record, PATHS) == score


def test_the_best_of_several_paths_counts_and_no_path_fits_nothing() -> None:
    record: JsonObject = {"content": "docs/a.md"}
    assert path_relevance(record, (*PATHS, "docs/a.md")) == 3
    assert path_relevance(record, ()) == path_relevance(record, ("",)) == 0


def test_a_record_fits_the_path_at_which_it_lies() -> None:
    place = "memory/fact/a.md"
    assert path_relevance({}, (place,), place) == 3
    assert path_relevance({}, ("memory",), place) == 0


def test_a_path_is_no_pattern() -> None:
    assert path_relevance({"content": "aXb"}, ("a.b",)) == 0
    assert path_relevance({"content": "(x+)"}, ("(x+)",)) == 3
