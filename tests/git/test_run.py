"""Programs are started in one place, are bounded in time, and leave nothing running."""

from __future__ import annotations

import ast
import os
import signal
import threading
import time
from pathlib import Path

import pytest

import sgm_git
from sgm_git.errors import CannotRun
from sgm_git.git.command import git_error, split_nul
from sgm_git.git.run import Leash, TimeIsOver, run

SH = "/bin/sh"


def sh(
    script: str, tmp_path: Path, *, seconds: float = 20, stdin: bytes = b""
) -> tuple[int, bytes]:
    done = run([SH, "-c", script], cwd=tmp_path, environment={}, seconds=seconds, stdin=stdin)
    return done.status, done.out + done.err


class TestRun:
    def test_status_and_both_outputs_come_back(self, tmp_path: Path) -> None:
        assert sh("cat; echo no >&2; exit 7", tmp_path, stdin=b"a\0b") == (7, b"a\0bno\n")

    def test_large_input_and_output_do_not_block(self, tmp_path: Path) -> None:
        data = b"x" * 3_000_000
        assert sh("cat; cat >&2 < /dev/null", tmp_path, stdin=data) == (0, data)

    def test_the_environment_is_exactly_what_is_given(self, tmp_path: Path) -> None:
        done = run(["/usr/bin/env"], cwd=tmp_path, environment={"A": "1"}, seconds=20)
        assert done.out == b"A=1\n"

    def test_output_can_go_to_a_file(self, tmp_path: Path) -> None:
        with (tmp_path / "out").open("w+b") as file:
            done = run([SH, "-c", "echo hi"], cwd=tmp_path, environment={}, output=file)
            assert (done.out, file.read()) == (b"", b"hi\n")

    def test_what_takes_too_long_is_ended_with_its_children(self, tmp_path: Path) -> None:
        begun = time.monotonic()
        with pytest.raises(TimeIsOver, match=r"`/bin/sh .*` did not end within 0.2 s"):
            sh("(sleep 5; touch late) & wait", tmp_path, seconds=0.2)
        assert time.monotonic() - begun < 5
        time.sleep(0.1)
        assert list(tmp_path.iterdir()) == []

    def test_there_is_no_terminal_to_ask_at(self, tmp_path: Path) -> None:
        status, said = sh("read answer < /dev/tty", tmp_path, seconds=5)
        assert status != 0, said

    def test_a_missing_program_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(CannotRun, match="cannot start no-such-program"):
            run(["no-such-program"], cwd=tmp_path, environment={"PATH": os.environ["PATH"]})
        with pytest.raises(CannotRun, match="nowhere"):
            run([SH], cwd=tmp_path / "nowhere", environment={})


def test_no_other_module_starts_programs() -> None:
    root = Path(sgm_git.__file__).parent
    door = root / "git" / "run.py"
    starters = {"subprocess", "pty", "multiprocessing"}
    for path in root.rglob("*.py"):
        if path == door or path.is_relative_to(root / "cli"):
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            if isinstance(node, ast.ImportFrom):
                names = {node.module or ""}
            assert not names & starters, path


class TestMessages:
    @pytest.mark.parametrize(
        ("said", "message", "hint"),
        [
            (b"fatal: no\n", "git: no", None),
            (b"warning: x\nerror: yes\nfatal: no\n", "git: yes", None),
            (b"hint: a\nplain\n", "git: hint: a", None),
            (b"", "git: git failed without a word", None),
            (b"fatal: found:\n\tthis\n", "git: found: this", None),
            (b"fatal: d\nTo add:\n\n\tgit config --add x y\n", "git: d", "git config --add x y"),
            (b"fatal: \xff\n", "git: \ufffd", None),
        ],
    )
    def test_git_speaks_for_itself(self, said: bytes, message: str, hint: str | None) -> None:
        error = git_error(said)
        assert (error.message, error.hint) == (message, hint)

    def test_lists_end_in_nul(self) -> None:
        assert split_nul(b"") == []
        assert split_nul(b"a\0b\n\0") == [b"a", b"b\n"]


@pytest.mark.skipif(os.name == "nt", reason="a program has no signals there")
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("kill -XFSZ $$", "git: ended by SIGXFSZ: a file grew over the limit on their size (ul"),
        ("kill -HUP $$", "git: ended by SIGHUP"),
        ("echo fatal: full >&2; kill -XFSZ $$", "git: full"),
        ("exit 1", "git: git failed without a word"),
    ],
)
def test_a_signal_that_ended_a_program_without_a_word_is_named(
    tmp_path: Path, script: str, said: str
) -> None:
    done = run(["sh", "-c", script], cwd=tmp_path, environment=os.environ)
    assert git_error(done.err).message.startswith(said)


def test_a_leash_that_is_cut_ends_what_runs_and_lets_nothing_start(tmp_path: Path) -> None:
    leash = Leash()
    cut = threading.Timer(0.2, leash.cut)
    cut.start()
    at = time.monotonic()
    with leash.held():
        assert sh("sleep 30", tmp_path, seconds=60)[0] == -signal.SIGTERM
        assert time.monotonic() - at < 20
        with pytest.raises(CannotRun, match="given up"):
            sh("true", tmp_path)
    assert sh("true", tmp_path) == (0, b"")
