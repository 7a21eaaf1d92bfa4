"""Who writes, from where, and what is committed: the options of every write."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.registry import COMMANDS
from tests.cli.runner import run

if TYPE_CHECKING:
    from tests.support import GitSandbox

_ADD = ("add", "--type", "fact", "--id", "fact-a", "--title", "A", "--content", "x")
_RECORD = "memory/fact/fact-a.md"


def _provenance() -> dict[str, object]:
    found: dict[str, object] = json.loads(run("show", "fact-a", "--json").out)["provenance"]
    return found


@pytest.mark.usefixtures("here")
def test_options_say_who_and_from_where() -> None:
    run(*_ADD, "--agent", "build-agent", "--origin", "hook", "--session", "s1")
    found = _provenance()
    assert (found["agent"], found["origin"], found["session"]) == ("build-agent", "hook", "s1")


@pytest.mark.usefixtures("here")
def test_the_environment_says_it_where_no_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SGM_AGENT", "env-agent")
    monkeypatch.setenv("SGM_SESSION", "s2")
    run(*_ADD)
    found = _provenance()
    assert (found["agent"], found["origin"], found["session"]) == ("env-agent", "cli", "s2")


def test_without_anybody_a_write_is_refused_with_the_ways_to_be_somebody(
    here: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(here.path / "none"))
    outcome = run(*_ADD)
    assert outcome.status == 3
    assert "--agent NAME, SGM_AGENT" in outcome.err


def test_a_write_may_leave_the_commit_to_the_user(here: GitSandbox) -> None:
    outcome = run(*_ADD, "--no-commit")
    assert (outcome.status, outcome.err) == (0, "")
    assert f"? {_RECORD}" in here.status()


def test_uncommitted_edits_are_taken_along_only_when_asked(here: GitSandbox) -> None:
    run(*_ADD)
    text = (here.path / _RECORD).read_text()
    here.write(_RECORD, text + "More.\n")
    assert run("set", "fact-a", "title=B").status == 1
    assert run("set", "fact-a", "title=B", "--with-edits").status == 0
    assert here.status() == ""


@pytest.mark.parametrize(
    "change",
    [
        ("set", "fact-a", "title=B"),
        ("unset", "fact-a", "title"),
        ("annotate", "fact-a", "status=accepted"),
        ("mv", "fact-a", "memory/a.md"),
        ("rename", "fact-a", "fact-b"),
        ("rm", "fact-a"),
        ("restore", "fact-a", "--rev", "HEAD"),
        ("edit", "fact-a"),
    ],
    ids=lambda change: change[0],
)
def test_every_change_refuses_a_lost_update(here: GitSandbox, change: tuple[str, ...]) -> None:
    run(*_ADD)
    before = here.head()
    outcome = run(*change, "--expect", "0" * 40)
    assert outcome.status == 1
    assert "has changed" in outcome.err
    assert here.head() == before
    (item,) = json.loads(run("list", "--json").out)["items"]
    if change[0] != "edit":
        assert run(*change, "--expect", item["blob"]).status == 0


@pytest.mark.usefixtures("here")
def test_a_name_may_begin_with_a_dash() -> None:
    assert run("add", "--type", "fact", "--id=-x", "--title=-y", "--content", "z").status == 0
    assert run("show", "--", "-x").out.startswith("-y\n")
    assert run("set", "--", "-x", "title=-z").status == 0


def test_a_new_record_goes_into_the_root_one_stands_in(
    here: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--root", "a", "--root", "b")
    monkeypatch.chdir(here.path / "b")
    assert run(*_ADD).out == "add fact-a b/fact/fact-a.md\n"


@pytest.mark.usefixtures("here")
def test_what_does_not_stop_a_write_is_told() -> None:
    outcome = run("add", "--type", "decision", "--id", "d", "--title", "D", "--content", "x")
    assert outcome.status == 0
    assert "S205 warning" in outcome.err
    assert outcome.out == "add d memory/decision/d.md\n"


def test_without_git_the_same_is_written(here: GitSandbox) -> None:
    outcome = run("--engine", "dulwich", *_ADD)
    assert (outcome.status, outcome.out) == (0, f"add fact-a {_RECORD}\n")
    assert here.status() == ""
    assert run("show", "fact-a", "--engine", "dulwich").out == run("show", "fact-a").out


@pytest.mark.usefixtures("here")
def test_quiet_leaves_data_and_errors() -> None:
    outcome = run("-q", *_ADD)
    assert (outcome.out, outcome.err) == (f"add fact-a {_RECORD}\n", "")
    assert run(*_ADD, "--quiet").err.startswith("sgm: error:")


@pytest.mark.parametrize("name", COMMANDS)
def test_outside_of_a_repository_there_is_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("nowhere"))
    arguments = {
        "show": ["x"],
        "add": ["--type", "fact", "--title", "x"],
        "edit": ["x"],
        "set": ["x", "a=b"],
        "unset": ["x", "a"],
        "annotate": ["x", "a=b"],
        "rm": ["x"],
        "mv": ["x", "y"],
        "rename": ["x", "y"],
        "restore": ["x", "--rev", "HEAD"],
        "apply": ["-"],
        "import": ["."],
    }
    outcome = run(name, *arguments.get(name, []))
    if name in {"init", "demo", "rule", "schema"}:
        assert outcome.status == 0
    elif name == "doctor":
        assert outcome.status == 1
    else:
        assert (outcome.status, outcome.out) == (3, "")
        assert outcome.err.startswith("sgm: error: ")
        assert "hint: " in outcome.err
        assert len(outcome.err.splitlines()) == 2
