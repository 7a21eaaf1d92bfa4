from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.patterns import compile_pattern
from tests.support import untraced

rust = pytest.importorskip("jsonschema_rs", reason="the oracle has no wheel here")
PIECES = [
    *("a", "b", "0", "-", "_", " ", "\u0661", "\u00e9", ".", "^", "$", "|", "(", "(?:", ")"),
    *("\\d", "\\W", "\\s", "\\.", "[a-c]", "[^a]", "[\\d_]", "*", "+", "?", "{2}", "{1,3}", "{0,}"),
]
TEXTS = st.text(st.sampled_from("ab0-_ .\n\u00e9\u0661\u00a0"), max_size=6)


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("", "anything", None),
        ("b", "abc", "ac"),
        ("^b", "bc", "ab"),
        ("b$", "ab", "b\n"),
        ("^[a-z]+(-[a-z]+)*$", "keep-the-store", "keep--the-store"),
        ("^(?<year>[0-9]{4})-\\d\\d$", "2026-10", "2026-1\u0661"),
        ("^(a|bc|)d$", "bcd", "bd"),
        ("^a{2,3}$", "aaa", "aaaa"),
        ("^a{2,}?$", "aaaaa", "a"),
        ("^[^\\s\\]-]$", "x", "-"),
        ("^\\x41\\u0042\\u{1F600}\\t$", "AB\U0001f600\t", "AB"),
        ("^.$", "\u00e9", "\u2028"),
        ("^[\\w.-]+@\\S+$", "a.b-c@d", "a b@c"),
    ],
)
def test_patterns_match_as_ecmascript_says(pattern: str, matching: str, other: str | None) -> None:
    assert compile_pattern(pattern).search(matching)
    assert other is None or not compile_pattern(pattern).search(other)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "too early"),
        (")", "closes nothing"),
        ("a**", "nothing that can be repeated"),
        ("*a", "nothing that can be repeated"),
        ("[a", "too early"),
        ("[z-a]", "no such ends"),
        ("[\\d-z]", "no such ends"),
        ("[[]", "inside a class"),
        ("a{3,2}", "counts backwards"),
        ("a{", "nothing that can be repeated"),
        ("\\", "too early"),
        ("\\b", "not known"),
        ("\\p{L}", "not known"),
        ("(a)\\1", "not known"),
        ("(?=a)", "only plain"),
        ("(?<=a)", "only plain"),
        ("(?i)a", "only plain"),
        ("(a{1000}){1000}", "too large"),
        ("((((a{9}){9}){9}){9}){9}", "too large"),
        ("(" * 60 + ")" * 60, "nested too deeply"),
    ],
)
def test_what_is_not_known_or_too_large_is_refused(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", ["^(a|a)*$", "^(a*)*$", "^([a-z]+)+$", "(.*.*.*)*x", "a{0,50}b"]
)
@untraced
def test_patterns_that_explode_elsewhere_end_here(pattern: str) -> None:
    assert not compile_pattern(pattern).search("a" * 20_000 + "!")


@given(st.lists(st.sampled_from(PIECES), max_size=7).map("".join), TEXTS)
def test_the_compiled_engine_agrees(pattern: str, text: str) -> None:
    try:
        ours = compile_pattern(pattern)
    except ValueError:
        return
    options = rust.RegexOptions()
    theirs = rust.Draft202012Validator({"pattern": pattern}, pattern_options=options)
    assert ours.search(text) == theirs.is_valid(text)
