from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support import GitSandbox

_WITHOUT = """\
import sys
for name in ("mcp", "mcp_types"):
    sys.modules[name] = None
from sgm_git.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_the_extra_one_line_says_how_to_get_it(sandbox: GitSandbox) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, "mcp"],
        cwd=sandbox.path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.decode() == (
        "sgm: error: sgm mcp needs its extra: pip install 'sgm-git[mcp]'\n"
    )


def test_no_other_command_imports_the_sdk(sandbox: GitSandbox) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, "list"],
        cwd=sandbox.path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"no records\n")
