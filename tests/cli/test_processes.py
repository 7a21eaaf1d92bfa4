"""What only a process of its own shows: what is imported, pipes that break, terminals."""

from __future__ import annotations

import subprocess
import sys

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


def test_a_pipe_that_breaks_is_quiet() -> None:
    # The reader is gone before the first byte: closing our end at once leaves nobody to read.
    process = subprocess.Popen(
        [sys.executable, "-c", _SGM, "schema", "record"],
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr as errors:
        assert errors.read() == b""
    assert process.wait(timeout=60) == 141


def test_output_is_utf_8_with_line_feeds_whatever_the_locale() -> None:
    code = f"import os; os.environ['PYTHONIOENCODING'] = 'ascii'; {_SGM}"
    done = _python(code, "nöpe")
    assert done.stderr.decode().startswith("sgm: error: there is no command nöpe\n")
