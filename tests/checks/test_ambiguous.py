from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks import ambiguous
from sgm_git.checks.edits import apply_edits
from sgm_git.document.read import read
from sgm_git.document.words import WORDS
from sgm_git.document.write import write
from sgm_git.findings import Severity
from sgm_git.record.value import same
from tests.checks.support import check, document, unmarked
from tests.record.strategies import AWKWARD, OBJECTS
from tests.support import untraced


@pytest.mark.parametrize(
    ("plain", "spelled", "taken_for"),
    [
        *((word, f'"{word}"', "a boolean") for word in ("y", "N", "yes", "No", "on", "OFF")),
        *((word, f'"{word}"', "a number") for word in ("NaN", "inf", "Infinity", "nanq")),
        ("nil", '"nil"', "null"),
        *(
            (word, f'"{word}"', "a number")
            for word in (
                *("0123", "0x1F", "0o17", "0b11", "1_000", "1,000", "1_", "12:30:45", "1:30.5"),
                *(".5", "+1", "+1.5", "1.", "-.5e3", "1.#INF", "._", "190:20:30", "0_7"),
            )
        ),
        *((word, f'"{word}"', "a date") for word in ("2026-10-10", "2026-1-1", "2026-02-30")),
        ("2026-10-10 18:21:47", '"2026-10-10 18:21:47"', "a date"),
        ("=", '"="', "something else"),
        ("<<", '"<<"', "something else"),
        (":foo", '":foo"', "something else"),
        ("True", "true", "a text"),
        ("FALSE", "false", "a text"),
        ("1e3", "1000.0", "something else"),
        ("1E+16", "1.0e+16", "something else"),
        ("1.5e300", "1.5e+300", "something else"),
        ("-0", "-0.0", "something else"),
    ],
)
def test_a_scalar_on_which_readers_disagree_is_respelled(
    plain: str, spelled: str, taken_for: str
) -> None:
    for shape in ("x: «{}»", "x:\n  - a\n  - «{}»  # why", "x: &a «{}»\nz: *a"):
        text, place = unmarked(document(shape.format(plain)))
        (finding,) = check(text, "F110")
        assert (finding.span, finding.severity) == (place, Severity.WARNING)
        assert finding.pointer is not None
        assert finding.pointer.startswith("/x")
        assert taken_for in finding.message
        assert finding.fix is not None
        mended = apply_edits(text.encode(), finding.fix.edits)
        assert mended.decode() == unmarked(document(shape.format(spelled)))[0]
        assert check(mended, "F110") == []
        assert same_value(text, mended)


def same_value(old: str, new: bytes) -> bool:
    before, after = read(old.encode()).document, read(new).document
    return before is not None and after is not None and same(before.record, after.record)


@pytest.mark.parametrize(
    "plain",
    [
        *("2026-10-10T18:21:47Z", "2026-10-10t18:21:47.5+02:00", '"no"', "'0123'", "text", "null"),
        *("~", "true", "false", "0", "-7", "42", "9007199254740992", "1.5", "-0.0", "1.0e+16"),
        *("yesterday", "nothing", "one", "1st", "2 ways", "v1.2", "1.2.3", "3rd of 4", "10 km"),
        *("!!str no", "!!int 5", "(a)", "_x", "/path", "a-b", "2026", "2026-10", "10:99", ""),
    ],
)
def test_a_scalar_on_which_readers_agree_passes(plain: str) -> None:
    assert check(document(f"x: {plain}"), "F110") == []


def test_a_time_of_provenance_may_stand_as_people_write_it() -> None:
    assert check(document(), "F110") == []


@pytest.mark.parametrize(
    "digits", ["9007199254740993", "-99999999999999999999", "0.12345678901234567890"]
)
def test_a_number_that_some_readers_round_has_no_other_spelling(digits: str) -> None:
    (finding,) = check(document(f"x: {digits}"), "F110")
    assert "round" in finding.message
    assert finding.fix is None


@pytest.mark.parametrize("place", ["id", "title"])
@pytest.mark.parametrize("plain", ["1234567e8", "42", "true"])
def test_a_text_that_looks_like_a_number_needs_quotes(place: str, plain: str) -> None:
    (finding,) = check(document(f"{place}: {plain}"), "F110")
    assert finding.fix is not None
    mended = apply_edits(document(f"{place}: {plain}").encode(), finding.fix.edits)
    assert f'\n{place}: "{plain}"\n'.encode() in mended


