"""A hook that nobody can hear does what it would do, and ends as it would."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support import CHECKOUT
from tests.workflows.hooks.staging import PATH, begun, stage, staged_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support import GitSandbox

NEW = b"---\nid: fact-new\ntype: fact\ntitle: By hand\n---\n\nText.\n"
BAD = b"---\nid: a\nid: b\ntype: fact\n---\n"
NEW_PATH = "memory/fact/fact-new.md"


@contextmanager
def deaf(kind: str) -> Iterator[int]:
    """Give a descriptor that takes nothing."""
    if kind == "full":
        if not Path("/dev/full").exists():
            pytest.skip("needs /dev/full")
        end = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, end = os.pipe()
        os.close(reader)
    try:
        yield end
    finally:
        os.close(end)


def run_hook(box: GitSandbox, kind: str) -> int:
    """Run pre-commit; give its status."""
    with deaf(kind) as end:
        return subprocess.run(
            [sys.executable, "-m", "sgm_git", "hooks", "run", "pre-commit"],
            cwd=box.path,
            env=os.environ | box.environment | {"PYTHONPATH": str(CHECKOUT)},
            stderr=end,
            check=False,
            timeout=60,
        ).returncode


@pytest.mark.parametrize("kind", ["full", "pipe"])
def test_what_it_completes_goes_on(sandbox: GitSandbox, kind: str) -> None:
    begun(sandbox)
    stage(sandbox, NEW, NEW_PATH)
    assert run_hook(sandbox, kind) == 0
    staged = staged_text(sandbox, NEW_PATH)
    assert b"provenance" in staged
    assert staged == (sandbox.path / NEW_PATH).read_bytes()


@pytest.mark.parametrize("kind", ["full", "pipe"])
def test_what_it_refuses_stops(sandbox: GitSandbox, kind: str) -> None:
    begun(sandbox)
    stage(sandbox, BAD, PATH)
    assert run_hook(sandbox, kind) == 1
