from __future__ import annotations

import fnmatch
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.policy.globs import compiled, fixed_part, matches, path_fault
from tests.policy.support import ADMINISTRATIVE

PARTS = st.text(st.sampled_from("ab*?."), min_size=1, max_size=5)


def obvious(pattern: list[str], path: list[str]) -> bool:
    """A slow reference: component by component, ``**`` for any number of them."""
    if not pattern:
        return not path
    if pattern == ["**"]:
        return bool(path)
    if pattern[0] == "**":
        return obvious(pattern[1:], path) or (bool(path) and obvious(pattern, path[1:]))
    return (
        bool(path) and fnmatch.fnmatchcase(path[0], pattern[0]) and obvious(pattern[1:], path[1:])
    )


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("README.md", "memory/a/README.md", "memory/README.txt"),
        ("_*.md", "a/_x.md", "a/x_.md"),
        ("memory/*.md", "memory/x.md", "memory/a/x.md"),
        ("memory/**", "memory/a/b.md", "memories/a.md"),
        ("**/old/*.md", "a/b/old/x.md", "a/older/x.md"),
        ("a/**/b/**/c", "a/x/b/c", "a/x/c"),
        ("**", "anything/at/all", None),
        ("[a-c]?.md", "b1.md", "d1.md"),
        ("[!a-c].md", "x.md", "a.md"),
        ("a[]x]b", "a]b", "ayb"),
        ("[z-a].md", "[z-a].md", "m.md"),
        ("[", "[", "x"),
        ("a**b", "axyb", "ax/yb"),
        ("/memory/x.md", "memory/x.md", "a/memory/x.md"),
        ("memory/old/", "memory/old", "memory/old/x"),
    ],
)
def test_patterns_match_as_in_git(pattern: str, matching: str, other: str | None) -> None:
    assert matches(pattern, matching)
    assert other is None or not matches(pattern, other)


def test_what_wildcards_matched_is_in_groups() -> None:
    match = compiled("packages/*/*-memory").fullmatch("packages/api/my-memory")
    assert match is not None
    assert match.groups() == ("api", "my")


@given(
    st.lists(PARTS | st.just("**"), min_size=2, max_size=4),
    st.lists(st.text(st.sampled_from("ab."), min_size=1, max_size=5), min_size=1, max_size=4),
)
def test_a_pattern_matches_what_a_slow_reference_says(pattern: list[str], path: list[str]) -> None:
    plain = ["*" if set(part) == {"*"} and part != "**" else part for part in pattern]
    assert matches("/".join(plain), "/".join(path)) == obvious(plain, path)


@pytest.mark.parametrize(
    "pattern", ["*a" * 30 + "b", "**/a/" * 20 + "b", "a*" * 30 + "?b", "[a-z]*" * 30 + "1"]
)
def test_no_pattern_takes_long(pattern: str) -> None:
    began = time.process_time()
    assert not matches(pattern, "a" * 250)
    assert not matches(f"x/{pattern}", "x/" + "a/" * 500 + "c")
    assert time.process_time() - began < 2


@given(st.text(max_size=20), st.text(max_size=20))
def test_no_pattern_makes_matching_raise(pattern: str, path: str) -> None:
    matches(pattern, path)


def test_the_fixed_part_ends_before_the_first_wildcard() -> None:
    assert fixed_part("a/b/*/c") == "a/b"
    assert fixed_part("a/b") == "a/b"
    assert fixed_part("?") == ""


@pytest.mark.parametrize(
    "path", ["/etc", "../x", "a/../b", "a\\b", "C:/x", "a\0", "a\x1b", "\udcff"]
)
def test_a_root_lies_below_the_top(path: str) -> None:
    assert path_fault(path)
    assert path_fault("packages/*/memory") is None
    assert path_fault(".") is None


@pytest.mark.parametrize("path", ADMINISTRATIVE)
def test_a_root_lies_in_no_folder_of_git_or_ours(path: str) -> None:
    assert path_fault(path) == (
        "records do not lie in .git or .sgm, nor in what some file system takes for them"
    )


@pytest.mark.parametrize("path", [".github", "x.git", "git", "sgm", ".sgmx", "git~1x", "a.git/b"])
def test_a_root_may_have_a_name_that_looks_alike(path: str) -> None:
    assert path_fault(path) is None
