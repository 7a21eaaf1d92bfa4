"""From a link as typed to a file of the same import; nothing outside of it is ever looked at."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|\?")
_FILE_NUMBER = re.compile(r"(?:adr|decision)?[-_ ]*0*(\d{1,9})(?!\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Catalogue:
    """The documents of one import: the id of each by its path below the source folder."""

    ids: Mapping[str, str]

    def find(self, target: str, source_path: str) -> str | None:
        """Give the path of the document that a link in ``source_path`` leads to, or ``None``.

        A target that begins with a slash is looked for from the top, then from each folder on
        the way down to the source, because the top of a bundle may be any of them.
        """
        if leads_elsewhere(target) or "\\" in target:
            return None
        path = unquote(re.split(r"[?#]", target, maxsplit=1)[0])
        above = _folders(source_path) if path[:1] == "/" else (posixpath.dirname(source_path),)
        for folder in above:
            candidate = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
            if candidate in self.ids:
                return candidate
        return None

    def numbered(self, number: int, source_path: str) -> str | None:
        """Give the one document whose file name begins with the number; the same folder first."""
        folder = posixpath.dirname(source_path)
        same = self._by_number.get(number, [])
        chosen = [path for path in same if posixpath.dirname(path) == folder] or same
        return chosen[0] if len(chosen) == 1 else None

    def linked_ids(self, targets: Iterable[str], source_path: str) -> list[str]:
        """Give the ids that link targets in a document lead to, each once, without its own."""
        paths = (self.find(target, source_path) for target in targets)
        found = dict.fromkeys(self.ids[path] for path in paths if path is not None)
        found.pop(self.ids[source_path], None)
        return list(found)

    @cached_property
    def _by_number(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for path in self.ids:
            number = file_number(path)
            if number is not None:
                found.setdefault(number, []).append(path)
        return found


def leads_elsewhere(target: str) -> bool:
    """Whether a link target is a URL or a place in its own document."""
    return _ELSEWHERE.match(target) is not None


def file_number(path: str) -> int | None:
    """Give the number that a file name begins with (``0012-title.md``, ``adr-12.md``), if any."""
    match = _FILE_NUMBER.match(posixpath.basename(path))
    return int(match[1]) if match else None


def _folders(source_path: str) -> Iterator[str]:
    """The folders from the top of the source down to that of the file."""
    yield ""
    for match in re.finditer("/", source_path):
        yield source_path[: match.start()]
