"""Changes of what is staged, with the git command; see ``staging.Staging``."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids
from sgm_git.git.cli_index import nul_list
from sgm_git.git.command import git_error
from sgm_git.git.restaging import replace_file, scratch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.command import Git
    from sgm_git.git.restaging import Restaging
    from sgm_git.git.run import Done
    from sgm_git.git.staging import Restaged

_REFRESH = ("add", "--refresh", "--pathspec-from-file=-", "--pathspec-file-nul")
_REFRESH_ALL = ("update-index", "-q", "--refresh")
_FEW = 200


@dataclass(frozen=True, slots=True)
class _Entry:
    """What the index holds at a path: mode, blob, and the flags that must not be lost."""

    mode: int
    oid: str
    is_assumed_unchanged: bool
    is_skipped: bool


def staged_tree(git: Git, git_dir: Path, index: Path) -> str:
    """Store the tree that a commit of the index would have, made of a copy of the index."""
    with scratch(git_dir, index) as copy:
        return _done(git.with_index(copy).write("write-tree")).out.decode("ascii").strip()


def store_blobs(git: Git, contents: Sequence[bytes]) -> list[str]:
    """Store blobs of exactly these contents and give their ids."""
    if not contents:
        return []
    call = ("hash-object", "-w", "-t", "blob")
    if len(contents) == 1:
        return _ids(_done(git.write(*call, "--stdin", stdin=contents[0])))
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, str(number)) for number in range(len(contents))]
        try:
            for file, content in zip(files, contents, strict=True):
                file.write_bytes(content)
        except OSError as error:
            raise CannotRun(f"cannot write {error.filename or folder}: {error.strerror}") from error
        listed = b"".join(os.fsencode(file) + b"\n" for file in files)
        return _ids(_done(git.write(*call, "--no-filters", "--stdin-paths", stdin=listed)))


def _ids(done: Done) -> list[str]:
    return done.out.decode("ascii").split()


def restage(git: Git, git_dir: Path, index: Path, restaging: Restaging) -> list[str]:
    """Let entries of an index hold other blobs; gives the paths that were changed."""
    entries = restaging.entries
    check_oids(each.new for each in entries)
    changed: list[str] = []

    def change(copy: Path) -> bool:
        """Change the entries in a copy of the index."""
        own = git.with_index(copy)
        held = _entries(own, [each.path for each in entries])
        blobs = {path: entry.oid for path, entry in held.items()}
        wanted = restaging.chosen(blobs)
        changed[:] = sorted(each.path for each in wanted)
        if wanted:
            _write(own, wanted, held)
        return bool(wanted)

    if entries:
        replace_file(git_dir, index, change, restaging.settled)
    else:
        restaging.settled()
    return changed


def _entries(git: Git, paths: Sequence[str]) -> dict[str, _Entry]:
    """Give the merged entries of these paths."""
    wanted, found = set(paths), {}
    for line in git.read_paths("ls-files", "--stage", "-v", "-z", paths=paths):
        meta, _, name = line.partition(b"\t")
        tag, mode, oid, stage = meta.decode("ascii").split(" ")
        path = os.fsdecode(name)
        if path in wanted and stage == "0":
            found[path] = _Entry(int(mode, 8), oid, tag.islower(), tag.upper() == "S")
    return found


def _write(git: Git, wanted: Sequence[Restaged], held: dict[str, _Entry]) -> None:
    lines = b"".join(
        f"{held[each.path].mode:o} {each.new}\t".encode("ascii") + os.fsencode(each.path) + b"\0"
        for each in wanted
    )
    _done(git.write("update-index", "-z", "--index-info", stdin=lines))
    paths = [each.path for each in wanted]
    if len(paths) <= _FEW:
        git.write(*_REFRESH, stdin=nul_list(f":(top,literal){path}" for path in paths))
    else:  # git compares each name with each
        git.write(*_REFRESH_ALL)
    _flag(git, "--skip-worktree", [path for path in paths if held[path].is_skipped])
    _flag(git, "--assume-unchanged", [path for path in paths if held[path].is_assumed_unchanged])


def _flag(git: Git, flag: str, paths: Sequence[str]) -> None:
    """Set a flag again that is lost where an entry is written anew."""
    if paths:
        _done(git.write("update-index", flag, "-z", "--stdin", stdin=nul_list(paths)))


def _done(done: Done) -> Done:
    if done.status:
        raise git_error(done.err)
    return done
