from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.support import CHECKOUT

if TYPE_CHECKING:
    from tests.support import GitSandbox


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_write_that_is_asked_to_end_undoes_itself(sandbox: GitSandbox, number: int) -> None:
    sandbox.commit("begin")
    hook = sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\n: > .git/started\nsleep 30\n")
    hook.chmod(0o755)
    before = sandbox.head()
    command = [sys.executable, "-m", "sgm_git", "-C", str(sandbox.path), "add", "--type", "rule"]
    heeded = signal.signal(number, signal.SIG_DFL)  # whoever runs the tests may ignore it (nohup)
    writer = subprocess.Popen(
        [*command, "--title", "X", "--content", "x"], cwd=CHECKOUT, stderr=subprocess.PIPE
    )
    signal.signal(number, heeded)
    deadline = time.monotonic() + 30
    while not (sandbox.path / ".git/started").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(writer.pid, number)
    _, error = writer.communicate(timeout=60)
    assert (writer.returncode, error) == (128 + number, b"")
    assert (sandbox.head(), sandbox.status()) == (before, "")
    assert not list((sandbox.path / ".git").rglob("*.lock"))
    assert not (sandbox.path / "memory").exists()
