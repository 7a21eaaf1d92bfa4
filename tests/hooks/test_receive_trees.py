"""Trees that no git makes, and in which a server might not see what a clone checks out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.push_support import BAD, LATER, fact, passes, refused
from tests.support import GitSandbox

if TYPE_CHECKING:
    from tests.hooks.push_support import Forge

WHY = "no git makes such a tree"


def test_two_files_of_one_name(forge: Forge) -> None:
    """Who asks for the path gets the first; a list has the last."""
    tree = b"".join(b"100644 fact-a.md\0" + stored(forge, text) for text in (BAD, fact()))
    for name in (b"fact", b"memory"):
        tree = b"40000 " + name + b"\0" + bytes.fromhex(tree_of(forge, tree))
    outcome = refused(forge, f"{commit_of(forge, tree, 'HEAD')}:refs/heads/main")
    assert f"has two entries 'fact-a.md': {WHY}" in outcome.err


@pytest.mark.parametrize(
    ("name", "mode", "like"),
    [("memory/fact/evil.md", b"100644", "notes.txt"), ("memory/fact2", b"40000", "memory/fact")],
)
def test_names_that_lead_elsewhere(forge: Forge, name: str, mode: bytes, like: str) -> None:
    """A clone would have files below memory that a search there does not find."""
    oid = forge.clone.run("rev-parse", f"HEAD:{like}").decode().strip()
    tree = entries(forge) + mode + b" " + name.encode() + b"\0" + bytes.fromhex(oid)
    outcome = refused(forge, f"{commit_of(forge, tree, 'HEAD')}:refs/heads/main")
    assert f"names an entry '{name}': {WHY}" in outcome.err


@pytest.mark.parametrize("ref", ["refs/heads/main", "refs/heads/new", "refs/tags/v1"])
def test_what_is_out_of_order(forge: Forge, ref: str) -> None:
    """A search ends before it; also where a later commit has put it in order."""
    tree = b"100644 zzz\0" + stored(forge, BAD) + entries(forge)
    commit = commit_of(forge, tree, "HEAD")
    assert f"is not in git's order: {WHY}" in refused(forge, f"{commit}:{ref}").err
    again = commit_of(forge, entries(forge), commit)
    assert f"is not in git's order: {WHY}" in refused(forge, f"{again}:{ref}").err


def test_one_that_was_there_before_stops_nobody(forge: Forge) -> None:
    tree = b"100644 zzz\0" + stored(forge, "z\n") + entries(forge)
    old = commit_of(forge, tree, "HEAD")
    hook = forge.server.path / "hooks" / "pre-receive"
    hook.rename(hook.with_suffix(".off"))
    passes(forge, f"{old}:refs/heads/main")
    hook.with_suffix(".off").rename(hook)
    passes(forge, f"{commit_of(forge, entries(forge), old)}:refs/heads/main")


def stored(forge: Forge, text: str) -> bytes:
    """Store a blob; give the bytes of its id."""
    oid = forge.clone.run("hash-object", "-w", "--stdin", stdin=text.encode())
    return bytes.fromhex(oid.decode())


def entries(forge: Forge) -> bytes:
    """The entries of the tree that is checked out."""
    return forge.clone.run("cat-file", "tree", "HEAD^{tree}")


def tree_of(forge: Forge, raw: bytes) -> str:
    """Store a tree as it is; give its id."""
    how = ("hash-object", "-t", "tree", "-w", "--literally", "--stdin")
    return forge.clone.run(*how, stdin=raw).decode().strip()


def commit_of(forge: Forge, raw: bytes, parent: str) -> str:
    """A commit of a tree of these bytes."""
    who = {f"GIT_{role}_DATE": LATER for role in ("AUTHOR", "COMMITTER")}
    box = GitSandbox(forge.clone.path, who)
    made = box.run("commit-tree", "-p", parent, "-m", "x", tree_of(forge, raw))
    return made.decode().strip()
