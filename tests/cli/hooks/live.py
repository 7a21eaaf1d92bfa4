"""A repository in which hooks of ours are live, without the scripts that decide whether to start.

Those are tried elsewhere; here every hook runs, in the Python of the tests.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.programs import sgm_call

if TYPE_CHECKING:
    from tests.support import GitSandbox

ALL = (
    "pre-commit",
    "pre-merge-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
)


@dataclass(frozen=True)
class Done:
    """How a command of git ended, and what it said."""

    status: int
    out: str
    err: str

    @property
    def told(self) -> list[str]:
        """The lines that hooks wrote, without those of git itself."""
        return [line for line in self.err.splitlines() if not line.startswith("[")]


def make_live(sandbox: GitSandbox, *names: str) -> None:
    """Let git run these hooks, or all of them; later ones are added to earlier ones."""
    for name in names or ALL:
        script = sandbox.write(
            f".git/hooks/{name}",
            f"#!/bin/sh\n# sgm-git hook, version 0\n{sgm_call('hooks', 'run', name)}\n",
        )
        script.chmod(0o755)


def git(sandbox: GitSandbox, *arguments: str, **environment: str) -> Done:
    """Run git with its hooks; a failure is an answer."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=sandbox.path,
        env=os.environ | sandbox.environment | environment,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Done(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode())


def message(sandbox: GitSandbox) -> str:
    """The message of HEAD."""
    return sandbox.run("log", "-1", "--format=%B").decode().rstrip("\n") + "\n"
