"""``sgm sync``: exit statuses, streams, and a conflict from its list to its end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.runner import run
from tests.programs import put_sgm

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

PATH = "memory/fact/fact-hub.md"


@pytest.fixture
def apart(here: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitSandbox:
    """A clone whose record has another title than the remote's."""
    program = put_sgm(tmp_path / "bin" / "sgm")
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/local/bin:/usr/bin:/bin")
    here.run("init", "-q", "--bare", str(tmp_path / "hub"))
    here.run("remote", "add", "origin", str(tmp_path / "hub"))
    here.write(".gitattributes", "memory/**/*.md text eol=lf merge=sgm\n")
    here.commit("begin")
    assert run("add", "--type", "fact", "--id", "fact-hub", "--title", "Hub").status == 0
    run("set", "fact-hub", "/title=Theirs")
    here.run("push", "-q", "-u", "origin", "main")
    here.run("reset", "-q", "--hard", "HEAD~1")
    run("set", "fact-hub", "/title=Mine")
    return here


def test_a_conflict_is_listed_and_resolved(apart: GitSandbox) -> None:
    tried = run("sync", "--dry-run")
    assert (tried.status, tried.out) == (
        1,
        f"to pull changed fact-hub {PATH}\nconflict fact-hub {PATH}: /title (Mine)\n",
    )
    done = run("sync")
    assert done.status == 1
    assert f"conflict fact-hub {PATH}: /title (Mine)\n" in done.out
    assert "sgm: error: the rebase has stopped at conflicts in 1 file\n" in done.err
    assert "hint: edit the files, git add them, then sgm sync --continue" in done.err
    again = run("sync")
    assert (again.status, again.out) == (3, "")
    assert "a rebase is not finished" in again.err
    early = run("sync", "--continue")
    assert early.status == 1
    assert f"{PATH}:4:1: F106 error" in early.err
    text = (apart.path / PATH).read_text().splitlines(keepends=True)
    apart.write(
        PATH,
        "".join(
            line
            for line in text
            if line[:4] not in ("<<<<", "====", ">>>>") and "Theirs" not in line
        ),
    )
    last = run("sync", "--continue", "--json")
    assert last.status == 0
    assert json.loads(last.out)["state"] == "synced"
    assert apart.run("rev-parse", "origin/main").decode().strip() == apart.head()


def test_a_conflict_is_given_up(apart: GitSandbox) -> None:
    before = apart.head()
    assert run("sync", "--json").status == 1
    done = run("sync", "--abort")
    assert (done.status, done.out) == (0, "")
    assert "gave up the rebase: the branch is as it was before" in done.err
    assert (apart.head(), apart.status()) == (before, "")


def test_quiet_tells_only_what_went_wrong(apart: GitSandbox) -> None:
    assert "has stopped at conflicts" in run("-q", "sync").err
    run("sync", "--abort")
    apart.run("reset", "-q", "--hard", "origin/main")
    assert run("-q", "sync").err == ""


@pytest.mark.parametrize(
    "arguments",
    [("--abort", "origin"), ("--abort", "--continue"), ("--dry-run", "--continue"), ("a", "b")],
)
@pytest.mark.usefixtures("here")
def test_what_has_no_meaning_is_a_usage_error(arguments: tuple[str, ...]) -> None:
    assert run("sync", *arguments).status == 2
