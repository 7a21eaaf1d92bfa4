"""Who is shown a record is told how to read it, beside a trusted ref (DESIGN section 8)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.runner import run

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.fixture
def reviewed(here: GitSandbox) -> GitSandbox:
    """A memory with two rules, all of it on the trusted ref."""
    run("init", "--no-hooks")
    run("add", "--type", "rule", "--id", "rule-a", "--title", "A", "--content", "Do.")
    run("add", "--type", "rule", "--id", "rule-b", "--title", "B", "--content", "Do.")
    here.run("add", ".")
    here.commit("all")
    here.run("remote", "add", "origin", "../nowhere")
    here.run("update-ref", "refs/remotes/origin/main", "HEAD")
    return here


def told(*arguments: str) -> list[str]:
    outcome = run("show", *arguments)
    assert outcome.status == 0
    return outcome.err.splitlines()


@pytest.mark.usefixtures("reviewed")
def test_a_reviewed_rule_is_in_force() -> None:
    assert told("rule-a") == ["rule in force · reviewed · consistent"]
    assert told("rule-a", "--json") == ["rule in force · reviewed · consistent"]
    assert run("-q", "show", "rule-a").err == ""


@pytest.mark.usefixtures("reviewed")
def test_a_rule_that_is_only_here_is_a_proposal() -> None:
    run("add", "--type", "rule", "--id", "rule-c", "--title", "C", "--content", "Do.")
    assert told("rule-c")[0] == "rule proposed · new-here · consistent"


@pytest.mark.usefixtures("reviewed")
def test_a_rule_that_was_changed_here_is_shown_with_what_counts() -> None:
    run("set", "rule-a", "content=Do not.")
    first, *others = told("rule-a")
    assert first == "rule proposed · changed-here · consistent"
    assert any(line.startswith("as reviewed: rule in force · changed-here · ") for line in others)


@pytest.mark.usefixtures("reviewed")
def test_words_that_nobody_reviewed_retire_no_rule() -> None:
    run("add", "--type", "rule", "--id", "rule-c", "--title", "C", "--content", "Do.")
    run("annotate", "rule-c", "supersedes=rule-a")
    assert told("rule-a") == [
        "rule in force · reviewed · consistent",
        '"rule-c" says that it supersedes this record, but nobody has reviewed that',
    ]


def test_a_superseded_rule_names_its_successor(reviewed: GitSandbox) -> None:
    run("supersede", "rule-a", "rule-b")
    reviewed.run("update-ref", "refs/remotes/origin/main", "HEAD")
    assert told("rule-a") == [
        "rule history (superseded) · reviewed · consistent · superseded by rule-b"
    ]
    assert told("rule-b") == ["rule in force · reviewed · consistent"]


def test_without_a_trusted_ref_no_rule_binds(reviewed: GitSandbox) -> None:
    reviewed.run("update-ref", "-d", "refs/remotes/origin/main")
    first, *others = told("rule-a")
    assert first == "rule proposed · review unknown, so it binds nobody · consistent"
    assert any("no rule binds" in line and "git fetch" in line for line in others)


@pytest.mark.usefixtures("reviewed")
def test_of_an_older_state_only_its_own_words_are_told() -> None:
    run("annotate", "rule-a", "status=retired")
    assert told("rule-a", "--rev", "HEAD") == [
        "rule history (retired) · review unknown · trust unknown",
        "by its own words at HEAD; sgm show rule-a says how it must be read now",
    ]
    assert told("rule-a", "--rev", "HEAD~1")[0].startswith("rule in force · review unknown")


def test_a_record_is_shown_though_nobody_can_tell_how_to_read_it(reviewed: GitSandbox) -> None:
    tree = reviewed.run("rev-parse", "HEAD~1:memory").decode().strip()
    (reviewed.path / f".git/objects/{tree[:2]}/{tree[2:]}").unlink()
    outcome = run("show", "rule-a", "--json")
    assert json.loads(outcome.out)["id"] == "rule-a"
    assert outcome.status == 0
    assert "how it must be read cannot be told: " in outcome.err
