"""pre-commit and pre-merge-commit as git starts them: what goes on, what stops, what is changed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from tests.cli.hooks.live import git, make_live
from tests.cli.runner import run
from tests.store.support import BASE
from tests.support import CHECKOUT, GitSandbox
from tests.workflows.hooks.staging import PATH, Look, begun, stage, staged_text

BAD = b"---\nid: a\nid: b\ntype: fact\n---\n"
NEW = b"---\nid: fact-new\ntype: fact\ntitle: By hand\n---\n\nText.\n"
NEW_PATH = "memory/fact/fact-new.md"
DATED = BASE.replace(
    b"  origin: cli",
    b'  origin: cli\n  modified: true\n  modified_by: Ada\n  modified_at: "2026-10-11T00:00:00Z"',
)


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """A store in which all hooks of commits are live."""
    begun(sandbox)
    make_live(sandbox)
    return sandbox


def test_a_commit_in_which_all_is_well_is_silent(box: GitSandbox) -> None:
    stage(box, BASE.replace(b"Body", b"Other"))
    assert git(box, "commit", "-q", "-m", "x").err == ""
    assert git(box, "commit", "-q", "--allow-empty", "-m", "nothing").err == ""


@pytest.mark.parametrize(
    "arguments", [[], ["-a"], [PATH], ["--only", PATH], ["--include", PATH], ["--amend"]]
)
def test_a_refusal_changes_nothing(box: GitSandbox, arguments: list[str]) -> None:
    stage(box, BAD)
    stage(box, b"2\n", "other.txt")
    box.write("other.txt", "3\n")
    before = Look.at(box, git_runs=True)
    done = git(box, "commit", "-q", "-m", "x", *arguments)
    assert done.status == 1
    assert done.told[-2:] == [
        "sgm: refused: 1 error",
        "hint: mend it, stage it and commit again; sgm rule F104 explains",
    ]
    assert Look.at(box, git_runs=True) == before


@pytest.mark.parametrize("arguments", [[], ["-a"], [PATH, NEW_PATH], ["--amend"]])
def test_what_is_completed_and_stamped_is_so_in_commit_index_and_file(
    sandbox: GitSandbox, arguments: list[str]
) -> None:
    begun(sandbox)
    stage(sandbox, DATED)
    sandbox.commit("dated")
    sandbox.commit("something else")
    make_live(sandbox)
    stage(sandbox, DATED.replace(b"Body", b"Other"))
    stage(sandbox, NEW, NEW_PATH)
    done = git(sandbox, "commit", "-q", "-m", "x", *arguments)
    assert (done.status, done.told) == (0, ["sgm: completed 1, stamped 1 record"])
    assert sandbox.status() == ""
    assert b"2026-10-11" not in sandbox.run("show", f"HEAD:{PATH}")
    assert b"created_at" in sandbox.run("show", f"HEAD:{NEW_PATH}")
    assert not (sandbox.path / ".git/sgm/stamps").exists()


def test_hunks_that_are_not_staged_stay_out_and_stay_there(box: GitSandbox) -> None:
    stage(box, NEW, NEW_PATH)
    box.write(NEW_PATH, NEW + b"Not yet.\n")
    assert git(box, "commit", "-q", "-m", "x").status == 0
    committed = box.run("show", f"HEAD:{NEW_PATH}")
    assert b"created_at" in committed
    assert b"Not yet" not in committed
    assert (box.path / NEW_PATH).read_bytes() == committed + b"Not yet.\n"
    assert box.run("diff", "--name-only", "--cached") == b""


def test_a_merge_is_judged_by_its_own_hook(box: GitSandbox) -> None:
    box.run("switch", "-q", "-c", "topic")
    stage(box, BAD, "memory/bad.md")
    git(box, "commit", "-q", "--no-verify", "-m", "bad")
    box.run("switch", "-q", "main")
    stage(box, b"2\n", "other.txt")
    git(box, "commit", "-q", "-m", "main")
    head = box.head()
    done = git(box, "merge", "-q", "--no-edit", "topic")
    assert done.status != 0
    assert any("F104" in line for line in done.told)
    assert box.head() == head


def test_a_configuration_that_cannot_be_read_stops_with_its_place(box: GitSandbox) -> None:
    stage(box, b"format = [\n", ".sgm/config.toml")
    before = Look.at(box, git_runs=True)
    done = git(box, "commit", "-q", "-m", "x")
    assert done.status != 0
    assert ".sgm/config.toml:" in done.told[0]
    assert Look.at(box, git_runs=True) == before


def test_a_work_tree_apart_from_its_repository_is_not_judged_and_told_so(
    box: GitSandbox,
) -> None:
    apart = box.path.parent / "apart"
    apart.mkdir()
    (apart / NEW_PATH).parent.mkdir(parents=True)
    (apart / NEW_PATH).write_bytes(NEW)
    place = {"GIT_DIR": str(box.path / ".git"), "GIT_WORK_TREE": str(apart)}
    outside = GitSandbox(apart, place)
    head = box.head()
    outside.run("add", NEW_PATH)
    done = git(outside, "commit", "-q", "-m", "x")
    assert done.status != 0
    assert done.told[-1].startswith("hint: a work tree without .git in it cannot be judged")
    assert box.head() == head


class TestOurOwnCommits:
    """``SGM_JUDGED`` says what was judged already."""

    def test_are_not_judged_again(self, box: GitSandbox) -> None:
        stage(box, BAD)
        tree = box.run("write-tree").decode().strip()
        assert git(box, "commit", "-q", "-m", "x", SGM_JUDGED=tree).status == 0

    def test_are_judged_but_not_changed_where_a_hook_has_changed_the_index(
        self, box: GitSandbox
    ) -> None:
        stage(box, NEW, NEW_PATH)
        done = git(box, "commit", "-q", "-m", "x", SGM_JUDGED="0" * 40)
        assert not any("completed" in line for line in done.told)
        stage(box, BAD)
        assert git(box, "commit", "-q", "-m", "x", SGM_JUDGED="0" * 40).status != 0


def test_another_process_that_locks_the_index_stops_it(box: GitSandbox) -> None:
    script = box.path / ".git/hooks/pre-commit"
    text = script.read_text().replace("exec", ": > .git/index.lock\nexec", 1)
    script.write_text(text)
    stage(box, NEW, NEW_PATH)
    before = Look.at(box, git_runs=True)
    done = git(box, "commit", "-q", "-m", "x")
    assert done.status != 0
    assert any("index.lock" in line for line in done.told)
    (box.path / ".git/index.lock").unlink()
    assert Look.at(box, git_runs=True) == before


_DYING = """
import os, sys
from sgm_git.cli import main
from sgm_git.git.cli import GitRepository
from sgm_git.store.below import Below

