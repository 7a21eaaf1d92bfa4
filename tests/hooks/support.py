"""Repositories with our hooks in them, and an ``sgm`` that only writes down how it was started."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.hooks.scripts import script
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_RECORDER = """#!/bin/sh
{ printf '<%s>' "$@"; echo; } >>"$0.calls"
case $3 in pre-push | pre-receive) cat >>"$0.stdin" ;; esac
exit "${SGM_TEST_STATUS:-0}"
"""

SHELLS = {
    "dash": "dash",
    "busybox": "busybox sh",
    "bash": "bash --posix",
}


def shells() -> Iterable[object]:
    """The shells that a hook must work in, as parameters; those that are not here are skipped."""
    for name, call in SHELLS.items():
        place = shutil.which(call.split()[0])
        mark = pytest.mark.skipif(place is None, reason=f"{name} is not here")
        yield pytest.param(f"{place} {call.partition(' ')[2]}".strip(), id=name, marks=mark)


def put_script(folder: Path, name: str, shell: str | None = None) -> Path:
    """Write a hook of ours as an installer does; ``shell`` runs it in the place of ``/bin/sh``."""
    folder.mkdir(parents=True, exist_ok=True)
    text = script(name)
    if shell is not None:
        text = text.replace(b"#!/bin/sh", f"#!{shell}".encode(), 1)
    place = folder / name
    place.write_bytes(text)
    place.chmod(0o755)
    return place


@dataclass(frozen=True)
class Recorder:
    """An ``sgm`` that writes down how it was started."""

    place: Path

    def __post_init__(self) -> None:
        self.place.parent.mkdir(parents=True, exist_ok=True)
        self.place.write_text(_RECORDER)
        self.place.chmod(0o755)

    def calls(self) -> list[str]:
        """What it was started with, each argument in angle brackets; then forget it."""
        return self._taken("calls").splitlines()

    def stdin(self) -> str:
        """What stood on its standard input; then forget it."""
        return self._taken("stdin")

    def _taken(self, kind: str) -> str:
        file = self.place.with_name(f"{self.place.name}.{kind}")
        text = file.read_text() if file.is_file() else ""
        file.unlink(missing_ok=True)
        return text

    def on_path(self, box: GitSandbox) -> GitSandbox:
        """The repository as somebody sees it who has this ``sgm`` on PATH."""
        path = f"{self.place.parent}{os.pathsep}{box.environment.get('PATH', os.environ['PATH'])}"
        return GitSandbox(box.path, box.environment | {"PATH": path})


@dataclass(frozen=True)
class Outcome:
    """How a git command ended: exit status and what it said on standard error."""

    status: int
    err: str


def attempt(box: GitSandbox, *args: str, **variables: str) -> Outcome:
    """Run git in a repository, whatever comes of it."""
    done = subprocess.run(
        ["git", *args],
        cwd=box.path,
        env=os.environ | box.environment | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Outcome(done.returncode, done.stderr.decode("utf-8", "replace"))


def commits(box: GitSandbox, rev: str = "HEAD") -> int:
    """How many commits there are behind a revision."""
    return int(box.run("rev-list", "--count", rev))
