"""A changed field is told in plain words, with values that fit on a line."""

from __future__ import annotations

import pytest

from sgm_git.record.absent import ABSENT, Possible
from sgm_git.record.pointer import parse
from sgm_git.report.changes import change_line, change_object, field_name
from sgm_git.report.style import Style
from sgm_git.witness.changes import FieldChange
from tests.tokens import TOKEN


def changed(
    pointer: str, before: Possible = ABSENT, after: Possible = ABSENT, kind: str | None = None
) -> FieldChange:
    return FieldChange(parse(pointer), before, after, kind)


@pytest.mark.parametrize(
    ("pointer", "kind", "name"),
    [
        ("", None, "the record"),
        ("/title", None, "title"),
        ("/scope/project", None, "scope.project"),
        ("/provenance/agent", None, "provenance.agent"),
        ("/provenance/links/3", None, "provenance.links"),
        ("/aliases/0", None, "aliases"),
        ("/aliases", None, "aliases"),
        ("/tags/0", None, "tags[0]"),
        ("/annotations", None, "annotations"),
        ("/annotations/2", "status", "status"),
        ("/annotations/2/value", "status", "status"),
        ("/annotations/2/note", "status", "status.note"),
        ("/annotations/2/value/who", "risk", "risk.value.who"),
        ("/a\x1bb", None, r'["a\u001bb"]'),
        ("/annotations/0", "\x1b[2J", r"\x1b[2J"),
        ("/annotations/0", "k" * 100, "k" * 60 + "…"),
    ],
)
def test_a_field_has_a_plain_name(pointer: str, kind: str | None, name: str) -> None:
    assert field_name(changed(pointer, 1, 2, kind)) == name


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (changed("/title", "A", "B"), 'title: "A" -> "B"'),
        (changed("/n", 1, None), "n: 1 -> null"),
        (changed("/n", ABSENT, None), "+ n: null"),
        (changed("/n", [1], ABSENT), "- n: [1]"),
        (changed("/annotations/0/value", "a", "b", "status"), 'status: "a" -> "b"'),
        (changed("/annotations/0", ABSENT, {"kind": "k", "value": "v"}, "k"), '+ k: "v"'),
        (changed("/annotations/0", {"kind": "k", "x": 1}, ABSENT, "k"), '- k: {"x": 1}'),
        (changed("/annotations", [{}, []], [[], {}]), "annotations: in another order"),
        (changed("/content", "a\n\x1b[2J\u202e", ""), r'content: "a\n\u001b[2J\u202e" -> ""'),
    ],
)
def test_a_change_is_one_line(change: FieldChange, line: str) -> None:
    assert change_line(change) == line


def test_long_values_are_cut_where_they_differ() -> None:
    text = "The same beginning, " * 20
    line = change_line(changed("/content", f"{text}then this.", f"{text}then that, {text}"))
    assert line.startswith('content: "…ing, then this." -> "…ing, then that, The same')
    assert len(line) < 150
    whole = changed("/content", "x" * 100, "y" * 100)
    assert change_line(whole) == f'content: "{"x" * 60}…" -> "{"y" * 60}…"'
    assert len(change_line(changed("/list", [0] * 500, [1] * 500))) < 150
    more = changed("/content", text, text + "more")
    assert change_line(more) == 'content: "… beginning, " -> "… beginning, more"'


def test_colours_stand_for_what_came_and_went() -> None:
    style = Style(colour=True)
    lines = [
        change_line(change, style)
        for change in (changed("/a", ABSENT, 1), changed("/a", 1, ABSENT), changed("/a", 1, 2))
    ]
    assert [line.partition("m")[0] for line in lines] == ["\x1b[32", "\x1b[31", "\x1b[36"]


def test_as_json_absent_is_null_and_the_operation_tells_which_null_is_one() -> None:
    assert change_object(changed("/a~1b/x", ABSENT, None)) == {
        "op": "add",
        "pointer": "/a~1b/x",
        "before": None,
        "after": None,
    }
    assert change_object(changed("/a", None, ABSENT))["op"] == "remove"
    assert change_object(changed("/a", None, 1))["op"] == "replace"


@pytest.mark.parametrize("before", ["", "word " * 8, "a line that is long enough to be cut, " * 3])
def test_no_part_of_a_secret_is_shown(before: str) -> None:
    text = before + TOKEN
    for change in (
        changed("/title", text, f"{text} more"),
        changed("/x", {"y": [text]}, ABSENT),
        changed("/annotations/0", ABSENT, {"kind": text, "value": text}, text),
    ):
        assert TOKEN[:12] not in change_line(change)
