"""What the scripts of a push decide in sh: whether ``sgm`` is started, and what it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.support import Recorder, attempt, put_script, shells
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

RECORD = "memory/rule/rule-x.md"
PRE_PUSH = "<hooks><run><pre-push><origin>"
ZEROS = "0" * 40


@pytest.fixture(params=shells())
def shell(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def server(tmp_path: Path) -> GitSandbox:
    place = tmp_path / "server.git"
    place.mkdir()
    box = GitSandbox(place)
    box.run("init", "-q", "--bare")
    return box


@pytest.fixture
def clone(sandbox: GitSandbox, server: GitSandbox) -> GitSandbox:
    """A repository whose one commit, with a record, is on the server ``origin``."""
    sandbox.write(RECORD, "one\n")
    sandbox.write("main.py", "one\n")
    sandbox.commit("begin")
    sandbox.run("remote", "add", "origin", str(server.path))
    sandbox.run("push", "-q", "origin", "main")
    return sandbox


@pytest.fixture
def pusher(clone: GitSandbox, recorder: Recorder, shell: str) -> GitSandbox:
    """The same with our pre-push hook, and a recording ``sgm`` on PATH."""
    put_script(clone.path / ".git/hooks", "pre-push", shell)
    return recorder.on_path(clone)


def commit(box: GitSandbox, name: str, text: str = "again\n") -> str:
    box.write(name, text)
    return box.commit(f"change {name}")


def test_a_push_of_records_is_judged(pusher: GitSandbox, recorder: Recorder) -> None:
    old, new = pusher.head(), commit(pusher, RECORD)
    commit(pusher, "main.py")
    new = pusher.head()
    pusher.run("push", "-q", "origin", "main")
    assert recorder.calls() == [f"{PRE_PUSH}<{pusher.path.parent}/server.git>"]
    assert recorder.stdin() == f"refs/heads/main {new} refs/heads/main {old}\n"


def test_a_refusal_stops_the_push(pusher: GitSandbox, server: GitSandbox) -> None:
    old = pusher.head()
    commit(pusher, RECORD)
    assert attempt(pusher, "push", "-q", "origin", "main", SGM_TEST_STATUS="1").status == 1
    assert server.run("rev-parse", "main").decode().strip() == old


@pytest.mark.parametrize("name", ["main.py", "README.md", "x/memory/a.md"])
def test_other_work_is_not(pusher: GitSandbox, recorder: Recorder, name: str) -> None:
    commit(pusher, name)
    pusher.run("push", "-q", "origin", "main")
    pusher.run("push", "-q", "origin", "main:another")
    pusher.run("push", "-q", "origin", ":another")
    assert recorder.calls() == []


@pytest.mark.parametrize("name", [".mailmap", "memory/.gitattributes", ".sgm/config.toml"])
def test_what_records_are_judged_by_is(pusher: GitSandbox, recorder: Recorder, name: str) -> None:
    commit(pusher, name, "# x\n")
    pusher.run("push", "-q", "origin", "main")
    assert len(recorder.calls()) == 1


def test_several_refs_are_judged_at_once(pusher: GitSandbox, recorder: Recorder) -> None:
    commit(pusher, "main.py")
    pusher.run("checkout", "-q", "-b", "side")
    commit(pusher, RECORD)
    pusher.run("tag", "-a", "-m", "v1", "v1")
    pusher.run("push", "-q", "origin", "main", "side", "v1")
    assert len(recorder.calls()) == 1
    assert recorder.stdin().count("\n") == 3


def test_what_another_branch_of_the_remote_has_is_not_new(
    pusher: GitSandbox, recorder: Recorder
) -> None:
    commit(pusher, RECORD)
    pusher.run("push", "-q", "--no-verify", "origin", "main:other")
    commit(pusher, "main.py")
    pusher.run("push", "-q", "origin", "main:third")
    pusher.run("tag", "v1")
    pusher.run("push", "-q", "origin", "v1")
    assert recorder.calls() == []


def test_a_record_of_a_side_that_a_merge_dropped_is_new(
    pusher: GitSandbox, recorder: Recorder
) -> None:
    pusher.run("checkout", "-q", "-b", "side")
    commit(pusher, RECORD)
    pusher.run("checkout", "-q", "main")
    commit(pusher, "main.py")
    pusher.run("merge", "-q", "-s", "ours", "-m", "drop it", "side")
    pusher.run("push", "-q", "origin", "main")
    assert len(recorder.calls()) == 1


def test_going_back_is_judged_where_it_goes_over_records(
    pusher: GitSandbox, recorder: Recorder
) -> None:
    commit(pusher, RECORD)
    commit(pusher, "main.py")
    pusher.run("push", "-q", "--no-verify", "origin", "main")
    pusher.run("push", "-q", "--force", "origin", "main~1:main")
    assert recorder.calls() == []
    pusher.run("push", "-q", "--force", "origin", "main~2:main")
    assert len(recorder.calls()) == 1


def test_roots_are_those_that_are_pushed(pusher: GitSandbox, recorder: Recorder) -> None:
    config = '[[root]]\npath = "docs/memory"\n'
    commit(pusher, ".sgm/config.toml", config)
    pusher.run("push", "-q", "--no-verify", "origin", "main")
    commit(pusher, RECORD)
    pusher.run("push", "-q", "origin", "main")
    assert recorder.calls() == []
    commit(pusher, "docs/memory/a.md")
    pusher.write(".sgm/config.toml", "")
    pusher.run("push", "-q", "origin", "main")
    assert len(recorder.calls()) == 1


@pytest.mark.parametrize("kind", ["blob", "tree"])
def test_a_tag_of_something_else_does_no_harm(pusher: GitSandbox, kind: str) -> None:
    pusher.run("tag", "odd", "HEAD:main.py" if kind == "blob" else "HEAD:memory")
    assert attempt(pusher, "push", "-q", "origin", "odd").status == 0


def test_a_push_to_an_address_knows_nothing_of_what_is_there(
    pusher: GitSandbox, recorder: Recorder, server: GitSandbox
) -> None:
    commit(pusher, "main.py")
    pusher.run("push", "-q", str(server.path), "main")
    assert recorder.calls() == []
    pusher.run("push", "-q", str(server.path), "main:new")
    assert len(recorder.calls()) == 1


def test_an_old_commit_that_was_never_fetched_does_no_harm(
    pusher: GitSandbox, server: GitSandbox, recorder: Recorder, tmp_path: Path
) -> None:
    other = GitSandbox(tmp_path / "other")
    pusher.run("clone", "-q", str(server.path), str(other.path))
    commit(other, RECORD)
    other.run("push", "-q", "origin", "main")
    commit(pusher, "main.py")
    done = attempt(pusher, "push", "-q", "--force", "origin", "main")
    assert (done.status, done.err, recorder.calls()) == (0, "", [])


def test_the_hook_that_was_there_reads_the_same_and_can_refuse(
    pusher: GitSandbox, recorder: Recorder
) -> None:
    place = pusher.write(
        ".git/hooks/pre-push.before-sgm", '#!/bin/sh\n{ echo "$@"; cat; } >>seen\nexit "$WANTED"\n'
    )
    place.chmod(0o755)
    old, new = pusher.head(), commit(pusher, RECORD)
    assert attempt(pusher, "push", "-q", "origin", "main", WANTED="9").status == 1
    assert recorder.calls() == []
    assert attempt(pusher, "push", "-q", "origin", "main", WANTED="0").status == 0
    line = f"refs/heads/main {new} refs/heads/main {old}"
    assert (pusher.path / "seen").read_text().splitlines()[1::2] == [line, line]
    assert recorder.stdin() == f"{line}\n"


def test_a_hook_that_was_there_and_reads_nothing_is_no_failure(
    pusher: GitSandbox, recorder: Recorder
) -> None:
    pusher.write(".git/hooks/pre-push.before-sgm", "#!/bin/sh\nexit 0\n").chmod(0o755)
    line = f"{commit(pusher, RECORD)}\n"
    for number in range(2_000):
        pusher.write(f".git/refs/heads/many/branch-{number}", line)
    done = attempt(pusher, "push", "-q", "--all", "--dry-run", "origin")
    assert (done.status, done.err, len(recorder.calls())) == (0, "", 1)
    assert recorder.stdin().count("\n") == 2_001


def test_a_push_of_nothing_starts_nothing(pusher: GitSandbox, recorder: Recorder) -> None:
    pusher.run("push", "-q", "origin", "main")
    assert recorder.calls() == []


class TestOnAServer:
    @pytest.fixture
    def gate(self, server: GitSandbox, clone: GitSandbox, shell: str) -> GitSandbox:
        assert clone.head()
        put_script(server.path / "hooks", "pre-receive", shell)
        return server

    def test_every_push_is_judged_and_can_be_refused(
        self, gate: GitSandbox, clone: GitSandbox, recorder: Recorder
    ) -> None:
        box = recorder.on_path(clone)
        old, new = box.head(), commit(box, "main.py")
        assert attempt(box, "push", "-q", "origin", "main", SGM_TEST_STATUS="1").status == 1
        assert gate.run("rev-parse", "main").decode().strip() == old
        recorder.calls()
        assert recorder.stdin() == f"{old} {new} refs/heads/main\n"
        box.run("push", "-q", "origin", "main", "main:second")
        assert recorder.calls() == ["<hooks><run><pre-receive>"]
        assert recorder.stdin() == (
            f"{old} {new} refs/heads/main\n{ZEROS} {new} refs/heads/second\n"
        )

    @pytest.mark.usefixtures("path_without_sgm")
    def test_a_missing_sgm_refuses_unless_told_otherwise(
        self, gate: GitSandbox, clone: GitSandbox
    ) -> None:
        old, new = clone.head(), commit(clone, RECORD)
        done = attempt(clone, "push", "-q", "origin", "main")
        assert "sgm: not found, so the pre-receive hook lets no records pass" in done.err
        assert gate.run("rev-parse", "main").decode().strip() == old
        gate.run("config", "sgm.hooksMissing", "warn")
        assert "unchecked" in attempt(clone, "push", "-q", "origin", "main").err
        assert gate.run("rev-parse", "main").decode().strip() == new

    def test_the_hook_that_was_there_goes_first(
        self, gate: GitSandbox, clone: GitSandbox, recorder: Recorder
    ) -> None:
        gate.write("hooks/pre-receive.before-sgm", "#!/bin/sh\ncat >seen; exit 4\n").chmod(0o755)
        old, new = clone.head(), commit(clone, RECORD)
        assert attempt(recorder.on_path(clone), "push", "-q", "origin", "main").status == 1
        assert (gate.path / "seen").read_text() == f"{old} {new} refs/heads/main\n"
        assert recorder.calls() == []
