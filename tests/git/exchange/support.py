"""What the tests of the exchange share: a bare repository, and clones of it with people in them."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.git.engine import open_repository
from sgm_git.git.exchange.exchange import Exchange
from sgm_git.git.exchange.values import Driver
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.exchange.values import PushOutcome

    Once = Callable[[Callable[[GitSandbox], None]], GitSandbox]

NO_DRIVER = Driver("false", ())
"""A driver that no file has."""

UNION = Driver('git merge-file -q --union "%A" "%O" "%B"', ("*.md merge=sgm",))
"""A driver under which no two changes are ever in conflict."""


@dataclass(frozen=True)
class Team:
    """Two clones, ``here`` and ``there``, of one bare repository ``hub``, all at one commit."""

    hub: GitSandbox
    here: GitSandbox
    there: GitSandbox

    @classmethod
    def at(cls, place: Path) -> Team:
        """Make the three in a folder."""
        place.mkdir()
        hub = GitSandbox(place / "hub.git")
        hub.path.mkdir()
        hub.run("init", "-q", "--bare")
        first = GitSandbox(place / "here")
        hub.run("clone", "-q", str(hub.path), str(first.path))
        for sample in (*hub.path.glob("hooks/*"), *first.path.glob(".git/hooks/*")):
            sample.unlink()
        first.write("a.md", "one\ntwo\nthree\n")
        first.write("deep/b.md", "b\n")
        first.commit("first")
        first.run("push", "-q", "-u", "origin", "main")
        hub.run("clone", "-q", str(hub.path), str(place / "there"))
        return cls(hub, first, GitSandbox(place / "there"))

    def copied(self, place: Path) -> Team:
        """Give a copy of all in a folder; each clone's remote is the copied hub."""
        old = self.hub.path.parent
        shutil.copytree(old, place)
        team = Team(*(GitSandbox(place / name) for name in ("hub.git", "here", "there")))
        for clone in (team.here, team.there):
            clone.run("remote", "set-url", "origin", str(team.hub.path))
        return team

    def publish(self, name: str, data: str | None, message: str = "theirs") -> str:
        """Let the other one commit a file (None: its removal) and push it; give the commit."""
        box = self.there
        box.run("pull", "-q", "--rebase")
        if data is None:
            (box.path / name).unlink()
        else:
            box.write(name, data)
        oid = box.commit(message)
        box.run("push", "-q", "origin", "HEAD:main")
        return oid


def exchange(sandbox: GitSandbox) -> Exchange:
    """Exchange for a clone, opened anew."""
    return Exchange.of(open_repository(sandbox.path, "git"))


def push(sandbox: GitSandbox, old: str | None = None, *, dry_run: bool = False) -> PushOutcome:
    """Push the clone's HEAD to its upstream, which is at ``old``, or at what is known of it."""
    there = exchange(sandbox)
    known = sandbox.run("rev-parse", "-q", "--verify", "refs/remotes/origin/main", check=False)
    at = old or known.decode().strip() or None
    return there.push(there.upstream(), at, sandbox.head(), dry_run=dry_run)


def told(sandbox: GitSandbox, *arguments: str) -> str:
    """Give what git says, without the last newline."""
    return os.fsdecode(sandbox.run(*arguments)).rstrip("\n")
