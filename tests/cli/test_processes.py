"""What only a process of its own shows: what is imported, pipes that break, terminals."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sgm_git import __version__
from tests.support import CHECKOUT

_SGM = "import sys; from sgm_git.cli import main; sys.exit(main())"


def _python(code: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=CHECKOUT,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_the_version_is_answered_before_click_is_imported() -> None:
    code = "import sys; from sgm_git.cli import main; main(); sys.exit('click' in sys.modules)"
    done = _python(code, "--version")
    assert (done.returncode, done.stdout) == (0, f"sgm {__version__}\n".encode())


def test_rich_is_not_imported_where_there_is_no_terminal() -> None:
    code = "import sys; from sgm_git.cli import main; main(); sys.exit('rich' in sys.modules)"
    assert _python(code, "schema").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "stream"), [(["schema", "record"], "stdout"), (["no-such-command"], "stderr")]
)
def test_a_pipe_that_breaks_is_quiet(arguments: list[str], stream: str) -> None:
    # Our end is closed before the first byte, so that nobody is there to read.
    with subprocess.Popen(
        [sys.executable, "-c", _SGM, *arguments],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        pipes = {"stdout": process.stdout, "stderr": process.stderr}
        broken, other = pipes.pop(stream), pipes.popitem()[1]
        assert broken is not None
        assert other is not None
        broken.close()
        assert other.read() == b""
        assert process.wait(timeout=60) == 141


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_no_error(closed: str) -> None:
    command = shlex.join([sys.executable, "-c", _SGM, "schema", "record"])
    done = subprocess.run(
        ["sh", "-c", f"{command} {closed}"],
        cwd=CHECKOUT,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_below_the_output_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", _SGM, "schema", "record"],
            cwd=CHECKOUT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (3, b"sgm: error: No space left on device\n")


def test_output_is_utf_8_with_line_feeds_whatever_the_locale() -> None:
    code = f"import os; os.environ['PYTHONIOENCODING'] = 'ascii'; {_SGM}"
    done = _python(code, "nöpe")
    assert done.stderr.decode().startswith("sgm: error: there is no command nöpe\n")
