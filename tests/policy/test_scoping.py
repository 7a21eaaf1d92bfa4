"""A pattern of roots names what its records are about."""

from __future__ import annotations

import pytest

from sgm_git.policy.scoping import pattern_scope


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("packages/*/memory", "package"),
        ("src/services/*", "service"),
        ("libraries/*/docs/memory", "library"),
        ("boxes/*", "box"),
        ("classes/*", "class"),
        ("apps/*/memory", "app"),
        ("src/*/memory", "src"),
        ("access/*", "access"),
        ("status/*", "status"),
        ("analysis/*", "analysis"),
        ("s/*", "s"),
    ],
)
def test_the_folder_before_the_star_gives_the_name(pattern: str, name: str) -> None:
    assert pattern_scope(pattern) == (name, "{1}")


@pytest.mark.parametrize(
    "pattern",
    ["memory", "*/memory", "a/*/b/*", "a/**/memory", "a/b-*/memory", "a/?/memory", "[ab]/*", "."],
)
def test_where_more_is_open_or_nothing_there_is_none(pattern: str) -> None:
    assert pattern_scope(pattern) is None
