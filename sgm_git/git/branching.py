"""What may be asked of a commit on a branch that nobody has checked out (DESIGN 13).

Forms are those of ``protocol``, which takes these promises into ``Repository``.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.git.guard import refuse_unstorable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.commits import Identity
    from sgm_git.git.base import BaseRepository
    from sgm_git.git.protocol import Committed

_BELOW = "refs/heads/"
_PLAIN, _EXECUTABLE = 0o100644, 0o100755
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{")
_NAMING = ("HEAD", "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START")
_HEAD = re.compile(r"ref:\s+(\S+)\s*")


class RefMoved(CannotRun):
    """The branch is not where the commit was made for: look at it again, and repeat."""


@dataclass(frozen=True, slots=True)
class BranchCommit:
    """A commit on top of ``parent`` (None: a first one), by which the branch ``ref`` moves to it.

    ``ref`` is a full name below ``refs/heads/``. ``files`` are the contents that it changes, stored
    as they are, None where a file goes; a file that is there keeps its mode. ``expected`` is the
    commit at which the branch must be, None where it must not be there yet. The rest is as in
    ``protocol.CommitRequest``.
    """

    ref: str
    parent: str | None
    files: Mapping[str, bytes | None]
    message: str
    expected: str | None
    author: Identity | None = None
    time_limit: float | None = None
    when: int | None = None


class Branching(Protocol):
    """The half of a repository that is about branches beside the one that is checked out."""

    def commit_on_ref(self, commit: BranchCommit) -> Committed:
        """Make a commit, and let a branch that no work tree has checked out be at it.

        HEAD, index and files stay as they are. No hooks of a commit run: those that there are are
        named. No commit is made where the parent has these very files. Takes the repository's
        lock itself (it may be held already by this thread). Raises RefMoved, with nothing done,
        where the branch is not as expected; UsageError for what is no name of a branch; Refused
        where it is checked out or stands in the way of another one, and for files that git cannot
        store; CannotRun where signing fails, or time is over.
        """
        ...


def refuse_unfit(base: BaseRepository, commit: BranchCommit) -> dict[str, int]:
    """Refuse what cannot be committed so; give the mode of each file that stays or comes.

    Raises as ``Branching.commit_on_ref`` does.
    """
    refuse_bad_name(commit.ref)
    refuse_unstorable(commit.files)
    found = [] if commit.parent is None else base.list_tree(commit.parent, tuple(commit.files))
    gone = {path for path, data in commit.files.items() if data is None}
    modes = {entry.path: entry.mode for entry in found if entry.path not in gone}
    for path in modes.keys() | (commit.files.keys() - gone):
        _refuse_both(path, (modes.keys() | commit.files.keys()) - gone)
    for path in commit.files:
        if modes.get(path, _PLAIN) not in (_PLAIN, _EXECUTABLE):
            raise Refused(f"{path!r} is a link or a submodule in {commit.parent}")
    return {path: modes.get(path, _PLAIN) for path in commit.files if path not in gone}


def _refuse_both(path: str, paths: Iterable[str]) -> None:
    folders = {str(folder) for folder in Path(path).parents}
    for other in paths:
        if other in folders:
            raise Refused(f"{other!r} appears as both a file and as a directory")


def refuse_bad_name(ref: str) -> None:
    """Raise UsageError for what git would not take for a full name of a branch, or for an option.

    The rules are those of git-check-ref-format and of ``git branch``.
    """
    name = ref.removeprefix(_BELOW)
    parts = name.split("/")
    is_odd = (
        not ref.startswith(_BELOW)
        or _FORBIDDEN.search(name)
        or any(not p or p.startswith(".") or p.endswith((".", ".lock")) for p in parts)
    )
    if is_odd or name in ("@", "HEAD") or name.startswith("-"):
        raise UsageError(f"{ref!r} is no name of a branch", hint="git help check-ref-format")


def refuse_checked_out(base: BaseRepository, ref: str, in_use: Iterable[str] = ()) -> None:
    """Raise Refused for a branch that a work tree has checked out, is rebasing or bisecting.

    ``in_use`` are branches that git knows to be checked out. Case does not tell two branches apart
    here, for some file systems do not.
    """
    for used in (*in_use, *_heads(base)):
        if used.casefold() == ref.casefold():
            raise Refused(
                f"the branch {used.removeprefix(_BELOW)} is checked out",
                hint="a proposal goes to a branch of its own: name another one",
            )


def refuse_clash(ref: str, others: Iterable[str]) -> None:
    """Raise Refused where a branch ``a/b`` would be beside a branch ``a``, or the other way."""
    for other in others:
        if ref.startswith(f"{other}/") or other.startswith(f"{ref}/"):
            ours, theirs = (name.removeprefix(_BELOW) for name in (ref, other))
            raise Refused(
                f"the branch {ours} cannot be beside the branch {theirs}",
                hint="name another branch",
            )


def moved(ref: str) -> RefMoved:
    """Say that a branch is not where it was expected."""
    return RefMoved(
        f"the branch {ref.removeprefix(_BELOW)} has moved meanwhile", hint="run it again"
    )


def _heads(base: BaseRepository) -> Iterator[str]:
    """The branches that work trees are on, or will go back to, as plain files tell."""
    for git_dir in _git_directories(base):
        for name in _NAMING:
            said = _text(git_dir / name)
            match = _HEAD.fullmatch(said)
            named = match[1] if match else said.strip()
            yield named if named.startswith("refs/") else _BELOW + named
            if match:
                yield from _led_to(base.common_dir, named)


def _git_directories(base: BaseRepository) -> set[Path]:
    """Those of all work trees."""
    found = set((base.common_dir / "worktrees").glob("*"))
    if not base.settings().flag("core.bare"):
        found.add(base.common_dir)
    return found if base.work_tree is None else found | {base.git_dir}


def _led_to(common: Path, ref: str, depth: int = 5) -> Iterator[str]:
    """The refs that a symbolic one leads to."""
    match = _HEAD.fullmatch(_text(common / ref)) if ".." not in ref else None
    if match and depth:
        yield match[1]
        yield from _led_to(common, match[1], depth - 1)


def _text(file: Path) -> str:
    try:
        return os.fsdecode(file.read_bytes())
    except OSError:
        return ""
