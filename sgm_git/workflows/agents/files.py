"""Reads and writes the files of a work tree that agents read, all of them or none."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.lock import repository_lock
from sgm_git.store.below import Below
from sgm_git.store.files import FileChange, refuse_link
from sgm_git.store.journal import Journal

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository

_LIMIT = 1 << 20  # bytes of a file that an agent reads when it begins
_NOTHING = "nothing was written: mend that and run it again"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written, and what a person is told of what is not.

    ``unable`` says what was asked for and cannot be written: a person has to make room for it.
    """

    changes: tuple[FileChange, ...] = ()
    notes: tuple[str, ...] = ()
    unable: tuple[str, ...] = ()


def top_of(repository: Repository) -> Path:
    """The top of the work tree; raises CannotRun where there is none."""
    if repository.work_tree is None:
        raise CannotRun("a bare repository has no work tree", hint="run it in a clone")
    return repository.work_tree


def read_file(top: Path, path: str) -> bytes | None:
    """Give what a file holds, None where there is none.

    Raises CannotRun for a link, a folder and the like, and for what is far too large.
    """
    refuse_link(top / path, top)
    try:
        with Below(top) as tree:
            if not stat.S_ISREG(tree.look(path).st_mode):
                raise CannotRun(f"{path} is no file", hint="move it away, then run it again")
            return tree.read(path, _LIMIT)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotRun(f"cannot read {path}: {error.strerror}", hint=_NOTHING) from error


def carry_out(repository: Repository, plan: Plan) -> tuple[str, ...]:
    """Write what is planned; give a sentence for each file. Nothing is staged.

    Raises Refused where a file was changed meanwhile, and CannotRun where one cannot be written
    or must not be, with every file as it was.
    """
    if not plan.changes:
        return ()
    top = top_of(repository)
    with repository_lock(repository.common_dir):
        for change in plan.changes:
            if read_file(top, change.path) != change.before:
                raise Refused(f"{change.path} was changed meanwhile", hint="run it again")
            _refuse_read_only(top, change)
        journal = Journal(repository.git_dir / "sgm" / "agents", top, keeps_folders=True)
        try:
            journal.apply(plan.changes)
        except OSError as error:
            message = f"cannot write {_below(error.filename, top)}: {error.strerror}"
            raise CannotRun(message, hint=_NOTHING) from error
        journal.close()
    return tuple(map(_done, plan.changes))


def _below(place: str, top: Path) -> str:
    """The path of a file as people name it: from the top of the work tree, if it is below."""
    path = Path(place)
    return path.relative_to(top).as_posix() if path.is_relative_to(top) else place


def _refuse_read_only(top: Path, change: FileChange) -> None:
    if change.before is None:
        return
    with Below(top) as tree:
        if not tree.look(change.path).st_mode & stat.S_IWUSR:
            raise CannotRun(f"{change.path} is read-only", hint=_NOTHING)


def _done(change: FileChange) -> str:
    if change.after is None:
        return f"removed {change.path}"
    return f"{'wrote' if change.before is None else 'changed'} {change.path}"
