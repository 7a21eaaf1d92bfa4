"""The repository that a server stands on: the first one that it finds, and no other after it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, SgmError
from sgm_git.git.place import is_git_directory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.git.protocol import Repository

_TO_BEGIN = "a person makes a memory there by sgm init, or has sgm -C DIR mcp serve another folder"
_TO_GO_ON = "a person looks where it went, and starts sgm mcp again"


@dataclass(frozen=True, slots=True)
class _Found:
    """A repository, and the folder, relative to its top, that the server was started in."""

    top: Path
    git_dir: Path
    home: str


class Ground:
    """Opens the store for each call, in the repository that the folder ``start`` lies in.

    That may come to be later. Once it is found it stays the one: neither a repository around it
    nor another one at its place is taken for it when it is gone. ``home_of`` tells of a repository
    where ``start`` lies in it.
    """

    def __init__(
        self,
        start: Path,
        open_at: Callable[[Path], Store],
        home_of: Callable[[Repository], str],
    ) -> None:
        self._start = start
        self._open_at = open_at
        self._home_of = home_of
        self._found: _Found | None = None

    @property
    def home(self) -> str:
        """Where the server was started, relative to the top; empty while there is none."""
        if self._found is None:
            with suppress(SgmError):  # which each call says by itself
                self._first()
        return "" if self._found is None else self._found.home

    def store(self) -> Store:
        """Open the store; raises CannotRun where there is none, or no longer the same."""
        if self._found is None:
            return self._first()
        self.look()
        store = self._opened(self._found.top, _TO_GO_ON)
        if store.repository.git_dir != self._found.git_dir:
            raise self._gone()
        return store

    def look(self) -> None:
        """Raise CannotRun if the repository is not where it was."""
        found = self._found
        if found is not None and not (found.top.is_dir() and is_git_directory(found.git_dir)):
            raise self._gone()

    def _first(self) -> Store:
        store = self._opened(self._start, _TO_BEGIN)
        repository = store.repository
        top = repository.work_tree or repository.git_dir
        self._found = _Found(top, repository.git_dir, self._home_of(repository))
        return store

    def _opened(self, place: Path, hint: str) -> Store:
        try:
            return self._open_at(place)
        except CannotRun as error:
            said = f"no memory in {place}: {error.message}"
            raise CannotRun(said, hint=error.hint or hint) from error
        except OSError as error:
            raise CannotRun(f"no memory in {place}: {error.strerror}", hint=hint) from error

    def _gone(self) -> CannotRun:
        place = "" if self._found is None else self._found.top
        return CannotRun(f"the repository is gone from {place}", hint=_TO_GO_ON)
