"""Where hooks are to be put so that git runs them, and those of no other repository with them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository

_SETTING = "core.hooksPath"


def hooks_folder(repository: Repository) -> Path:
    """The folder for the hooks of a repository, which need not be there yet.

    Raises CannotRun where hooks in it would be run for other repositories too, or where it is
    none of the repository's own: what a link leads to is somebody else's.
    """
    folder = Path(os.path.abspath(repository.hooks_folder()))  # noqa: PTH100 - links are to be seen
    if not _is_own(folder, repository) and not repository.config_values(_SETTING):
        raise CannotRun(
            f"git looks for hooks in {folder}, which is not of this repository alone",
            hint=f"git config {_SETTING} .git/hooks, or let the hooks there start "
            '`sgm hooks run NAME "$@"`',
        )
    _refuse_links(folder, repository)
    if folder.exists() and not folder.is_dir():
        raise CannotRun(
            f"git looks for hooks in {folder}, which is no folder",
            hint=f"git config --unset {_SETTING}",
        )
    return folder


def shown(path: Path, repository: Repository) -> str:
    """A path as a person here reads it: from the top of the work tree where it lies below that."""
    top = repository.work_tree
    return path.relative_to(top).as_posix() if top and path.is_relative_to(top) else str(path)


def is_in_work_tree(folder: Path, repository: Repository) -> bool:
    """Whether a folder lies among what people edit and commit."""
    top = repository.work_tree
    return (
        top is not None
        and folder.is_relative_to(top)
        and not folder.is_relative_to(repository.common_dir)
    )


def _is_own(folder: Path, repository: Repository) -> bool:
    tops = (repository.common_dir, repository.git_dir, repository.work_tree)
    return any(top is not None and folder.is_relative_to(top) for top in tops)


def _refuse_links(folder: Path, repository: Repository) -> None:
    tops = {repository.common_dir, repository.git_dir, repository.work_tree}
    for place in (folder, *folder.parents):
        if place in tops:
            return
        if place.is_symlink():
            raise CannotRun(
                f"git looks for hooks in {folder}, and {place.name} there is a link",
                hint=f"hooks are not written through links: git config {_SETTING} FOLDER",
            )
        if not _is_own(place, repository):
            return
