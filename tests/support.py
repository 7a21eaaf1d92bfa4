"""What several test rooms share: real input, and a git repository cut off from the user's."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("SGM_SHARED", CHECKOUT.parent / "shared"))
CORPUS = SHARED / "corpus"
CONFORMANCE = SHARED / "conformance"

untraced = pytest.mark.no_cover
"""For a test that asks how long much takes, or that does one thing very often: other tests run the
same lines, and measuring which ones run would take two thirds of its time."""

needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the corpus of real documents is not beside this checkout"
)
needs_conformance = pytest.mark.skipif(
    not CONFORMANCE.is_dir(), reason="the YAML and JSON suites are not beside this checkout"
)


# Without bytecode kept, each Python that a test starts compiles all that it imports anew.
_FOREIGN = (
    *("GIT_", "SGM_", "XDG_", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"),
    *("GITHUB_", "GITLAB_", "CI_", "RUNNER_", "ACTIONS_"),  # what a pipeline tells us is made up
)


def isolated_environment(home: Path) -> dict[str, str]:
    """Environment variables that keep git away from the user's configuration, clock and zone."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(_FOREIGN)}
    return kept | {
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "NO_COLOR": "1",
    }


@dataclass(frozen=True)
class GitSandbox:
    """A real repository for one test; every commit has the author and date that it is given."""

    path: Path
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, *args: str, stdin: bytes | None = None, check: bool = True) -> bytes:
        """Run git here; give its standard output."""
        done = subprocess.run(
            ["git", *args],
            cwd=self.path,
            env=os.environ | self.environment,
            input=stdin,
            capture_output=True,
            check=False,
            timeout=120,
        )
        if check and done.returncode:
            raise AssertionError(f"git {args} -> {done.returncode}\n{done.stderr.decode()}")
        return done.stdout

    def write(self, name: str, data: bytes | str) -> Path:
        """Write a file of the work tree, with its folders."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)
        return target

    def commit(
        self,
        message: str = "change",
        *,
        author: str = "Ada <ada@example.org>",
        date: str = "2026-10-10T18:21:47Z",
    ) -> str:
        """Stage everything and commit it; give the commit's object id."""
        name, _, address = author.rstrip(">").partition(" <")
        person = {"NAME": name, "EMAIL": address, "DATE": date}
        who = {f"GIT_{role}_{k}": v for role in ("AUTHOR", "COMMITTER") for k, v in person.items()}
        self.run("add", "-A")
        env = GitSandbox(self.path, self.environment | who)
        env.run("commit", "-q", "--allow-empty", "--no-verify", "-m", message)
        return self.head()

    def head(self) -> str:
        """The object id of HEAD; git itself is asked where it is not plain to see."""
        return self._plain_head() or self.run("rev-parse", "HEAD").decode().strip()

    def _plain_head(self) -> str:
        """The id in the file of a branch that is checked out, else nothing."""
        if {"GIT_DIR", "GIT_COMMON_DIR"} & (os.environ | self.environment).keys():
            return ""
        folder = self.path / ".git"
        try:
            kind, _, ref = (folder / "HEAD").read_text().strip().partition(": ")
            return (folder / ref).read_text().strip() if kind == "ref" else ""
        except OSError:
            return ""

    def status(self) -> str:
        """What ``git status`` says, in its stable form."""
        return self.run("status", "--porcelain=v2", "--untracked-files=all").decode()
