"""``sgm watch`` at its door: streams, programs that are told, one at a time, and its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.notifying import Notifier
from sgm_git.git.lock import held_alone
from tests.cli.runner import run
from tests.hooks.staged_support import PATH, document
from tests.support import CHECKOUT, GitSandbox, untraced

if TYPE_CHECKING:
    from pathlib import Path

BROKEN = document().replace("type: fact", "type: fact\n bad: [")


@pytest.fixture
def box(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> GitSandbox:
    sandbox.write(".sgm/config.toml", "format = 1\n")
    sandbox.write(PATH, document())
    sandbox.commit("a fact")
    monkeypatch.chdir(sandbox.path)
    return sandbox


def test_once_prints_findings_like_a_compiler_and_fails(box: GitSandbox) -> None:
    box.write(PATH, BROKEN)
    done = run("watch", "--once")
    assert done.status == 1
    assert done.out.startswith(f"{PATH}:4:5: F103 error: ")


def test_once_commits_and_tells_events_as_json_lines(box: GitSandbox) -> None:
    box.write(PATH, document(body="Other."))
    done = run("watch", "--once", "--commit", "--json", "--pause", "0.2")
    assert done.status == 0
    events = [json.loads(line) for line in done.out.splitlines()]
    assert [each["event"] for each in events] == ["saved", "committed"]
    assert events[1]["commit"] == box.head()
    assert set(events[0]) == {
        *("event", "path", "id", "findings", "commit", "why", "hint", "time"),
    }


def test_once_says_what_is_left(box: GitSandbox) -> None:
    box.write(PATH, document().replace("type: fact", "type: rule"))
    done = run("watch", "--once", "--commit", "--pause", "0.2")
    assert f"{PATH}: left uncommitted: " in done.err


def test_a_program_is_told_events_without_a_shell(box: GitSandbox, tmp_path: Path) -> None:
    box.write(PATH, BROKEN)
    heard = tmp_path / "heard $(touch x)"
    script = (
        "import os, sys; open(sys.argv[1], 'a').write(os.environ['SGM_EVENT'] + sys.stdin.read())"
    )
    program = f'"{sys.executable}" -c "{script}" "{heard}"'
    assert run("watch", "--once", "--exec", program).status == 1
    said = heard.read_text()
    assert said.startswith("findings{")
    assert json.loads(said.removeprefix("findings"))["path"] == PATH


def test_a_program_that_is_not_there_or_fails_is_said_once(box: GitSandbox) -> None:
    box.write(PATH, BROKEN)
    assert "cannot start no-such-program" in run("watch", "--once", "--exec", "no-such-program").err
    failing = run("watch", "--once", "--exec", f"{sys.executable} -c 'raise SystemExit(3)'")
    assert "ended with status 3" in failing.err
    assert run("watch", "--exec", " ").status == 2


def test_what_waits_is_let_go_of_at_the_end_of_a_slow_program() -> None:
    said: list[str] = []
    notifier = Notifier([sys.executable, "-c", "import time; time.sleep(60)"], said.append)
    for _ in range(1_100):
        notifier.tell("ok", b"{}")
    begun = time.monotonic()
    notifier.end(soon=True)
    assert time.monotonic() - begun < 5
    assert [each.partition(":")[0] for each in said] == [f"{sys.executable} is too slow"]


def test_a_second_watch_of_one_work_tree_is_refused(box: GitSandbox) -> None:
    with held_alone(box.path / ".git/sgm/watch.lock") as other:
        assert other is None
        done = run("watch", "--once")
    assert done.status == 3
    assert "another sgm watch runs here (process " in done.err
    assert run("watch", "--once").status == 0


def test_a_bare_repository_cannot_be_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bare.git"
    bare.mkdir()
    GitSandbox(bare).run("init", "-q", "--bare")
    monkeypatch.chdir(bare)
    assert run("watch").status == 3


def test_its_help_says_what_it_leaves() -> None:
    said = " ".join(run("watch", "--help").out.split())
    for left in ("(a stash)", "saved on another branch", "a record moved onto another", "staged"):
        assert left in said


def test_without_git_it_checks_and_does_not_commit(box: GitSandbox) -> None:
    box.write(PATH, BROKEN)
    assert run("watch", "--once", "--engine", "dulwich").status == 1
    assert "need git" in run("watch", "--commit", "--engine", "dulwich").err


def started(*words: str) -> subprocess.Popen[bytes]:
    """A watch that has begun, as a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sgm_git", "watch", "--json", *words],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["event"] == "watching"
    return process


@untraced
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_soon_and_in_order(box: GitSandbox, number: signal.Signals) -> None:
    process = started()
    assert process.stdout is not None
    box.write(PATH, BROKEN)
    assert json.loads(process.stdout.readline())["event"] == "findings"
    process.send_signal(number)
    _, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (0, b"")
    assert run("watch", "--once").status == 1


@untraced
def test_a_signal_in_the_middle_of_a_commit_leaves_what_was_typed(box: GitSandbox) -> None:
    hook = box.path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ntouch .git/begun\nexec sleep 20\n")
    hook.chmod(0o755)
    process = started("--commit", "--pause", "0.2")
    typed = "---\ntitle: New\n---\n\nText.\n"
    box.write("memory/fact/fact-new.md", typed)
    end = time.monotonic() + 20
    while not (box.path / ".git/begun").exists() and time.monotonic() < end:
        time.sleep(0.02)
    before = box.head()
    process.terminate()
    process.communicate(timeout=10)
    assert process.returncode == 0
    assert (box.path / "memory/fact/fact-new.md").read_text() == typed
    assert box.status() == "? memory/fact/fact-new.md\n"
    assert box.head() == before
    assert not [*(box.path / ".git").glob("*.lock")]
