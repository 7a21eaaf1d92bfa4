"""Which files steer tools: each pattern finds what it is for, and nothing else is named."""

from __future__ import annotations

import re
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.workflows.review.steering import TOOLS, Steering, as_opened, steering

ALL = [(each, pattern) for each in TOOLS for pattern in each.patterns]


def example(pattern: str) -> str:
    """A path that the pattern is for."""
    return re.sub(r"\*+", "x", pattern.replace("**/*", "a/b"))


@pytest.mark.parametrize(("tool", "pattern"), ALL)
def test_every_pattern_finds_its_file_at_any_depth_and_in_any_case(
    tool: Steering, pattern: str
) -> None:
    name = example(pattern)
    found = steering(name)
    assert found is not None
    assert tool is found or TOOLS.index(found) < TOOLS.index(tool)
    assert {steering(each) for each in (f"a/b/{name}", name.upper(), f"{name}.")} == {found}


@pytest.mark.parametrize("pattern", [pattern for _, pattern in ALL])
def test_no_pattern_finds_a_name_that_is_only_like_it(pattern: str) -> None:
    assert (
        steering(f"docs/about-{example(pattern).replace('/', '-').lstrip('.')}-notes.txt") is None
    )


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (".github/workflows/ci.yml", "GitHub runs what it says"),
        (".github/CODEOWNERS", "it says whose approval"),
        (".github/copilot-instructions.md", "agents read it"),
        (".claude/commands/ship.md", "agents read it"),
        (".claude/settings.json", "an agent takes its settings"),
        (".cursor/rules/style.mdc", "agents read it"),
        ("CLAUDE.local.md", "agents read it"),
        ("agents\u200b.md", "agents read it"),
        ("web/.vscode/tasks.json", "an editor acts on it"),
        ("prek.toml", "what it names runs"),
    ],
)
def test_files_are_told_by_what_they_steer(path: str, said: str) -> None:
    found = steering(path)
    assert found is not None
    assert found.text.startswith(said)


@pytest.mark.parametrize(
    "path",
    [
        *(
            "README.md",
            "Makefile",
            "src/hooks/useFoo.ts",
            "memory/rule/hooks.md",
            "docs/agents.txt",
        ),
        *("memory/hooks/dec-1.md", "github/workflows/ci.yml", "x.gitignore", ".github", "claude"),
    ],
)
def test_plain_files_steer_nothing(path: str) -> None:
    assert steering(path) is None


@given(st.lists(st.text(ascii_lowercase, min_size=1), min_size=1, max_size=4))
def test_a_path_of_plain_words_is_never_named(parts: list[str]) -> None:
    path = "/".join((*parts, "notes.txt"))
    assert steering(path) is None


@given(st.text(min_size=1))
def test_the_form_that_paths_are_compared_in_is_its_own(path: str) -> None:
    assert as_opened(as_opened(path)) == as_opened(path)
