from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.checks.run import check_document
from sgm_git.document.read import Reading
from sgm_git.findings import Severity
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root
from tests.checks.support import POLICY, check, document, subject, unmarked

E, W = Severity.ERROR, Severity.WARNING
BLOCK = document(drop=("id",)).partition("\n---")[0]

ROWS: list[tuple[str, str, str | None, str]] = [  # code, marked, pointer, part of the message
    ("F101", "«»# Keep the store\n", None, "no front matter"),
    ("F101", "«»", None, "no front matter"),
    ("F101", "«»---js\nid: x\n---\n", None, "no front matter"),
    ("F102", "«---»\nid: x\n", None, "not closed"),
    ("F103", document("title: Release«:» the plan"), None, ""),
    ("F104", document("title: a\n«'title'»: b"), "/title", "twice"),
    (
        "F106",
        document(body="«<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs»\n"),
        None,
        "conflict markers",
    ),
    ("F107", document(f"x: «{'[' * 101}{']' * 101}»"), None, "100"),
    ("F108", document("title: «!!python/object/apply:os.system ['touch x']»"), "/title", "tag"),
    ("F108", document("x: «.nan»"), "/x", "no JSON number"),
    ("F109", document(body="\n«---\nid: y\n---»\nKeep it.\n"), "/content", "second front matter"),
    (
        "F109",
        document(body="«---\ntitle: T\ntype: note\n---»\n"),
        "/content",
        "second front matter",
    ),
    ("F111", document("content: a", body="\n«b»\n"), None, "and in the body"),
]


@pytest.mark.parametrize(("code", "marked", "pointer", "message"), ROWS)
def test_a_file_that_is_no_record_is_an_error_with_its_place(
    code: str, marked: str, pointer: str | None, message: str
) -> None:
    text, place = unmarked(marked)
    (finding,) = check(text, code)
    if code not in {"F103", "F107"}:  # where an engine notices is the engine's
        assert finding.span == place
    assert finding.span is not None
    assert finding.pointer == pointer
    assert finding.severity is E
    assert message in finding.message


@pytest.mark.parametrize(
    "text",
    [
        document('title: "Release: the plan"'),
        document("x: " + "[" * 90 + "]" * 90),
        document("x: '.nan'"),
        document(body="```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n```\n"),
        document(body="\n---\n\nA rule, then text.\n\n---\n"),
        document(body="\n---\ntitle: no id and no kind\n---\n"),
        document(body="\nText first.\n\n---\nid: y\n---\n"),
        document("content: a", body=""),
        document().replace("\n", "\r\n"),
        "\ufeff" + document(),
    ],
)
def test_a_file_that_can_be_read_passes(text: str) -> None:
    assert check(text, "F") == []


def test_f105_says_where_it_stops_being_utf_8() -> None:
    (finding,) = check(document(body="J\u00f8rn\n").encode("latin-1"))
    assert (finding.code, finding.severity) == ("F105", E)
    assert finding.span is not None
    assert finding.span.column == 2


def test_f107_says_it_of_a_document_that_is_too_large() -> None:
    (finding,) = check(document(body="x" * (1 << 20)))
    assert (finding.code, finding.span) == ("F107", None)


def test_nothing_is_said_about_the_record_of_a_file_that_cannot_be_read() -> None:
    assert [f.code for f in check("---\nid: [\n---\n")] == ["F103"]


def test_f101_is_a_warning_in_a_root_that_is_not_strict() -> None:
    root = Root("memory", RootConfig(strict=False), {})
    (finding,) = check_document(subject("# Notes\n", root=root), POLICY)
    assert (finding.code, finding.severity) == ("F101", W)


def test_f114_is_all_that_is_said_of_a_link() -> None:
    link = replace(subject(""), reading=Reading(None, ()), is_link=True)
    (finding,) = check_document(link, POLICY)
    assert (finding.code, finding.severity, finding.span) == ("F114", W, None)


def test_every_fault_of_a_file_is_said_at_once() -> None:
    found = check(document("title: a\ntitle: b\nx: 1\nx: 2\ny: .inf"))
    assert [finding.code for finding in found] == ["F104", "F104", "F108"]
