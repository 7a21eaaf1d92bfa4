"""Where no git is installed the same is done and said, down to the ids of the commits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.cli.runner import run
from tests.git.support import assert_sound

if TYPE_CHECKING:
    import pytest

    from tests.cli.runner import Outcome
    from tests.support import GitSandbox

RECORD = '{"id": "fact-b", "type": "fact", "title": "B", "content": "b", "x": [1.50, null]}'
_FOR_GIT = "registered the merge driver in git's configuration\n"
ADR = "# Keep it\n\n## Status\n\nAccepted\n\n## Context\n\nWe have it.\n"
SESSION = (
    ("add", "--type", "rule", "--title", "Never force push", "--content", "Never."),
    ("add", "--json", "-"),
    ("list",),
    ("show", "fact-b"),
    ("show", "fact-b", "--json"),
    ("set", "fact-b", "title=New title", "x/0:=2"),
    ("set", "fact-b", "provenance/agent=other"),
    ("annotate", "fact-b", "status=accepted", "--agent", "build-agent"),
    ("import", "adr"),
    ("import", "adr"),
    ("mv", "fact-b", "memory/elsewhere.md"),
    ("check", "--format", "json"),
    ("check", "--staged"),
    ("mv", "--layout"),
    ("rename", "fact-b", "fact-c"),
    ("rm", "rule-never-force-push"),
    ("restore", "rule-never-force-push", "--rev", "HEAD~1"),
    ("show", "fact-b", "--rev", "HEAD~2"),
    ("fix",),
    ("export",),
    ("export", "--rev", "HEAD~3"),
    ("show", "nothing"),
)


def session(here: GitSandbox) -> list[Outcome]:
    begun = run("init", "--no-hooks")
    here.write("adr/0001-keep-it.md", ADR)
    return [begun, *(run(*command, stdin=RECORD) for command in SESSION)]


def test_a_session_is_the_same(here: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, *with_git = session(here)
    head, status = here.head(), here.status()
    here.run("update-ref", "-d", "HEAD")
    here.run("rm", "-rq", "--cached", ".")
    here.run("clean", "-fdxq")
    with monkeypatch.context() as bare:
        bare.setenv("PATH", "")
        without = session(here)
    assert begun.out.endswith(_FOR_GIT)
    assert without == [replace(begun, out=begun.out.removesuffix(_FOR_GIT)), *with_git]
    assert (here.head(), here.status()) == (head, status)
    assert_sound(here)


def test_nothing_of_that_session_failed_that_should_not(here: GitSandbox) -> None:
    statuses = [outcome.status for outcome in session(here)][1:]
    failed = [command for command, status in zip(SESSION, statuses, strict=True) if status]
    assert failed == [SESSION[6], SESSION[-1]]


def test_what_only_git_does_is_said(here: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init")
    here.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n").chmod(0o755)
    monkeypatch.setenv("PATH", "")
    outcome = run("add", "--type", "fact", "--title", "A", "--content", "a")
    assert outcome.status == 0
    assert "hooks that only git runs were not run: pre-commit" in outcome.err
