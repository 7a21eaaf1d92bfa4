"""Index and work tree, as the git command sees them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.git.command import fits_command_line, git_error, split_nul
from sgm_git.git.guard import through_link
from sgm_git.git.protocol import MODE_SUBMODULE, IndexEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sgm_git.git.command import Git
    from sgm_git.git.prefixes import Prefixes

EMPTY_TREES = {
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": (
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    ),
}
"""The id of the empty tree by that of the empty blob, for both object formats."""

_SKIPPED = "S"  # skip-worktree: a sparse checkout need not have the file
_REMOVED = "R"
_OTHER = "?"


def list_index(git: Git, wanted: Prefixes) -> list[IndexEntry]:
    """List staged entries; those that only announce a later add hold nothing and are left out."""
    entries = [
        entry
        for entry in map(_index_entry, _ls_files(git, wanted, "--stage"))
        if wanted.holds(entry.path)
    ]
    waiting = announced(git, entries)
    return sorted(
        (entry for entry in entries if entry.path not in waiting),
        key=lambda entry: (entry.path, entry.stage),
    )


def entries_of(git: Git, paths: Sequence[str]) -> list[IndexEntry]:
    """Give the index entries of these paths, announced ones included."""
    wanted = set(paths)
    listed = map(_index_entry, git.read_paths("ls-files", "--stage", "-z", paths=paths))
    return [entry for entry in listed if entry.path in wanted]


def ignored(git: Git, paths: Sequence[str]) -> list[str]:
    """Give those of the untracked paths that git ignores."""
    if not paths:
        return []
    listed = nul_list(f"./{path}" for path in paths)  # so that no name begins with magic
    call = ("check-ignore", "-z", "--stdin")
    done = git.ask(*call, stdin=listed, variables={"GIT_LITERAL_PATHSPECS": "0"})
    if done.status not in {0, 1}:
        raise git_error(done.err)
    return [os.fsdecode(path).removeprefix("./") for path in split_nul(done.out)]


def nul_list(paths: Iterable[str]) -> bytes:
    """Give a list of paths in which every item ends in NUL, as git reads them with ``-z``."""
    return b"".join(os.fsencode(path) + b"\0" for path in paths)


def list_files(git: Git, work_tree: Path, wanted: Prefixes) -> list[str]:
    """List the files that are there, tracked or not, but not ignored; sorted."""
    found: set[str] = set()
    removed: set[str] = set()
    shown = ("--stage", "--cached", "--deleted", "--others", "--exclude-standard", "-t")
    for tag, mode, path in map(_tagged, _ls_files(git, wanted, *shown)):
        absent = tag == _SKIPPED and not os.path.lexists(work_tree / path)
        if tag == _REMOVED or absent or mode == MODE_SUBMODULE:
            removed.add(path)
        elif not path.endswith("/"):  # git's way of naming a repository inside this one
            found.add(path)
    folders: dict[str, bool] = {}
    return sorted(
        path
        for path in found - removed
        if wanted.holds(path) and not through_link(work_tree, path, folders)
    )


def _ls_files(git: Git, wanted: Prefixes, *arguments: str) -> Iterable[bytes]:
    if wanted.nothing:
        return []
    names = sorted(wanted.names)
    if not fits_command_line(names):
        names = []
    return split_nul(git.read("ls-files", "-z", *arguments, "--", *names))


def announced(git: Git, entries: Sequence[IndexEntry]) -> set[str]:
    """Give the paths that a later add is announced of (``git add -N``).

    They look like empty files that are staged.
    """
    empty = [entry for entry in entries if entry.oid in EMPTY_TREES]
    if not empty:
        return set()
    tree = EMPTY_TREES[empty[0].oid]
    paths = [entry.path for entry in empty]
    call = ("diff-index", "--cached", "--ita-invisible-in-index", "--name-only", "-z", tree)
    return set(paths) - {os.fsdecode(name) for name in git.read_paths(*call, paths=paths)}


def _index_entry(line: bytes) -> IndexEntry:
    meta, _, path = line.partition(b"\t")
    mode, oid, stage = meta.split(b" ")
    return IndexEntry(os.fsdecode(path), int(mode, 8), oid.decode("ascii"), int(stage))


def _tagged(line: bytes) -> tuple[str, int | None, str]:
    tag, rest = line[:1].decode("ascii"), line[2:]
    if tag == _OTHER:
        return tag, None, os.fsdecode(rest)
    entry = _index_entry(rest)
    return tag, entry.mode, entry.path
