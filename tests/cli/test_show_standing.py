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
    assert others[-2:] == [
        "as reviewed: rule in force · reviewed · consistent",
        "sgm show rule-a --rev origin/main shows that text",
    ]
    assert "Do." in run("show", "rule-a", "--rev", "origin/main").out


@pytest.mark.usefixtures("reviewed")
def test_a_rule_whose_id_was_changed_here_is_shown_with_what_counts() -> None:
    run("rename", "rule-a", "rule-z")
    assert told("rule-z")[-1] == "sgm show rule-a --rev origin/main shows that text"


@pytest.mark.usefixtures("reviewed")
@pytest.mark.parametrize("name", ["rule-a", "memory:rule-a"])
def test_a_rule_that_was_removed_here_is_shown_as_it_binds(name: str) -> None:
    run("rm", "rule-a")
    outcome = run("show", name)
    assert (outcome.status, "Do." in outcome.out) == (0, True)
    first, *others = outcome.err.splitlines()
    assert first == "rule in force · removed-here · trust unknown"
    assert others[-1] == "it still binds, as origin/main has it"
    assert json.loads(run("show", name, "--json").out)["id"] == "rule-a"
    assert run("show", name, "--rev", "HEAD").status == 3
    assert run("show", "rule-c").status == 3


def test_a_name_that_git_takes_for_another_commit_is_told_whole(reviewed: GitSandbox) -> None:
    run("set", "rule-a", "content=Do not.")
    reviewed.run("tag", "origin/main")
    command = "sgm show rule-a --rev refs/remotes/origin/main shows that text"
    assert told("rule-a")[-1] == command


def test_without_a_remote_what_is_committed_counts_over_what_was_made_of_it(
    reviewed: GitSandbox,
) -> None:
    reviewed.run("remote", "remove", "origin")
    run("set", "rule-a", "content=Do not.", "--no-commit")
    assert told("rule-a")[-2:] == [
        "as committed: rule in force · review unknown · consistent",
        "sgm show rule-a --rev HEAD shows that text",
    ]
    run("rm", "rule-b", "--no-commit")
    assert told("rule-b")[-1] == "it still binds, as HEAD has it"


def _listed(*arguments: str) -> list[tuple[str, str, bool]]:
    items = json.loads(run(*arguments, "--json").out)["items"]
    return [(each["id"], each["review"], each["is_reviewed_version"]) for each in items]


@pytest.mark.usefixtures("reviewed")
def test_every_rule_that_binds_is_listed_and_found() -> None:
    run("set", "rule-a", "content=Do not.")
    run("rm", "rule-b")
    binding = [("rule-a", "reviewed", True), ("rule-b", "removed-here", True)]
    assert _listed("list", "--standing", "in-force") == binding
    assert sorted(_listed("search", "Do", "--standing", "in-force")) == binding
    assert _listed("list", "--review", "removed-here") == binding[1:]
    assert _listed("list") == [("rule-a", "changed-here", False), *binding]
    lines = [line.split("\t") for line in run("list").out.splitlines()]
    assert [(line[0], line[8]) for line in lines] == [
        *(("rule-a", "changed-here"), ("rule-a", "reviewed"), ("rule-b", "removed-here")),
    ]


@pytest.mark.usefixtures("reviewed")
def test_a_context_tells_what_binds_and_what_became_of_it_once_each() -> None:
    run("set", "rule-a", "content=Do not.")
    run("rm", "rule-b")
    said = run("context", "--query", "Do", "--json").out
    told = [each for section in json.loads(said)["sections"] for each in section["items"]]
    assert sorted((each["id"], each["is_reviewed_version"]) for each in told) == [
        *(("rule-a", False), ("rule-a", True), ("rule-b", True)),
    ]


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
