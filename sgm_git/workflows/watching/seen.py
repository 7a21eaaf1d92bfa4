"""Remembers what lay at each path, so that only what is another by now counts as changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.workflows.watching.settling import Look

_NEVER = object()


class Seen:
    """The content that was seen at each path that was looked at; the last one counts."""

    def __init__(self) -> None:
        self._contents: dict[str, object] = {}

    def keep(self, looks: Iterable[tuple[str, Look | None]]) -> Iterator[tuple[str, Look | None]]:
        """Pass looks on, and remember them."""
        for path, look in looks:
            self._contents[path] = _content(look)
            yield path, look

    def changed(self, looks: Iterable[tuple[str, Look | None]]) -> list[str]:
        """Give the paths that were never looked at, or at which something else lies now."""
        known = self._contents
        return [path for path, look in looks if known.get(path, _NEVER) != _content(look)]


def _content(look: Look | None) -> object:
    return None if look is None else (look.size, look.blob)
