"""Commits of trees that no work tree has had."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.git.cli_branching import index_beside
from sgm_git.git.cli_commit_object import SIGNING_SECONDS, run_commit_tree
from sgm_git.git.cli_restaging import store_blobs
from sgm_git.git.command import git_error
from sgm_git.git.exchange.remaking import Remaking, originals
from sgm_git.git.guard import refuse_unstorable
from sgm_git.git.identity import find_identity, identity_variables
from sgm_git.git.message import message_bytes
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_FILE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.run import Done

_BESIDE = ("-c", "core.splitIndex=false", "-c", f"core.hooksPath={os.devnull}")


def recommit(repository: GitRepository, oid: str, parent: str, files: Mapping[str, bytes]) -> str:
    """Make a commit anew with some files replaced; see ``exchange.Exchange.recommit``."""
    original = originals(repository.git, [oid])[0]
    tree = _tree(repository, original.tree, files) if files else original.tree
    return Remaking.by(repository).make(original, tree, [parent])


def merge_commit(repository: GitRepository, tree: str, parents: Sequence[str], message: str) -> str:
    """Make a commit of a tree; see ``exchange.Exchange.merge_commit``."""
    settings = repository.settings()
    people: dict[str, str] = {}
    for role in ("author", "committer"):
        who = find_identity(role, settings, os.environ)
        people |= identity_variables(role.upper(), who)
    command = ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", tree, "-F", "-"]
    for parent in parents:
        command += ["-p", parent]
    command += ["-S"] if settings.flag("commit.gpgSign") else []
    message_given = message_bytes(message)
    return run_commit_tree(repository.git, command, message_given, people, SIGNING_SECONDS)


def _tree(repository: GitRepository, tree: str, files: Mapping[str, bytes]) -> str:
    """Store the tree with these files instead of its own."""
    refuse_unstorable(files)
    modes = {entry.path: entry.mode for entry in repository.list_tree(tree, tuple(files))}
    for path in files:
        if modes.get(path, MODE_FILE) not in (MODE_FILE, MODE_EXECUTABLE):
            raise Refused(f"{path!r} is a link or a submodule")
    blobs = store_blobs(repository.git, [*files.values()])
    lines = b"".join(
        f"{modes.get(path, MODE_FILE):o} {blob}\t".encode("ascii") + os.fsencode(path) + b"\0"
        for path, blob in zip(files, blobs, strict=True)
    )
    with index_beside(repository.git_dir) as file:
        own = repository.git.with_index(file)
        _done(own.write(*_BESIDE, "read-tree", tree))
        _done(own.write(*_BESIDE, "update-index", "-z", "--index-info", stdin=lines))
        return _done(own.write(*_BESIDE, "write-tree")).out.decode("ascii").strip()


def _done(done: Done) -> Done:
    if done.status:
        raise git_error(done.err)
    return done
