"""Where a repository lies on disk, and what its plain files tell, without any engine."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_UNFINISHED = {
    "rebase-merge": "rebase",
    "rebase-apply/applying": "am",
    "rebase-apply": "rebase",
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "sequencer": "cherry-pick",
    "BISECT_LOG": "bisect",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Absolute directories of a repository; ``work_tree`` is None if it is bare."""

    git_dir: Path
    common_dir: Path
    work_tree: Path | None


_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_BRANCH = re.compile(r"ref:\s+(refs/heads/\S+)\s*")
_HEAD_IN_HOOK = "GITHEAD_"


def find_place(start: Path, environ: Mapping[str, str]) -> Place | None:
    """Find the repository that ``start`` lies in, by git's rules of discovery.

    Looks upward, never into the ceilings and not across file systems unless the environment
    allows it. None if there is none. Raises CannotRun for a ``.git`` file that leads nowhere.
    """
    for folder in _upward(Path(os.path.realpath(start)), environ):
        dot_git = folder / ".git"
        if dot_git.is_file():
            git_dir = _follow(dot_git)
            return Place(git_dir, common_dir(git_dir), folder)
        if is_git_directory(dot_git):
            return Place(dot_git, common_dir(dot_git), folder)
        if is_git_directory(folder):
            return Place(folder, common_dir(folder), None)
    return None


def plain_head(place: Place) -> tuple[str | None, str] | None:
    """Give the branch that HEAD is on (None: detached) and its commit, where plain files say so.

    None where only git can tell: a branch that is unborn, packed, or kept in another way.
    """
    try:
        said = _plain_text(place.git_dir / "HEAD")
        if _OID.fullmatch(said):
            return None, said
        branch = _BRANCH.fullmatch(said)
        if branch is None or ".." in branch[1]:
            return None
        oid = _plain_text(place.common_dir / branch[1])
    except OSError:
        return None
    return (branch[1], oid) if _OID.fullmatch(oid) and oid.strip("0") else None


def _plain_text(file: Path) -> str:
    """The text of a file without the line's end; a link is read as if it were empty.

    It names files: in whatever encoding they have here.
    """
    return "" if file.is_symlink() else os.fsdecode(file.read_bytes()).rstrip()


def is_git_directory(path: Path) -> bool:
    """Whether this is a git directory, of a main or of a linked work tree."""
    if not os.path.lexists(path / "HEAD"):
        return False
    common = common_dir(path)
    return (common / "objects").is_dir() and (common / "refs").is_dir()


def common_dir(git_dir: Path) -> Path:
    """Give the git directory that this one shares with the other work trees."""
    try:
        named = (git_dir / "commondir").read_bytes().rstrip(b"\r\n")
    except OSError:
        return git_dir
    return Path(os.path.realpath(git_dir / os.fsdecode(named)))


def unfinished(git_dir: Path) -> str | None:
    """Name the operation that waits to be ended: ``merge rebase am cherry-pick revert bisect``."""
    return next((what for name, what in _UNFINISHED.items() if (git_dir / name).exists()), None)


def index_path(git_dir: Path, own: Mapping[str, str]) -> Path:
    """Give the index file in use: ``GIT_INDEX_FILE`` where that is this repository's."""
    return Path(own.get("GIT_INDEX_FILE") or git_dir / "index")


def lock_of(target: Path) -> Path:
    """Give the name of git's lock file for a file."""
    return target.with_name(target.name + ".lock")


def named_by(git_dir: Path, *files: str) -> tuple[str, ...]:
    """Give the commits that files of an unfinished operation name, such as ``MERGE_HEAD``."""
    found: list[str] = []
    for name in files:
        with suppress(OSError):
            found += (git_dir / name).read_text("ascii", "replace").split()
    return tuple(oid for oid in found if _OID.fullmatch(oid))


def named_to_hook(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Give the commits that git says it is merging to a hook of its own.

    ``git merge`` writes ``MERGE_HEAD`` only after ``pre-merge-commit`` has run.
    """
    names = (name.removeprefix(_HEAD_IN_HOOK) for name in environ if name.startswith(_HEAD_IN_HOOK))
    return tuple(name for name in names if _OID.fullmatch(name))


def prepared_messages(git_dir: Path) -> str:
    """Give the messages that git has prepared for the next commit, empty if there is none."""
    found = []
    for name in ("MERGE_MSG", "SQUASH_MSG"):
        with suppress(OSError):
            found.append((git_dir / name).read_bytes().decode("utf-8", "replace"))
    return "\n".join(found)


def shallow_border(common_dir: Path) -> frozenset[str]:
    """Give the commits whose parents are cut off; they seem to add all that they hold."""
    try:
        return frozenset((common_dir / "shallow").read_text("ascii", "replace").split())
    except OSError:
        return frozenset()


def executable_hooks(folder: Path, names: tuple[str, ...]) -> dict[str, Path]:
    """Give those hooks of the folder that git would run, by name."""
    return {name: folder / name for name in names if _is_executable(folder / name)}


def _is_executable(path: Path) -> bool:
    return path.is_file() and (os.name == "nt" or os.access(path, os.X_OK))


def _upward(start: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    """The folder and its parents, as far as discovery may go."""
    ceilings = {
        os.path.realpath(name)
        for name in environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
        if Path(name).is_absolute()
    }
    across = environ.get("GIT_DISCOVERY_ACROSS_FILESYSTEM", "").lower() in {"1", "true", "yes"}
    device = _device(start)
    for folder in (start, *start.parents):
        outside = str(folder) in ceilings or (not across and _device(folder) != device)
        if folder != start and outside:
            return
        yield folder


def _device(folder: Path) -> int:
    try:
        return folder.stat().st_dev
    except OSError as error:
        raise CannotRun(f"cannot look into {folder}: {error.strerror}") from error


def _follow(dot_git: Path) -> Path:
    """Give the git directory that a ``.git`` file of a linked work tree or submodule names."""
    content = dot_git.read_bytes()
    if not content.startswith(b"gitdir: "):
        raise CannotRun(f"{dot_git} is not a git file: it does not begin with `gitdir: `")
    named = content.removeprefix(b"gitdir: ").rstrip(b"\r\n")
    git_dir = Path(os.path.realpath(dot_git.parent / os.fsdecode(named)))
    if not is_git_directory(git_dir):
        raise CannotRun(f"{dot_git} leads to {git_dir}, which is no git directory")
    return git_dir
