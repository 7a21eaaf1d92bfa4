"""What the tests of the git room share."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from sgm_git.git.blobs import blob_id
from sgm_git.git.protocol import CommitRequest
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.commits import Identity
    from sgm_git.git.protocol import Repository

_ADA = b"Ada <ada@example.org> 1700000000 +0000"

ODD_PATHS = (
    "memory/with space.md",
    'memory/it\'s "quoted".md',
    "memory/new\nline.md",
    "memory/日本.md",
    "-dash.md",
    "memory/*.md",
    "memory/:(top)x.md",
    ":colon.md",
    "memory/tab\tand\\backslash.md",
    "memory/$(id).md",
    "memory/!bang.md",
    "memory/#hash.md",
    "memory/latin-\udcf8.md",
)
"""Names that a shell, a pathspec, a line-wise or a UTF-8 reader would get wrong."""


def commit(
    repository: Repository,
    *paths: str,
    message: str = "memory: change",
    author: Identity | None = None,
    time_limit: float | None = None,
) -> str:
    """Commit the paths; a commit must come of it."""
    request = CommitRequest(paths, message, author, time_limit)
    oid = repository.commit_paths(request).oid
    assert oid is not None
    return oid


def oid(text: str) -> str:
    """Give the id of a blob."""
    return blob_id(text.encode(), "sha1")


def index(sandbox: GitSandbox) -> bytes:
    """Give the bytes of the index."""
    return (sandbox.path / ".git" / "index").read_bytes()


def conflict(sandbox: GitSandbox) -> str:
    """Leave a merge with a conflict in ``a``; give the commit that HEAD is at."""
    sandbox.write("a", "base")
    sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("a", "theirs")
    sandbox.commit()
    sandbox.run("checkout", "-q", "main")
    sandbox.write("a", "ours")
    head = sandbox.commit()
    sandbox.run("merge", "-q", "side", check=False)
    return head


def assert_sound(sandbox: GitSandbox) -> None:
    """The repository has no damage and nothing was left lying in it."""
    told = sandbox.run("fsck", "--strict", "--no-dangling", "--no-progress").decode()
    assert [line for line in told.splitlines() if not line.startswith("notice:")] == []
    git_dir = sandbox.path / sandbox.run("rev-parse", "--git-common-dir").decode().strip()
    assert leftovers(git_dir) == []


def leftovers(git_dir: Path) -> list[str]:
    """Files below a git directory that would be in somebody's way, by name.

    Temporary objects of a killed process are in nobody's way: ``git gc`` removes them.
    """
    found = [*git_dir.rglob("*.lock"), *git_dir.rglob("*.held"), git_dir / "sgm" / "commit"]
    return sorted(str(path.relative_to(git_dir)) for path in found if path.exists())


def hook(sandbox: GitSandbox, name: str, script: str) -> None:
    """Install an executable hook."""
    path = sandbox.path / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def program(path: Path, script: str) -> Path:
    """Write an executable shell script."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def stored_commit(
    sandbox: GitSandbox,
    *,
    author: bytes = _ADA,
    committer: bytes = _ADA,
    parents: Sequence[str] = (),
    message: bytes = b"text\n",
    raw: bytes | None = None,
) -> str:
    """Store a commit of what is staged, or these very bytes, that no check of git's has seen."""
    tree = sandbox.run("write-tree").strip()
    lines = [b"tree " + tree, *(b"parent " + oid.encode() for oid in parents)]
    lines += [b"author " + author, b"committer " + committer]
    made = b"\n".join([*lines, b"", message]) if raw is None else raw
    literally = ("hash-object", "-t", "commit", "-w", "--stdin", "--literally")
    return sandbox.run(*literally, stdin=made).decode().strip()


def cloned(sandbox: GitSandbox, place: Path, *options: str) -> GitSandbox:
    """A clone without checkout, whose remote is gone and would spring a trap."""
    sandbox.run("config", "uploadpack.allowFilter", "true")
    sandbox.run("config", "uploadpack.allowAnySHA1InWant", "true")
    sandbox.run("clone", "-q", "-n", *options, f"file://{sandbox.path}", str(place))
    clone = GitSandbox(place)
    trap = program(place.parent / "trap", f"echo sprung > {place.parent / 'sprung'}; exit 1")
    clone.run("config", "remote.origin.uploadpack", str(trap))
    return clone


def assert_nothing_was_fetched(clone: GitSandbox) -> None:
    """The trap of the clone's remote has not been sprung."""
    assert not (clone.path.parent / "sprung").exists()
