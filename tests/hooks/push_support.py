"""A server with our gate, and a clone that pushes to it. Dates lie far back: the clock is real."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.report.pushing import MOST_LINES
from tests.hooks.support import Outcome, put_script
from tests.programs import put_sgm
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from tests.git.test_signatures import SshKey

DATE = "2024-05-06T07:08:09Z"
LATER = "2024-05-07T07:08:09Z"
ADA = "Ada <ada@example.org>"
EVE = "Eve <eve@evil.example>"
PATH = "memory/fact/fact-a.md"
CONFIG = ".sgm/config.toml"
SIGNERS = ".sgm/allowed_signers"
BAD = "no front matter at all\n"


def fact(title: str = "A", record_id: str = "fact-a", **provenance: str) -> str:
    """A record that is as it should be, but for what is declared otherwise."""
    declared = {"agent": "Ada", "created_at": f'"{DATE}"', "origin": "cli"} | provenance
    lines = [f"  {name}: {value}" for name, value in declared.items()]
    head = ["---", f"id: {record_id}", "type: fact", f"title: {title}", "scope: {}"]
    body = ["  scope: {}", "---", "", "Text.", ""]
    return "\n".join([*head, "x_review: ada", "provenance:", *lines, *body])


@dataclass(frozen=True)
class Forge:
    """A bare repository with the gate in it, and the clone of somebody who may push."""

    server: GitSandbox
    clone: GitSandbox

    def push(self, *refs: str) -> Outcome:
        """Push past all hooks of the client."""
        return attempted(self.clone, "push", "--no-verify", "origin", *(refs or ("HEAD:main",)))

    def refs(self) -> dict[str, str]:
        """What the server has."""
        told = self.server.run("for-each-ref", "--format=%(refname) %(objectname)").decode()
        return dict(line.split(" ", 1) for line in told.splitlines())

    def write(self, text: str | None = None, path: str = PATH) -> None:
        """Write a file of the clone; None removes it."""
        if text is None:
            (self.clone.path / path).unlink()
        else:
            self.clone.write(path, text)

    def commit(self, text: str | None = None, path: str = PATH, message: str = "change") -> str:
        """Commit a change of one file as Ada."""
        self.write(text, path)
        return self.clone.commit(message, author=ADA, date=LATER)

    def go(self, *args: str) -> None:
        """Check something out."""
        self.clone.run("checkout", "-q", *args)

    def sign(self, key: SshKey, text: str | None, path: str, date: str = LATER) -> str:
        """Commit a change of one file, signed."""
        self.write(text, path)
        self.clone.run("add", "-A")
        return key.sign(self.clone, date)

    def merged(self, tree: str, *parents: str) -> str:
        """A merge that has the tree of one commit, whatever its parents have; check it out."""
        who = {f"GIT_{role}_DATE": LATER for role in ("AUTHOR", "COMMITTER")}
        box = GitSandbox(self.clone.path, who)
        named = [part for parent in parents for part in ("-p", parent)]
        oid = box.run("commit-tree", *named, "-m", "merge", f"{tree}^{{tree}}").decode().strip()
        self.go("--detach", oid)
        return oid


def attempted(box: GitSandbox, *args: str, stdin: bytes = b"") -> Outcome:
    """Run git, whatever comes of it."""
    done = subprocess.run(
        ["git", *args],
        cwd=box.path,
        env=os.environ | box.environment,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Outcome(done.returncode, done.stderr.decode("utf-8", "replace"))


def with_sgm(folder: Path) -> str:
    """PATH with the ``sgm`` of this checkout on it."""
    return f"{put_sgm(folder / 'sgm').parent}{os.pathsep}{os.environ['PATH']}"


def empty_forge(place: Path) -> Forge:
    """A server without any commit, and a clone of it."""
    server, clone = place / "server.git", place / "clone"
    server.mkdir()
    clone.mkdir()
    environment = {"PATH": with_sgm(place / "programs")}
    gate, box = GitSandbox(server, environment), GitSandbox(clone, environment)
    gate.run("init", "-q", "--bare")
    box.run("init", "-q")
    box.run("remote", "add", "origin", str(server))
    put_script(server / "hooks", "pre-receive")
    return Forge(gate, box)


def copied(forge: Forge, place: Path) -> Forge:
    """Another server and clone that are just so."""
    boxes = []
    for box in (forge.server, forge.clone):
        shutil.copytree(box.path, place / box.path.name)
        boxes.append(GitSandbox(place / box.path.name, box.environment))
    found = Forge(*boxes)
    found.clone.run("remote", "set-url", "origin", str(found.server.path))
    return found


def begun(forge: Forge, config: str = "format = 1\n", **files: str) -> str:
    """Push a memory with one record in it, as the first thing."""
    forge.write(config, CONFIG)
    forge.write("memory/** text eol=lf\n", ".gitattributes")
    forge.write("hello\n", "notes.txt")
    for name, text in files.items():
        forge.write(text, name)
    forge.write(fact())
    oid = forge.clone.commit("begin", author=ADA, date=DATE)
    outcome = forge.push("HEAD:refs/heads/main")
    assert outcome.status == 0, outcome.err
    return oid


def said(outcome: Outcome) -> list[str]:
    """The lines of the server."""
    lines = [line for line in outcome.err.splitlines() if line.startswith("remote: ")]
    return [line.removeprefix("remote: ").rstrip() for line in lines]


def codes(outcome: Outcome) -> list[str]:
    """The codes of the errors that the server names, in their order."""
    found = (line.partition(" error: ")[0].rpartition(" ")[2] for line in said(outcome))
    return [code for code in found if len(code) == 4 and code[1:].isdigit()]


def refused(forge: Forge, *refs: str) -> Outcome:
    """Push what must not pass: no ref moves, and no object is left."""
    before, objects = forge.refs(), stored(forge)
    outcome = forge.push(*refs)
    assert outcome.status != 0, outcome.err
    assert forge.refs() == before
    assert stored(forge) == objects
    assert len(said(outcome)) <= MOST_LINES
    return outcome


def stored(forge: Forge) -> list[str]:
    """All files of the server's repository."""
    place = forge.server.path
    return sorted(str(file.relative_to(place)) for file in place.rglob("*") if file.is_file())


def passes(forge: Forge, *refs: str) -> list[str]:
    """Push what must pass; give what the server says."""
    outcome = forge.push(*refs)
    assert outcome.status == 0, outcome.err
    return said(outcome)
