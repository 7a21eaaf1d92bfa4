"""Looks at files of the work tree, and at what git is doing there."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.paths import Roots
from sgm_git.resources import schema_texts
from sgm_git.store.below import Below, OversizeError
from sgm_git.store.scan import read_file, root_of_place
from sgm_git.workflows.watching.names import is_passing
from sgm_git.workflows.watching.settling import Look

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records

_CONFIG = ".sgm/"
_TRUST = (".mailmap", ".gitattributes")


class Looker:
    """The files of one work tree; ``records`` say what is a record of which root."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self._top = records.top()

    def concerns(self, path: str) -> bool:
        """Whether a path is one that is watched: a record's, or that of a trust file."""
        if is_trust(path):
            return True
        return not is_passing(path) and self.is_record(path)

    def is_record(self, path: str) -> bool:
        """Whether what lies at a path is a record, or would be one."""
        return root_of_place(self.records.settings.either, path, is_link=False) is not None

    def looks(self, paths: Iterable[str]) -> Iterator[tuple[str, Look | None]]:
        """Give what lies at each path; None for nothing, and for what is no file."""
        with Below(self._top) as tree:
            for path in paths:
                yield path, self._look(tree, path)

    def _look(self, tree: Below, path: str) -> Look | None:
        try:
            seen = tree.look(path)
            return Look(
                seen.st_size, seen.st_mtime_ns, seen.st_ino, self._content(tree, path, seen)
            )
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            return Look(0, 0, 0, f"unreadable: {error.errno}")

    def _content(self, tree: Below, path: str, seen: os.stat_result) -> str:
        if stat.S_ISLNK(seen.st_mode):
            return self._blob(tree.target(path))
        try:
            return self._blob(tree.read(path, STANDARD.document))
        except OversizeError:
            return "large"

    def _blob(self, data: bytes) -> str:
        """The blob of exactly these bytes, whatever git makes of line ends."""
        return self.records.repository.blob_id(data)

    def entries(self, looked: Iterable[tuple[str, Look | None]]) -> dict[str, Entry | None]:
        """Read records that were looked at: those that are so still, by path.

        None: there is nothing, or nothing that git would take.
        """
        wanted = dict(looked)
        listed = self.records.repository.list_files(tuple(wanted)) if wanted else []
        there = frozenset(listed)
        found: dict[str, Entry | None] = {}
        with Below(self._top) as tree:
            for path, look in wanted.items():
                entry = self._entry(tree, path) if path in there else None
                if self._look(tree, path) == look:  # what was read is what had settled
                    found[path] = entry
        return found

    def _entry(self, tree: Below, path: str) -> Entry | None:
        root = root_of_place(self.records.settings.either, path, is_link=False)
        return None if root is None else read_file(self.records.repository, tree, root, path)

    def differing(self) -> list[str]:
        """The records of the work tree that may differ from HEAD; raises CannotRun."""
        repository, prefixes = self.records.repository, self.records.settings.either.prefixes
        changed = repository.changed_paths(prefixes)
        if changed is None:
            changed = repository.list_files(prefixes)
        return [path for path in changed if self.is_record(path)]


def is_trust(path: str) -> bool:
    """Whether a file says whom and what to believe: a person commits it by hand."""
    return path.startswith(_CONFIG) or path.rpartition("/")[2] in _TRUST


def is_place_committed(records: Records, path: str) -> bool:
    """Whether HEAD's configuration has a root for a path, and not the work tree's alone.

    Raises CannotRun where git cannot tell.
    """
    head = records.repository.head().oid
    committed = None if head is None else records.repository.read_path(head, CONFIG_PATH)
    if head is None or committed == records.settings.written:
        return True
    try:
        config, _ = parse_config(committed, schema_texts())
    except CannotRun:
        return False
    roots = Roots(config.roots, config.store.ignore)
    return root_of_place(roots, path, is_link=False) is not None


def is_git_at_work(records: Records) -> str | None:
    """What git has under way that may touch any file, None for nothing."""
    repository = records.repository
    unfinished = repository.unfinished()
    if unfinished is not None:
        return unfinished
    return "git" if (repository.git_dir / "index.lock").exists() else None
