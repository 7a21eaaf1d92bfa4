"""Which files are records, and of which root (DESIGN section 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter
from posixpath import commonpath
from typing import TYPE_CHECKING

from sgm_git.policy.globs import compiled, fixed_part, matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.policy.config import RootConfig
    from sgm_git.record.value import JsonObject, JsonValue

_RESERVED = ("index.md", "log.md")
_CAPTURE = re.compile(r"\{([1-9])\}")


@dataclass(frozen=True, slots=True)
class Root:
    """One folder of records: ``path`` from the top of the repository, and what is configured.

    ``scope`` is what new records get, with what the pattern's wildcards matched filled in.
    """

    path: str
    config: RootConfig
    scope: JsonObject

    def below(self, path: str) -> str:
        """A path of the repository as seen from this root."""
        return path.removeprefix(f"{self.path}/") if self.path else path


@dataclass(frozen=True, slots=True)
class Roots:
    """The configured roots, first match first, and the patterns of what is no record."""

    configured: tuple[RootConfig, ...]
    ignore: tuple[str, ...]

    @property
    def prefixes(self) -> tuple[str, ...]:
        """Folders that hold all roots; an empty one is the whole repository."""
        fixed = {fixed_part(_plain(root.path)) for root in self.configured}
        return ("",) if "" in fixed else tuple(sorted(fixed))

    def root_of(self, path: str) -> Root | None:
        """The root that a file is a record of; None where it is none."""
        if not path.endswith(".md") or path.rpartition("/")[2] in _RESERVED:
            return None
        for config in self.configured:
            root = _match(config, path)
            if root is not None:
                return root if self._is_record(root, path) else None
        return None

    def nearest(self, home: str) -> Root | None:
        """The root for a new record of somebody who stands in the folder ``home``.

        Of all roots that the folder or its parents lead to the one that shares most of its path,
        else the first that needs no folder; None where there is only a pattern to choose from.
        """
        folders = home.split("/") if home else []
        reached = [root for config in self.configured if (root := _reach(config, folders))]
        shared = [len(commonpath((home, root.path))) if home else 0 for root in reached]
        return max(zip(shared, reached, strict=True), key=itemgetter(0))[1] if reached else None

    def _is_record(self, root: Root, path: str) -> bool:
        below = root.below(path)
        odd = any(not part or part.startswith(".") for part in below.split("/"))
        return not odd and not any(matches(pattern, below) for pattern in self.ignore)


def _plain(path: str) -> str:
    return "" if path in (".", "./", "") else path.removeprefix("./").strip("/")


def _match(config: RootConfig, path: str) -> Root | None:
    """The root of this configuration that a path lies in: the shortest folder that matches."""
    pattern = _plain(config.path)
    if not pattern:
        return Root("", config, config.scope)
    parts = path.split("/")
    for length in range(1, len(parts)):
        folder = "/".join(parts[:length])
        match = compiled(pattern).fullmatch(folder)
        if match is not None:
            return Root(folder, config, _filled_object(config.scope, match.groups()))
    return None


def _reach(config: RootConfig, folders: Sequence[str]) -> Root | None:
    """The root of a pattern whose wildcards the first folders fill; its other parts are plain."""
    parts = _plain(config.path).split("/")
    wild = [number for number, part in enumerate(parts) if fixed_part(part) != part]
    given = wild[-1] + 1 if wild else 0
    if len(folders) < given or "**" in parts:
        return None
    return _match(config, "/".join([*folders[:given], *parts[given:], "record.md"]))


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
