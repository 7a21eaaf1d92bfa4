"""The texts that were checked, as findings count in them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun
from sgm_git.store.below import Below

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.git.protocol import Repository

    Source = Callable[[str], str]
    """From a path to the text of its file, without byte order mark; empty where nobody knows it."""


def in_work_tree(repository: Repository) -> Source:
    """Give what the files of the work tree hold."""

    def data(path: str) -> bytes | None:
        """The bytes at a path."""
        if repository.work_tree is None:
            return None
        with Below(repository.work_tree) as tree:
            return tree.read(path, STANDARD.document)

    return _text_of(data)


def in_index(repository: Repository) -> Source:
    """Give what is staged."""

    def data(path: str) -> bytes | None:
        """The bytes at a path."""
        oids = [each.oid for each in repository.list_index([path]) if each.path == path]
        return next((b for _, b in repository.read_blobs(oids, STANDARD.document)), None)

    return _text_of(data)


def in_commit(repository: Repository, rev: str) -> Source:
    """Give what a commit holds, branch or tag."""

    def data(path: str) -> bytes | None:
        """The bytes at a path."""
        return repository.read_path(repository.resolve(rev), path, STANDARD.document)

    return _text_of(data)


def _text_of(data: Callable[[str], bytes | None]) -> Source:
    @lru_cache(maxsize=1)  # findings come path by path
    def text(path: str) -> str:
        """The text at a path."""
        try:
            return (data(path) or b"").decode("utf-8-sig")
        except (CannotRun, OSError, UnicodeDecodeError):
            return ""

    return text
