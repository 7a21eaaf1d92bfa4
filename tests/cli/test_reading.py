"""``show``, ``list``, ``check`` and the like: tables for people, data for programs."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.checks.registry import RULES
from sgm_git.resources import schema_names, schema_text
from tests.cli.runner import run
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

_FAULTY = "---\nid: fact-b\ntype: fakt\ntitle: B\n---\n\nBody.\n"


@pytest.fixture
def two(here: GitSandbox) -> GitSandbox:
    run("add", "--type", "fact", "--id", "fact-a", "--title", "A [red]b[/]", "--content", "x")
    here.write("memory/fact/fact-b.md", _FAULTY)
    return here


@pytest.mark.usefixtures("two")
def test_on_a_terminal_a_list_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("list", terminal=True).out.splitlines()
    assert lines[0].split() == ["id", "type", "standing", "title"]
    assert lines[2].split("  ")[0] == "fact-a"
    assert "A [red]b[/]" in lines[2]


def test_a_real_terminal_gets_a_table_too(two: GitSandbox) -> None:
    leader, follower = pty.openpty()
    code = f"import sys; sys.path.insert(0, {str(CHECKOUT)!r}); import sgm_git.cli as c; c.main()"
    with os.fdopen(leader, "rb", buffering=0) as screen:
        subprocess.run(
            [sys.executable, "-c", code, "list"],
            cwd=two.path,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=os.environ | {"PAGER": "cat", "TERM": "xterm"},
            check=True,
            timeout=60,
        )
        os.close(follower)
        shown = screen.read(10_000).decode()
    assert "───" in shown
    assert "\x1b" not in shown  # NO_COLOR is set


@pytest.mark.usefixtures("two")
def test_filters_choose() -> None:
    assert run("list", "--type", "fakt").out.split("\t")[0] == "fact-b"
    assert run("list", "--agent", "Ada").out.split("\t")[0] == "fact-a"
    assert run("list", "--since", "2026-10-11").out == ""
    assert run("list", "--until", "2026-10-11").out.split("\t")[0] == "fact-a"
    assert run("list", "--kind", "status").out == ""
    assert run("list", "--scope", "project").status == 2


@pytest.mark.usefixtures("two")
def test_a_list_in_lines_of_json() -> None:
    lines = run("list", "--jsonl", "--sort", "id", "--reverse").out.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["fact-b", "fact-a"]


@pytest.mark.usefixtures("here")
def test_an_empty_list_is_empty() -> None:
    assert run("list").out == ""
    assert json.loads(run("list", "--json").out) == {"items": [], "next": None}
    assert run("list", terminal=True).err == "no records\n"


@pytest.mark.usefixtures("two")
def test_on_a_terminal_check_shows_the_place() -> None:
    lines = run("check", terminal=True).out.splitlines()
    at = next(number for number, line in enumerate(lines) if "S203" in line)
    assert lines[at + 1 : at + 3] == ["3 | type: fakt", "  |       ^^^^"]


@pytest.mark.usefixtures("two")
def test_findings_in_json_are_as_the_schema_says() -> None:
    report = json.loads(run("check", "--format", "json").out)
    assert report["summary"] == {
        "records": 2,
        "errors": sum(f["severity"] == "error" for f in report["findings"]),
        "warnings": sum(f["severity"] == "warning" for f in report["findings"]),
        "infos": sum(f["severity"] == "info" for f in report["findings"]),
    }
    schema = json.loads(schema_text("finding"))
    assert set(schema["required"]) == set(report["findings"][0])
    lines = run("check", "--format", "jsonl").out.splitlines()
    assert [json.loads(line) for line in lines] == report["findings"]


def test_a_check_fails_on_errors_and_when_strict_on_warnings(here: GitSandbox) -> None:
    run("add", "--type", "decision", "--id", "d", "--title", "D", "--content", "x")
    assert (run("check").status, run("check", "--strict").status) == (0, 1)
    here.write("memory/fact/x.md", "no front matter\n")
    assert run("check").status == 1


def test_a_check_of_what_is_staged_or_was(two: GitSandbox) -> None:
    assert run("check", "--staged").status == 0
    assert run("check", "--rev", "HEAD").status == 0
    two.run("add", "-A")
    assert run("check", "--staged").status == 1
    assert run("check", "--staged", "--rev", "HEAD").status == 2


def test_paths_count_from_where_one_stands(
    two: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(two.path / "memory")
    assert run("check", "fact/fact-a.md").status == 0
    assert run("check", "fact").status == 1
    assert run("check", "..").status == 1


def test_another_folder_may_be_named(
    two: GitSandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("-C", str(two.path), "show", "fact-a").status == 0
    assert run("show", "fact-a").status == 3


def test_a_record_that_cannot_be_read_is_not_shown_as_empty(
    two: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.write("memory/fact/fact-c.md", "---\nid: [\n---\n")
    broken = next(e for e in Store.open(two.path).entries() if e.record is None)
    monkeypatch.setattr(Store, "get", lambda *_, **__: broken)
    outcome = run("show", "fact-c")
    assert outcome.status == 3
    assert outcome.err.startswith("sgm: error: memory/fact/fact-c.md cannot be read\n")


def test_a_link_is_no_source_for_an_excerpt(two: GitSandbox) -> None:
    (two.path / "memory/fact/link.md").symlink_to(two.path / ".git/config")
    shown = run("check", terminal=True).out
    assert "F114" in shown
    assert "[core]" not in shown


def test_nobody_need_be_known_to_fix(two: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(two.path / "none"))
    outcome = run("fix", "--diff")
    assert outcome.status in {0, 1}
    assert "sgm: error" not in outcome.err


def test_an_earlier_state_is_shown(two: GitSandbox) -> None:
    first = two.head()
    run("set", "fact-a", "title=New")
    assert json.loads(run("show", "fact-a", "--json", "--rev", first).out)["title"] == "A [red]b[/]"
    assert json.loads(run("show", "fact-a", "--json").out)["title"] == "New"


def test_every_rule_is_listed_and_explained() -> None:
    listed = [line.split()[0] for line in run("rule").out.splitlines()]
    assert listed == [rule.code for rule in RULES]
    for rule in RULES:
        assert run("rule", rule.code).out.startswith(f"{rule.code} {rule.name} (")
    assert [r["code"] for r in json.loads(run("rule", "--json").out)] == listed
    assert json.loads(run("rule", "s203", "--json").out)["name"] == "type-unknown"


def test_every_schema_is_printed() -> None:
    assert run("schema").out.splitlines() == schema_names()
    for name in schema_names():
        assert json.loads(run("schema", name).out) == json.loads(schema_text(name))


def test_a_doctor_finds_a_repository_well(here: GitSandbox) -> None:
    run("init")
    outcome = run("doctor")
    assert outcome.status == 0
    assert "you are Ada <ada@example.org>" in outcome.out
    here.write("memory/fact/x.md", "---\nid: [\n---\n")
    assert run("doctor").status == 1
    found = json.loads(run("doctor", "--json").out)
    assert "problem" in {each["status"] for each in found}


@pytest.mark.usefixtures("here")
def test_an_export_on_a_terminal_cannot_act_on_it() -> None:
    run("add", "--type", "fact", "--content", "\x9b31m", "--title", "x")
    text = run("export", terminal=True).out
    assert "\x9b" not in text
    assert json.loads(text)["content"] == "\x9b31m"
    assert "\x9b" in run("export").out


def test_a_demo_walks_through_a_memory_of_its_own(here: GitSandbox) -> None:
    outcome = run("demo", "play")
    assert outcome.status == 0
    assert "decision-postgres" in outcome.out
    assert "S202 error" in outcome.out
    commands = [line.strip() for line in outcome.out.splitlines() if line.startswith("  sgm set")]
    assert run("-C", "play", "check").status == 1
    assert run("-C", "play", *commands[0].split()[1:]).status == 0
    assert run("-C", "play", "check").status == 0
    assert "play" in {path.name for path in here.path.iterdir()}


def test_diff_shows_what_fix_would_do_and_does_nothing(two: GitSandbox) -> None:
    path = two.write("memory/fact/fact-c.md", "---\nid: fact-c\ntype: fact\ntitle: no\n---\n\nx\n")
    before = path.read_bytes()
    outcome = run("fix", "--diff", "memory/fact/fact-c.md")
    assert outcome.status == 1
    assert '+title: "no"' in outcome.out
    assert path.read_bytes() == before
    fixed = run("fix", "memory/fact/fact-c.md")
    assert (fixed.status, fixed.out) == (0, "fixed memory/fact/fact-c.md\n")
    assert run("fix", "memory/fact/fact-c.md").err == "nothing to fix\n"