@pytest.mark.parametrize("key", ["on", "0123", "7", "true", "2026-10-10", "~"])
def test_a_key_is_a_text_too(key: str) -> None:
    text, place = unmarked(document(f"x:\n  «{key}»: a"))
    (finding,) = check(text, "F110")
    assert (finding.span, finding.pointer) == (place, f"/x/{key.replace('~', '~0')}")
    assert finding.fix is not None
    mended = apply_edits(text.encode(), finding.fix.edits)
    assert f'  "{key}": a\n'.encode() in mended
    assert same_value(text, mended)


def test_a_merge_key_is_told_and_left() -> None:
    text, place = unmarked(document("x: &b {a: 1}\nz:\n  «<<»: *b"))
    (finding,) = check(text, "F110")
    assert (finding.span, finding.fix) == (place, None)
    assert "merge keys" in finding.message


def test_a_scalar_inside_brackets_is_respelled_too() -> None:
    text = document("x: {k: [no, 0123], 7: 1e3}")
    edits = [e for f in check(text, "F110") if f.fix is not None for e in f.fix.edits]
    assert b'x: {k: ["no", "0123"], "7": 1000.0}\n' in apply_edits(text.encode(), edits)


@pytest.mark.parametrize(
    ("plain", "is_told"),
    [("why?", True), ("http://a.b", True), ("a-b", False), ("two words", False)],
)
def test_inside_brackets_less_may_be_plain(plain: str, is_told: bool) -> None:
    assert bool(check(document(f"x: [{plain}]"), "F110")) == is_told
    assert check(document(f"x:\n  - {plain}"), "F110") == []


@pytest.mark.parametrize(
    ("quoted", "mended"),
    [
        ('"\\uD83D\\uDE00"', '"\U0001f600"'),
        ('"a\\/b"', '"a/b"'),
        ('"a\u2028b"', '"a\\u2028b"'),
        ("'a\ufeffb'", '"a\\uFEFFb"'),
        ('"\\\\/\\uD83D\\uDE00"', '"\\\\/\U0001f600"'),
    ],
)
def test_what_needs_an_escape_and_which_one(quoted: str, mended: str) -> None:
    text, place = unmarked(document(f"x: «{quoted}»"))
    (finding,) = check(text, "F110")
    assert finding.span == place
    assert finding.fix is not None
    better = apply_edits(text.encode(), finding.fix.edits)
    assert f"x: {mended}\n".encode() in better
    assert same_value(text, better)


def test_a_lone_surrogate_is_told_and_left() -> None:
    (finding,) = check(document('x: "\\ud800"'), "F110")
    assert finding.fix is None


@pytest.mark.parametrize("quoted", ['"\\\\/"', '"\\u00e9\\t\\""', '"/"', "'\\/'", "|\n  a\\/b"])
def test_escapes_that_all_know_pass(quoted: str) -> None:
    assert check(document(f"x: {quoted}"), "F110") == []


@given(OBJECTS)
@untraced
def test_what_we_write_leaves_little_to_say(record: object) -> None:
    text = write(record)  # type: ignore[arg-type]  # the strategy gives JSON objects
    for finding in check(text, "F110"):
        assert finding.fix is None, finding
        assert "round" in finding.message or "escape" in finding.message


@given(st.lists(st.sampled_from([w for w in AWKWARD if w.isprintable() and w]), max_size=5))
def test_all_fixes_together_keep_the_value(words: list[str]) -> None:
    lines = [f"  k{number}: {word}" for number, word in enumerate(words)]
    text = document("\n".join(["x:", *lines]))
    if read(text.encode()).document is None:
        return
    found = check(text, "F110")
    edits = [edit for finding in found if finding.fix for edit in finding.fix.edits]
    mended = apply_edits(text.encode(), edits)
    assert same_value(text, mended)
    assert not [finding for finding in check(mended, "F110") if finding.fix]


@pytest.mark.parametrize("shape", ["x: {}", "- {}", "{}: a", "x: [{}]", "x: '{}'", 'x: "{}"'])
def test_documents_that_are_not_looked_at_closely_hold_nothing(
    monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    words = [
        *AWKWARD,
        *WORDS,
        "0123",
        "1_0",
        ".5",
        "1:30",
        "=",
        "a:b",
        "why?",
        "1e3",
        "\\/",
        "\x7f",
    ]
    words = [word for word in words if not re.search("[\ud800-\udfff]", word)]
    texts = [f"---\nx:\n  {shape.format(word)}\n---\n" for word in words]
    found = [check(text, "F110") for text in texts]
    assert any(found)
    monkeypatch.setattr(ambiguous, "_may_hold_any", lambda _: True)
    assert [check(text, "F110") for text in texts] == found
