"""What a record says is no command to the runner of a pipeline, whichever command shows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.runner import run
from tests.report.runner import commands_in

if TYPE_CHECKING:
    from tests.support import GitSandbox

_EVIL = "::error file=README.md::pwned\n  ##[error]x\n ::add-mask::x\n"
_RECORD = f"---\nid: fact-a\ntype: fact\ntitle: '::error ::x ##[error]'\n---\n{_EVIL}"
_COMMANDS = (
    ("show", "fact-a"),
    ("list",),
    ("list", "--json"),
    ("list", "--jsonl"),
    ("search", "pwned"),
    ("diff", "HEAD~1", "HEAD"),
    ("history", "fact-a"),
    ("context",),
    ("check",),
    ("show", "fact-b"),
)


def test_no_command_prints_one(here: GitSandbox) -> None:
    here.write("README.md", "x\n")
    here.commit("Begin")
    here.write("memory/fact-a.md", _RECORD)
    here.write("memory/fact-b.md", _RECORD.replace("id: fact-a", "id: '::b ::c'"))
    here.commit("::error ::x ##[error]")
    for command in _COMMANDS:
        told = run(*command)
        assert told.out or told.err, command
        assert commands_in([*told.out.split("\n"), *told.err.split("\n")]) == [], command


def test_json_reads_back_as_it_was(here: GitSandbox) -> None:
    here.write("memory/fact-a.md", _RECORD)
    here.commit("Begin")
    assert json.loads(run("show", "fact-a", "--json").out)["content"] == _EVIL.strip()
    (item,) = json.loads(run("list", "--json").out)["items"]
    assert item["title"] == "::error ::x ##[error]"


def test_a_terminal_gets_it_as_it_is(here: GitSandbox) -> None:
    here.write("memory/fact-a.md", _RECORD)
    here.commit("Begin")
    assert "\n::error file=README.md::pwned\n" in run("show", "fact-a", terminal=True).out
