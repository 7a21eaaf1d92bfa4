"""What lies in a work tree where files of another commit are to come, and would be lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.protocol import MODE_SUBMODULE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.command import Git
    from sgm_git.git.protocol import TreeEntry

_FEW = 5
_CROOKED = ("", ".", "..", ".git")


def in_the_way(paths: Sequence[str], what: str) -> Refused:
    """Refuse for the sake of files, which are all named; ``what`` is said of them."""
    names = ", ".join(repr(path) for path in paths[:_FEW])
    more = f" and {len(paths) - _FEW} more" if len(paths) > _FEW else ""
    return Refused(
        f"{what}: {names}{more}; nothing was changed",
        words=paths if len(paths) > _FEW else (),
        hint="commit what you need, or move it away, and try again",
    )


def refuse_untracked(
    repository: GitRepository, own: Git, changes: Mapping[str, TreeEntry | None]
) -> None:
    """Raise Refused for untracked files, ignored ones too, where others are to come.

    Git takes those that are ignored for worthless, and writes over them. Raises CannotRun for
    names that lead out of the work tree, or to git's own: no file is looked for there.
    """
    _refuse_crooked(changes)
    there = _in_place_of(repository.need_work_tree(), changes)
    if not there:
        return
    tracked = {os.fsdecode(name) for name in own.read_paths("ls-files", "-z", paths=there)}
    lost = [path for path in there if path not in tracked]
    if repository.settings().flag("core.ignoreCase"):
        lost = _without_respelled(lost, changes)
    if lost:
        raise in_the_way(lost, "not tracked here and changed there")


def _refuse_crooked(changes: Mapping[str, TreeEntry | None]) -> None:
    for path, entry in changes.items():
        if entry is not None and any(part.casefold() in _CROOKED for part in path.split("/")):
            raise CannotRun(
                f"there is a file {path!r}, which git checks out nowhere; nothing was changed",
                hint="a commit made by hand, or by an attacker: see who made it",
            )


def _in_place_of(top: Path, changes: Mapping[str, TreeEntry | None]) -> list[str]:
    """Give all files that are there where others are to come."""
    coming = [path for path, entry in changes.items() if entry and entry.mode != MODE_SUBMODULE]
    return [*dict.fromkeys(each for path in coming for each in _obstacles(top, path))]


def _without_respelled(lost: list[str], changes: Mapping[str, TreeEntry | None]) -> list[str]:
    """Leave out files that go under one spelling of their name and come under another."""
    going = {path.casefold() for path, entry in changes.items() if entry is None}
    return [path for path in lost if path.casefold() not in going]


def _obstacles(top: Path, path: str) -> Iterator[str]:
    """What is there: the file itself, one in place of its folder, or those in a folder there."""
    above = [folder.as_posix() for folder in Path(path).parents][-2::-1]
    for folder in above:
        if _is_file(top / folder):
            yield folder
            return
    if _is_file(top / path):
        yield path
        return
    for folder, folders, names in os.walk(top / path):
        at = Path(folder)
        links = [name for name in folders if (at / name).is_symlink()]
        yield from ((at / name).relative_to(top).as_posix() for name in (*links, *names))


def _is_file(path: Path) -> bool:
    return path.is_symlink() or path.is_file()
