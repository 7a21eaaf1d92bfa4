"""Real repositories in which two sides changed the same files, and the ways to bring them together.

Each way merges the same three states: so what a person sees is the same whatever they type.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.document.read import read
from sgm_git.workflows.merging.registering import DRIVER_KEY, driver_command
from tests.programs import put_sgm

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sgm_git.record.value import JsonObject
    from tests.support import GitSandbox

    Files = Mapping[str, bytes]

ATTRIBUTES = b"memory/**/*.md text eol=lf merge=sgm\ncrlf/**/*.md -text merge=sgm\n"
_CONFIG = b'format = 1\n[[root]]\npath = "memory"\n[[root]]\npath = "crlf"\n'
_COMMON = {".gitattributes": ATTRIBUTES, ".sgm/config.toml": _CONFIG}
_LINK = b"link to: "

DOCUMENT = """---
id: dec-x
type: decision
title: Keep the datastore   # seen by Grace
scope: {project: shop}
annotations:
  - kind: status
    value: proposed
  - kind: rationale
    value: It works.
x_extra: {more: [1, 2.50]}
provenance:
  agent: Ada
  created_at: 2026-10-10T18:21:47Z
  origin: cli
  scope: {project: shop}
  modified: true
  modified_at: "2026-10-11T08:00:00Z"
  modified_by: Ada
---

First paragraph.

Second paragraph.

Third paragraph.
"""


def edited(*edits: tuple[str, str], text: str = DOCUMENT) -> bytes:
    """The document with each of these texts, which must be there, replaced by another."""
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return text.encode()


TITLE = ("Keep the datastore ", "Keep the old datastore ")
STATUS = ("value: proposed", "value: accepted")
_STAMP = '"2026-10-11T08:00:00Z"\n  modified_by: Ada'
STAMP_OF_OURS = (_STAMP, '"2026-10-12T08:00:00Z"\n  modified_by: Bo')
STAMP_OF_THEIRS = (_STAMP, '"2026-10-13T08:00:00Z"\n  modified_by: Cy')
OURS = edited(TITLE, STAMP_OF_OURS, ("First", "1st"))
THEIRS = edited(STATUS, STAMP_OF_THEIRS, ("Third", "3rd"))
BASE = DOCUMENT.encode()
MERGED = edited(TITLE, STATUS, STAMP_OF_THEIRS, ("First", "1st"), ("Third", "3rd"))


class Outcome(NamedTuple):
    """How one git ended."""

    status: int
    err: str


@dataclass(frozen=True)
class Fork:
    """A repository whose branches ``main`` and ``side`` began at ``base``; main is checked out."""

    box: GitSandbox

    def attempt(self, *arguments: str, cwd: Path | None = None) -> Outcome:
        """Run git and give how it ended, in English."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=cwd or self.box.path,
            env=os.environ | {"GIT_EDITOR": ":"},
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Outcome(done.returncode, done.stderr.decode("utf-8", "replace"))

    def read(self, path: str) -> bytes:
        """What stands in the work tree."""
        return (self.box.path / path).read_bytes()

    def record(self, path: str) -> JsonObject:
        """The record of a file of the work tree that can be read without faults."""
        reading = read(self.read(path))
        assert reading.faults == ()
        assert reading.document is not None
        return reading.document.record

    def unmerged(self) -> set[str]:
        """The paths that git has in conflict."""
        listed = self.box.run("ls-files", "-u", "-z").split(b"\0")[:-1]
        return {os.fsdecode(line.partition(b"\t")[2]) for line in listed}

    def strays(self) -> list[str]:
        """What lies in the work tree and belongs to nobody."""
        listed = self.box.run("ls-files", "-o", "-z").split(b"\0")[:-1]
        return [os.fsdecode(name) for name in listed]


def fork(
    box: GitSandbox, base: Files, ours: Files, theirs: Files, *, is_revert: bool = False
) -> Fork:
    """Make the fork, with our driver registered; files are all that each commit has, by path.

    A file that begins with ``link to:`` is a link. Where ``is_revert``, the commit ``base`` comes
    after ``side``, and to take it back is to merge.
    """
    stream = [b"feature done\n"]
    order = (3, 1, 2) if is_revert else (1, 2, 3)
    trees = {1: ("base", base), 2: ("main", ours), 3: ("side", theirs)}
    parents = {1: 3, 2: 1, 3: None} if is_revert else {1: None, 2: 1, 3: 1}
    for mark in order:
        name, files = trees[mark]
        stream.append(_commit(mark, name, parents[mark], {**_COMMON, **files}))
    box.run("fast-import", "--quiet", "--force", stdin=b"".join([*stream, b"done\n"]))
    box.run("config", DRIVER_KEY, driver_command(put_sgm(box.path.parent / "programs/sgm")))
    box.run("checkout", "-q", "-f", "main")
    return Fork(box)


def _commit(mark: int, name: str, parent: int | None, files: Files) -> bytes:
    lines = [
        f"commit refs/heads/{name}",
        f"mark :{mark}",
        f"author Ada <ada@example.org> {1_790_000_000 + mark} +0000",
        f"committer Ada <ada@example.org> {1_790_000_000 + mark} +0000",
        f"data {len(name)}",
        name,
        *([f"from :{parent}"] if parent else []),
        "deleteall",
    ]
    return "\n".join(lines).encode() + b"\n" + b"".join(_file(*each) for each in files.items())


def _file(path: str, data: bytes) -> bytes:
    mode = b"100644"
    if data.startswith(_LINK):
        mode, data = b"120000", data.removeprefix(_LINK)
    quoted = path.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return b'M %s inline "%s"\ndata %d\n%s\n' % (mode, os.fsencode(quoted), len(data), data)


def _by_stash(fork: Fork) -> Outcome:
    fork.box.run("checkout", "-q", "--detach", "base")
    fork.box.run("read-tree", "-u", "--reset", "side")
    fork.box.run("stash", "-q")
    fork.box.run("checkout", "-q", "main")
    return fork.attempt("stash", "apply", "-q")


WAYS: dict[str, Callable[[Fork], Outcome]] = {
    "merge": lambda fork: fork.attempt("merge", "-q", "--no-edit", "side"),
    "squash": lambda fork: fork.attempt("merge", "-q", "--squash", "side"),
    "rebase": lambda fork: fork.attempt("rebase", "-q", "main", "side"),
    "am": lambda fork: fork.attempt("rebase", "-q", "--apply", "main", "side"),
    "cherry-pick": lambda fork: fork.attempt("cherry-pick", "side"),
    "revert": lambda fork: fork.attempt("revert", "--no-edit", "base"),
    "stash": _by_stash,
}
"""Each brings what ``side`` changed since ``base`` onto ``main``."""
