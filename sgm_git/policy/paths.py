"""Which files are records, and of which root (DESIGN section 4)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from operator import itemgetter
from posixpath import commonpath
from typing import TYPE_CHECKING

from sgm_git.policy.globs import compiled, fixed_part, matches
from sgm_git.policy.layout import is_numbered, render_path
from sgm_git.policy.names import is_administrative

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.policy.config import RootConfig
    from sgm_git.record.value import JsonObject, JsonValue

_RESERVED = ("index.md", "log.md")
_OUTSIDE = frozenset(("..", ".", ""))  # a foreign tree can hold entries of such names
_VISIBLE = "record-"
_CAPTURE = re.compile(r"\{([1-9])\}")


@dataclass(frozen=True, slots=True)
class Root:
    """One folder of records: ``path`` from the top of the repository, and what is configured.

    ``scope`` is what new records get, with what the pattern's wildcards matched filled in;
    ``ignore`` are the patterns of what is no record.
    """

    path: str
    config: RootConfig
    scope: JsonObject
    ignore: tuple[str, ...] = ()

    def below(self, path: str) -> str:
        """A path of the repository as seen from this root."""
        return path.removeprefix(f"{self.path}/") if self.path else path

    def is_record(self, path: str) -> bool:
        """Whether a file of the root is a record: not reserved, hidden or ignored, nor git's."""
        below = self.below(path)
        if below.rpartition("/")[2] in _RESERVED or is_administrative(path):
            return False
        odd = any(not part or part.startswith(".") for part in below.split("/"))
        return not odd and not any(matches(pattern, below) for pattern in self.ignore)

    def place(self, record: JsonObject) -> str | None:
        """The path, from the top of the repository, that the layout gives a record.

        A name that is ignored would hide the record: it gets ``record-`` in front. None where the
        root ignores that too.
        """
        return next(filter(self.is_record, self._places(record)), None)

    def is_in_place(self, path: str, record: JsonObject) -> bool:
        """Whether a record of this root lies where the layout puts it, or has no better place."""
        if path == self._places(record)[0]:
            return True
        wanted = self.place(record)
        return wanted is None or is_numbered(path, wanted)

    def _places(self, record: JsonObject) -> tuple[str, str]:
        folder, _, name = render_path(self.config.layout, record).rpartition("/")
        start = "".join(f"{part}/" for part in (self.path, folder) if part)
        return f"{start}{name}", f"{start}{_VISIBLE}{name}"


@dataclass(frozen=True, slots=True)
class Roots:
    """The configured roots, first match first, and the patterns of what is no record.

    What is no record by these, but by the ``former`` ones, is one still.
    """

    configured: tuple[RootConfig, ...]
    ignore: tuple[str, ...]
    former: Roots | None = None

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Folders that hold all roots; an empty one is the whole repository."""
        fixed = {fixed_part(_plain(root.path)) for root in self.configured}
        fixed |= set(self.former.prefixes) if self.former else set()
        return ("",) if "" in fixed else tuple(sorted(fixed))

    @property
    def digest(self) -> str:
        """Hex digits that are the same for the same roots, and for no others."""
        told = repr((self.configured, self.ignore, *([self.former] if self.former else [])))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()

    def root_of(self, path: str) -> Root | None:
        """The root that a file is a record of; None where it is none."""
        if not path.endswith(".md") or not _OUTSIDE.isdisjoint(path.split("/")):
            return None
        for config in self.configured:
            root = _match(config, path, self.ignore)
            if root is not None and root.is_record(path):
                return root
            if root is not None:
                break
        return self.former.root_of(path) if self.former else None

    def nearest(self, home: str) -> Root | None:
        """The root for a new record of somebody who stands in the folder ``home``.

        Of all roots that the folder or its parents lead to the one that shares most of its path,
        else the first that needs no folder; None where there is only a pattern to choose from.
        """
        folders = home.split("/") if home else []
        reaching = (_reach(config, folders, self.ignore) for config in self.configured)
        reached = [root for root in reaching if root is not None]
        shared = [len(commonpath((home, root.path))) if home else 0 for root in reached]
        return max(zip(shared, reached, strict=True), key=itemgetter(0))[1] if reached else None


def _plain(path: str) -> str:
    return "" if path in (".", "./", "") else path.removeprefix("./").strip("/")


def _match(config: RootConfig, path: str, ignore: tuple[str, ...]) -> Root | None:
    """The root of this configuration that a path lies in: the shortest folder that matches."""
    pattern = _plain(config.path)
    if not pattern:
        return Root("", config, config.scope, ignore)
    parts = path.split("/")
    for length in range(1, len(parts)):
        folder = "/".join(parts[:length])
        match = compiled(pattern).fullmatch(folder)
        if match is not None:
            return Root(folder, config, _filled_object(config.scope, match.groups()), ignore)
    return None


def _reach(config: RootConfig, folders: Sequence[str], ignore: tuple[str, ...]) -> Root | None:
    """The root of a pattern whose wildcards the first folders fill; its other parts are plain."""
    parts = _plain(config.path).split("/")
    wild = [number for number, part in enumerate(parts) if fixed_part(part) != part]
    given = wild[-1] + 1 if wild else 0
    if len(folders) < given or "**" in parts:
        return None
    return _match(config, "/".join([*folders[:given], *parts[given:], "record.md"]), ignore)


def _filled_object(scope: JsonObject, captured: Sequence[str]) -> JsonObject:
    return {name: _filled(value, captured) for name, value in scope.items()}


def _filled(value: JsonValue, captured: Sequence[str]) -> JsonValue:
    if isinstance(value, str):
        return _CAPTURE.sub(lambda match: _captured(match, captured), value)
    if isinstance(value, dict):
        return _filled_object(value, captured)
    return [_filled(item, captured) for item in value] if isinstance(value, list) else value


def _captured(match: re.Match[str], captured: Sequence[str]) -> str:
    index = int(match[1]) - 1
    return captured[index].strip("/") if index < len(captured) else match[0]
