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
    assert (outcome.status, outcome.err) == (0, "written, not committed\n")
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


def test_a_hook_that_refuses_is_quoted_line_by_line(here: GitSandbox) -> None:
    hook = here.write(".git/hooks/pre-commit", "#!/bin/sh\nprintf 'one\\n\\n two\\n'\nexit 1\n")
    hook.chmod(0o755)
    outcome = run(*_ADD)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == "sgm: error: the pre-commit hook refused the commit:\n  one\n   two\n"
    hook.write_text("#!/bin/sh\necho no >&2\nexit 1\n")
    assert run(*_ADD).err == "sgm: error: the pre-commit hook refused the commit: no\n"


@pytest.mark.usefixtures("here")
def test_quiet_leaves_data_and_errors() -> None:
    outcome = run("-q", *_ADD)
    assert (outcome.out, outcome.err) == (f"add fact-a {_RECORD}\n", "")
    assert run(*_ADD, "--quiet").err.startswith("sgm: error:")


@pytest.mark.usefixtures("here")
def test_a_title_is_enough_where_nobody_can_be_asked() -> None:
    assert run("add", "--type", "task", "--title", "Do it").out.startswith("add task-do-it ")
    assert "content" not in json.loads(run("show", "task-do-it", "--json").out)


@pytest.mark.usefixtures("here")
def test_json_is_an_answer_and_with_a_place_a_question_too() -> None:
    answer = json.loads(run("add", "--json", "--type", "fact", "--title", "A").out)
    assert [each["action"] for each in answer["written"]] == ["add"]
    record = '{"type": "fact", "id": "b", "n": 1e400, "provenance": {"agent": "Bob"}}'
    assert json.loads(run("add", "--json", "-", stdin=record).out)["written"][0]["id"] == "b"
    shown = run("show", "b", "--json").out
    assert '"n": 1.0E+400' in shown
    assert '"agent": "Bob"' in shown


@pytest.mark.usefixtures("here")
def test_a_stray_word_is_no_text() -> None:
    outcome = run("add", "--type", "fact", "words.txt")
    assert outcome.status == 2
    assert outcome.err.endswith("hint: for its text: --file words.txt\n")


def test_an_import_is_reported_and_is_one_commit(here: GitSandbox) -> None:
    here.write("notes/a.md", "---\ntitle: A\n---\n\nText.\n")
    here.write("notes/b.md", "---\ntitle: B\n---\n\nText.\n")
    outcome = run("import", "notes", terminal=True)
    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()] == ["added", "added"]
    assert "markdown: 2 added, 0 changed, 0 same, 0 skipped" in outcome.err
    found = json.loads(run("import", "notes", "--json").out)
    assert [record["outcome"] for record in found["records"]] == ["same", "same"]
    assert here.run("rev-list", "--count", "HEAD").strip() == b"1"


def test_a_record_that_may_not_be_written_is_refused_and_the_rest_comes_in(
    here: GitSandbox,
) -> None:
    good = {"id": "a", "type": "fact", "title": "A", "content": "x"}
    bad = good | {"id": "b", "provenance": {"created_at": "soon"}}
    here.write("in.jsonl", f"{json.dumps(bad)}\n{json.dumps(good)}\n")
    outcome = run("import", "in.jsonl")
    assert outcome.status == 1
    assert outcome.out.splitlines()[0] == "added a from in.jsonl"
    assert outcome.out.splitlines()[1].startswith("refused in.jsonl:1: S202 ")


def test_in_a_bare_repository_one_can_read_and_is_told_why_not_to_write(
    here: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(*_ADD)
    here.run("clone", "-q", "--bare", ".", "bare.git")
    monkeypatch.chdir(here.path / "bare.git")
    assert run("show", "fact-a", "--rev", "main").status == 0
    assert run("check", "--rev", "main").status == 0
    assert run("export", "--rev", "main").status == 0
    for words in (("list",), ("set", "fact-a", "title=B"), ("fix",), ("edit", "fact-a")):
        outcome = run(*words)
        assert outcome.status == 3
        assert "bare repository" in outcome.err


@pytest.mark.parametrize("name", COMMANDS)
def test_outside_of_a_repository_there_is_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("nowhere"))
    arguments = {
        "show": ["x"],
        "accept": ["x", "P305", "--reason", "so"],
        "add": ["--type", "fact", "--title", "x"],
        "edit": ["x"],
        "set": ["x", "a=b"],
        "unset": ["x", "a"],
        "annotate": ["x", "a=b"],
        "rm": ["x"],
        "mv": ["x", "y"],
        "rename": ["x", "y"],
        "restore": ["x", "--rev", "HEAD"],
        "supersede": ["x", "y"],
        "apply": ["-"],
        "import": ["."],
        "hooks": ["status"],
        "agents": ["status"],
        "search": ["x"],
        "merge": ["HEAD", "HEAD"],
    }
    outcome = run(name, *arguments.get(name, []))
    if name in {"init", "demo", "rule", "schema"}:
        assert outcome.status == 0
    elif name == "mcp":  # it answers every call with why: an agent cannot see why a program ended
        assert (outcome.status, outcome.out) == (0, "")
        assert "not a git repository" in outcome.err
    elif name == "doctor":
        assert outcome.status == 1
    elif name == "merge-driver":  # git would take any other status for an answer
        assert (outcome.status, outcome.out) == (129, "")
    else:
        assert (outcome.status, outcome.out) == (3, "")
        assert outcome.err.startswith("sgm: error: ")
        assert "hint: " in outcome.err
        assert len(outcome.err.splitlines()) == 2