owner, name = {"file": (Below, "adopt"), "index": (GitRepository, "restage")}[sys.argv[1]]
real = getattr(owner, name)

def dying(*arguments, **named):
    done = real(*arguments, **named)
    setattr(owner, name, real)
    os.kill(os.getpid(), int(sys.argv[2]))
    return done

setattr(owner, name, dying)
raise SystemExit(main(["hooks", "run", "pre-commit"]))
"""


def _make_dying(sandbox: GitSandbox, where: str, number: int) -> None:
    """Let pre-commit get a signal when it has written a file, or the index."""
    sandbox.write(".git/dying.py", textwrap.dedent(_DYING))
    script = f'PYTHONPATH="{CHECKOUT}" exec "{sys.executable}" .git/dying.py {where} {int(number)}'
    sandbox.write(".git/hooks/pre-commit", f"#!/bin/sh\n{script}\n").chmod(0o755)


@pytest.mark.parametrize("arguments", [[], ["-a"], [PATH]], ids=["index", "all", "path"])
@pytest.mark.parametrize(
    ("where", "number"),
    [("file", signal.SIGTERM), ("file", signal.SIGKILL), ("index", signal.SIGKILL)],
)
def test_a_signal_in_the_middle_stops_it_and_the_next_try_passes(
    sandbox: GitSandbox, arguments: list[str], where: str, number: int
) -> None:
    begun(sandbox)
    stage(sandbox, DATED)
    sandbox.commit("dated")
    sandbox.commit("something else")
    typed = DATED.replace(b"Body", b"Other")
    stage(sandbox, typed)
    before = Look.at(sandbox, git_runs=True)
    _make_dying(sandbox, where, number)
    assert git(sandbox, "commit", "-q", "-m", "x", *arguments).status != 0
    after = Look.at(sandbox, git_runs=True)
    assert after.head == before.head
    if number == signal.SIGKILL:
        assert after.files.keys() == before.files.keys()
        assert staged_text(sandbox).startswith(typed[:100])
    else:
        assert after == before
    assert not (sandbox.path / ".git/index.lock").exists()
    make_live(sandbox)
    sandbox.run("add", PATH)
    assert git(sandbox, "commit", "-q", "-m", "x", *arguments).status == 0
    assert sandbox.status() == ""
    assert sandbox.run("fsck", "--strict", "--no-dangling") == b""


def test_a_signal_that_comes_when_all_is_done_is_too_late(sandbox: GitSandbox) -> None:
    """What is changed then is committed, and not left lying."""
    begun(sandbox)
    stage(sandbox, NEW, NEW_PATH)
    _make_dying(sandbox, "index", signal.SIGTERM)
    assert git(sandbox, "commit", "-q", "-m", "x").told == ["sgm: completed 1 record"]
    assert sandbox.status() == ""


def test_no_command_line_is_imported_for_a_commit(box: GitSandbox) -> None:
    """Nor what draws, nor the slow validator, nor the other engine."""
    stage(box, NEW, NEW_PATH)
    assert _imported(box, "click", "rich", "jsonschema", "dulwich") == "0 []"


def test_nothing_that_writes_is_imported_where_nothing_is_written(box: GitSandbox) -> None:
    """A person waits for each import at every commit (DESIGN section 14)."""
    stage(box, BASE.replace(b"Body", b"Other"))
    rooms = ("git.cli_commit", "git.cli_rows", "git.restaging", "record.merge", "store.writing")
    names = [f"sgm_git.{name}" for name in (*rooms, "workflows.hooks.applying")]
    assert _imported(box, *names) == "0 []"


def _imported(box: GitSandbox, *names: str) -> str:
    """The status of the hook, and which of these modules it imported."""
    script = (
        "import sys; from sgm_git.cli import main; status = main(['hooks', 'run', 'pre-commit']);"
        f"print(status, sorted({set(names)!r} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=box.path,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    return done.stdout.decode().strip()


def test_the_door_is_there_beside_the_command_line_too(
    box: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(box, BAD)
    monkeypatch.chdir(box.path)
    fast, slow = run("hooks", "run", "pre-commit"), run("--debug", "hooks", "run", "pre-commit")
    assert fast == slow
    assert fast.status == 1
