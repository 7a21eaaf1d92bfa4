from __future__ import annotations

import pytest

from sgm_git.workflows.pipelines.owners import owners

WORKFLOW = ".github/workflows/sgm.yml"


@pytest.mark.parametrize(
    "pattern",
    [
        *("*", "/.github/", ".github/", "/.github", ".github", ".github/workflows/", "sgm.yml"),
        *("*.yml", "/.github/**", "**/workflows/", "/.github/workflows/*", "workflows/"),
        *("/.github/workflows/sgm.yml", ".github/*/sgm.yml", "**"),
    ],
)
def test_a_pattern_covers_a_path_or_a_folder_of_it(pattern: str) -> None:
    assert owners(f"{pattern} @ada", WORKFLOW) == ("@ada",)


@pytest.mark.parametrize(
    "pattern",
    ["/.github/*", "/workflows/", "*.yaml", "/sgm.yml", ".gitlab/", "sgm.yml/", "github/", "#*"],
)
def test_a_pattern_that_names_others_does_not(pattern: str) -> None:
    assert owners(f"{pattern} @ada", WORKFLOW) == ()


def test_the_last_line_that_matches_counts() -> None:
    text = "* @all\n/.github/ @ada ops@example.org # both\n\n# *.yml @nobody\n"
    assert owners(text, WORKFLOW) == ("@ada", "ops@example.org")
    assert owners(text, "src/x.py") == ("@all",)
    assert owners(f"{text}*.yml\n", WORKFLOW) == ()
    assert owners("", WORKFLOW) == ()


def test_each_section_of_gitlab_has_its_own() -> None:
    text = "* @all\n[CI][2] @ops\n.github/\n^[Docs] @docs\n*\n[ci]\n*.md @writers\n"
    assert owners(text, WORKFLOW) == ("@all", "@ops")


def test_an_exemption_takes_the_owner_away() -> None:
    assert owners("* @all\n!.github/\n", WORKFLOW) == ()
