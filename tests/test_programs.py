"""An ``sgm`` that waits is, to who starts it, one that is started afresh."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.programs import put_sgm

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no fork")


@pytest.fixture(params=[False, True], ids=["waiting", "afresh"])
def sgm(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An ``sgm`` of either kind."""
    return put_sgm(tmp_path / "programs/sgm", afresh=request.param)


def start(sgm: Path, folder: Path, *arguments: str, stdin: bytes = b"", **variables: str) -> str:
    """Start it; give its status, and all that it said."""
    done = subprocess.run(
        [sgm, *arguments],
        cwd=folder,
        env=os.environ | variables,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return f"{done.returncode}|{done.stdout.decode()}|{done.stderr.decode()}"


@posix
class TestBoth:
    """Whichever it is, it sees and gives the same."""

    def test_status_and_streams(self, sgm: Path, tmp_path: Path) -> None:
        told = start(sgm, tmp_path, "no such command", "more")
        assert told.startswith("2||sgm: error: there is no command no such command\n")

    def test_folder_arguments_input_and_variables(self, sgm: Path, sandbox: GitSandbox) -> None:
        start(sgm, sandbox.path, "init")
        text = "Do \u00fc, as I say."
        call = ("add", "--type", "rule", "--title", "X", "-")
        told = start(
            sgm, sandbox.path / "memory", *call, stdin=text.encode(), SGM_AGENT="gr\u00e4ce"
        )
        assert told.startswith("0|"), told
        record = next((sandbox.path / "memory").rglob("*.md")).read_text()
        assert text in record
        assert "agent: gr\u00e4ce\n" in record

    def test_umask(self, sgm: Path, sandbox: GitSandbox) -> None:
        before = os.umask(0o027)
        try:
            start(sgm, sandbox.path, "init")
        finally:
            os.umask(before)
        assert (sandbox.path / ".sgm/config.toml").stat().st_mode & 0o777 == 0o640

    def test_a_signal_that_ends_it(self, sgm: Path, sandbox: GitSandbox, tmp_path: Path) -> None:
        git = tmp_path / "deadly/git"
        git.parent.mkdir()
        git.write_text("#!/bin/sh\nkill -9 $PPID\n")
        git.chmod(0o755)
        path = f"{git.parent}{os.pathsep}{os.environ['PATH']}"
        told = start(sgm, sandbox.path, "--engine", "git", "list", PATH=path)
        assert told.startswith(f"-{int(signal.SIGKILL)}|"), told


def test_a_start_afresh_is_what_the_other_spares(tmp_path: Path) -> None:
    assert "-m sgm_git" in put_sgm(tmp_path / "sgm", afresh=True).read_text()
    assert "-m sgm_git" not in put_sgm(tmp_path / "sgm").read_text() or os.name == "nt"
