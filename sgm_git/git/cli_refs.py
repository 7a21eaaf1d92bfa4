"""HEAD, names of commits and the configuration, as the git command sees them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.command import split_nul
from sgm_git.git.protocol import Head
from sgm_git.git.revisions import no_commit, refuse_option
from sgm_git.git.settings import Settings

if TYPE_CHECKING:
    from sgm_git.git.command import Git


def head(git: Git) -> Head:
    """Give where HEAD stands now; raises CannotRun for a branch that is damaged."""
    done = git.ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")
    if done.status:
        ref = git.read("symbolic-ref", "HEAD")
        return Head(os.fsdecode(ref).rstrip("\n"), None)
    oid, _, ref_name = os.fsdecode(done.out).rstrip("\n").partition("\n")
    return Head(None if ref_name == "HEAD" else ref_name, oid)


def head_with_tree(git: Git) -> tuple[Head, str | None]:
    """Give where HEAD stands now and the tree of its commit, None if it has none."""
    done = git.ask("rev-parse", "HEAD^{tree}", "HEAD", "--symbolic-full-name", "HEAD")
    if done.status:
        return head(git), None
    tree, oid, ref = os.fsdecode(done.out).removesuffix("\n").split("\n", 2)
    return Head(None if ref == "HEAD" else ref, oid), tree


def resolve(git: Git, rev: str) -> str:
    """Give the id of the commit that ``rev`` names; see the protocol."""
    refuse_option(rev)
    done = git.ask("rev-parse", "--verify", "--end-of-options", f"{rev}^{{commit}}")
    if done.status:
        raise no_commit(rev)
    return done.out.decode("ascii").strip()


def settings(git: Git) -> Settings:
    """Read git's configuration as it is now, that of this repository included."""
    found = Settings()
    for item in split_nul(git.read("config", "--list", "-z")):
        key, newline, value = os.fsdecode(item).partition("\n")
        found.add(key, value if newline else None)
    return found
