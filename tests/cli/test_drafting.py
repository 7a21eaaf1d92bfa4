"""``sgm add`` makes of its options exactly the record that they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.drafting import DraftOptions, given_record
from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def _options(**given: object) -> DraftOptions:
    options: DraftOptions = {
        "type_": None,
        "id_": None,
        "title": None,
        "scope": (),
        "annotate": (),
        "link": (),
        "content": None,
        "file": None,
        "as_json": None,
    }
    options.update(given)  # type: ignore[typeddict-item]  # the test names the keys it means
    return options


def test_options_become_fields() -> None:
    options = _options(
        type_="decision",
        id_="dec-x",
        title="Keep it",
        scope=("project=p", "level:=2"),
        annotate=("status=accepted", "weight:=1.50", "status=proposed"),
        link=("a", "b"),
        content=" exactly\n",
    )
    assert given_record(options, from_stdin=False) == {
        "id": "dec-x",
        "type": "decision",
        "title": "Keep it",
        "scope": {"project": "p", "level": 2},
        "annotations": [
            {"kind": "status", "value": "accepted"},
            {"kind": "weight", "value": 1.5},
            {"kind": "status", "value": "proposed"},
        ],
        "content": " exactly\n",
        "provenance": {"links": ["a", "b"]},
    }


def test_json_is_kept_exactly_and_options_add_to_it(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text('{"type": "x-y", "deep": {"a": [1.10]}, "provenance": {}}')
    options = _options(as_json=str(tmp_path / "r.json"), title="T", link=("a",))
    record = given_record(options, from_stdin=False)
    assert record == {
        "type": "x-y",
        "deep": {"a": [1.1]},
        "provenance": {"links": ["a"]},
        "title": "T",
    }


def test_the_last_line_end_of_a_file_is_not_its_text(tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(b"one\r\ntwo\r\n")
    options = _options(type_="fact", file=str(tmp_path / "t"))
    assert given_record(options, from_stdin=False)["content"] == "one\ntwo"


@pytest.mark.parametrize(
    ("json", "given", "message"),
    [
        ("[]", {}, "not a JSON object"),
        ("{", {}, r"r\.json:1:2"),
        ('{"type": "a", "type": "b"}', {}, "stands twice"),
        ('{"type": "a"}', {"type_": "b"}, "type stands in the JSON and in the options"),
        ('{"type": "a", "provenance": {"links": []}}', {"link": ("x",)}, "links stand in"),
        ('{"title": "a"}', {}, "needs a type"),
    ],
)
def test_json_that_does_not_fit_is_a_usage_error(
    tmp_path: Path, json: str, given: dict[str, object], message: str
) -> None:
    (tmp_path / "r.json").write_text(json)
    with pytest.raises(UsageError, match=message):
        given_record(_options(as_json=str(tmp_path / "r.json"), **given), from_stdin=False)


def test_a_text_is_given_once() -> None:
    with pytest.raises(UsageError, match="more than once"):
        given_record(_options(type_="fact", content="x"), from_stdin=True)


def test_a_record_needs_a_type() -> None:
    with pytest.raises(UsageError, match="needs a type"):
        given_record(_options(title="x"), from_stdin=False)
