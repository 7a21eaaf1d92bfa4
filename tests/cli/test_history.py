"""``sgm history``, ``show --effective`` and ``accept``: what is for people, what for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

from sgm_git.resources import schema_text
from tests.cli.conftest import NOW
from tests.cli.runner import run

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.fixture
def two(here: GitSandbox) -> GitSandbox:
    """Two records, one of them changed, and edited since."""
    run("add", "--type", "fact", "--id", "fact-a", "--title", "A", "--content", "x")
    run("add", "--type", "fact", "--id", "fact-b", "--title", "B", "--content", "x")
    run("set", "fact-a", "title=New", "--agent", "build-agent")
    place = here.path / "memory/fact/fact-a.md"
    place.write_text(place.read_text().replace("title: New", "title: Newer"))
    return here


def valid(name: str, value: object) -> None:
    jsonschema.Draft202012Validator(json.loads(schema_text(name))).validate(value)


@pytest.mark.usefixtures("two")
def test_histories_are_as_the_schema_says() -> None:
    for arguments in (("fact-a",), ("fact-b",), ("fact-a", "--field", "title")):
        valid("history", json.loads(run("history", *arguments, "--json").out))
    run("rm", "fact-b")
    valid("history", json.loads(run("history", "fact-b", "--json").out))
    lines = run("history", "fact-a", "--jsonl").out.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["fact-a"] * 3
    assert len(run("history", "--jsonl", "-n", "2").out.splitlines()) == 2


@pytest.mark.usefixtures("two")
def test_what_is_known_is_as_the_schema_says() -> None:
    valid("effective", json.loads(run("show", "fact-a", "--effective", "--json").out))
    for line in run("export", "--effective").out.splitlines():
        valid("effective", json.loads(line))


@pytest.mark.usefixtures("two")
def test_on_a_terminal_times_are_told_as_so_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "cat")
    monkeypatch.setattr("sgm_git.cli.invocation.Invocation.now", lambda _: NOW + 3 * 86_400.0)
    assert "\n3 days ago  build-agent, for Ada" in run("history", "fact-a", terminal=True).out
    latest = run("history", terminal=True).out.splitlines()
    assert latest[0].split()[:4] == ["not", "committed", "yet", "fact-a"]
    assert latest[1].startswith("3 days ago")
    assert "\t" not in latest[1]


@pytest.mark.usefixtures("here")
def test_a_memory_without_records_has_no_history() -> None:
    assert (run("history").out, run("history").status) == ("", 0)
    assert run("history", terminal=True).out == ""
    assert json.loads(run("history", "--json").out) == {"versions": []}
    assert run("export").err == ""


def test_a_store_that_cannot_ask_history_still_lists_and_exports(two: GitSandbox) -> None:
    tree = two.run("rev-parse", "HEAD~1:memory").decode().strip()
    (two.path / f".git/objects/{tree[:2]}/{tree[2:]}").unlink()
    for command in ("list", "export"):
        outcome = run(command)
        assert (outcome.status, len(outcome.out.splitlines())) == (0, 2)
        assert "history could not be asked: " in outcome.err
    for arguments in (("history",), ("history", "fact-a"), ("show", "fact-a", "--effective")):
        outcome = run(*arguments)
        assert (outcome.status, outcome.out) == (3, "")


@pytest.mark.usefixtures("two")
def test_a_list_can_be_ordered_by_when_records_were_changed() -> None:
    run("set", "fact-b", "title=Newest")
    lines = run("list", "--sort", "modified_at", "--jsonl").out.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["fact-b", "fact-a"]


def test_where_nothing_is_committed_there_is_a_history(here: GitSandbox) -> None:
    here.write("memory/fact/fact-a.md", "---\nid: fact-a\ntype: fact\n---\n\nx\n")
    found = json.loads(run("history", "fact-a", "--json").out)
    assert [version["commit"] for version in found["versions"]] == [None]
    assert json.loads(run("list", "--json").out)["items"][0]["modified"] is False


def test_nobody_need_be_known_to_read_history(
    two: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(two.path / "none"))
    assert run("history", "fact-a").status == 0
    (two.path / "memory/fact/fact-b.md").unlink()
    assert "not committed yet" in run("history", "fact-b").out
