"""Paths as they are typed, and as the store names them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.git.protocol import Repository


def below_top(repository: Repository, paths: Iterable[str]) -> list[str]:
    """Give paths, typed from the current directory, relative to the top of the work tree.

    In a bare repository they count from its top as they are. Raises UsageError for a path
    outside.
    """
    top = repository.work_tree
    if top is None:
        return [Path(path).as_posix() for path in paths]
    return [_below(top, path) for path in paths]


def home_of(repository: Repository) -> str:
    """Where we stand, relative to the top of the work tree: it chooses the root of a new record."""
    (home,) = below_top(repository, ["."])
    return "" if home == "." else home


def _below(top: Path, path: str) -> str:
    place = os.path.relpath(Path.cwd() / path, top)
    if place == os.pardir or place.startswith(os.pardir + os.sep):
        raise UsageError(f"{path} lies outside the repository", hint=f"its top is {top}")
    return Path(place).as_posix()


def top_of(repository: Repository) -> Path:
    """The top of the work tree; raises CannotRun in a bare repository."""
    if repository.work_tree is None:
        raise CannotRun("a bare repository has no work tree", hint="use a clone of it")
    return repository.work_tree
