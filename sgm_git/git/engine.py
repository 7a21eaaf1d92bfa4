"""Choose the engine: the installed git where it can be used, the embedded one elsewhere."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sgm_git.errors import CannotRun
from sgm_git.git.cli import init_git, installed_git, open_git

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository

Engine = Literal["auto", "git", "dulwich"]


def open_repository(path: Path | str = ".", engine: Engine = "auto") -> Repository:
    """Open the repository that the folder ``path`` lies in.

    ``GIT_DIR`` is not looked at: what a hook exports must not lead astray. Raises CannotRun if
    there is no repository, it may not be opened (its owner, an extension that is not known), or
    the engine asked for is not there.
    """
    if chosen_engine(engine) == "git":
        return open_git(Path(path))
    from sgm_git.git.embedded import open_embedded  # noqa: PLC0415 - 60 ms that git users save

    return open_embedded(Path(path))


def open_in_hook(engine: Engine = "auto") -> Repository:
    """Open the one around the current directory, where git itself has started the process.

    As ``open_repository`` does, but git is not asked for its version before all else.
    """
    if engine == "auto":
        with suppress(CannotRun):  # which is said better below
            return open_git(Path())
    return open_repository(".", engine)


def init_repository(
    path: Path | str, engine: Engine = "auto", *, branch: str = "main"
) -> Repository:
    """Make a repository with a work tree in the folder ``path``, which is made too; open it."""
    if chosen_engine(engine) == "git":
        return init_git(Path(path), branch)
    from sgm_git.git.embedded import init_embedded  # noqa: PLC0415 - as above

    return init_embedded(Path(path), branch)


def chosen_engine(engine: Engine) -> str:
    """Give ``git`` or ``dulwich``; raises CannotRun if git is asked for and cannot be used."""
    if engine == "dulwich":
        return "dulwich"
    if installed_git():
        return "git"
    if engine == "git":
        raise CannotRun("no git 2.30 or newer is on PATH", hint="install git")
    return "dulwich"
