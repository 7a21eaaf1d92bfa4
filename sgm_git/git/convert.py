"""What of a file's content becomes its blob: line ends, and what only git itself can convert.

Reading must not run a program that a repository names. So where a filter, an encoding or keywords
stand between a file and its blob, a reader takes the file as it is, and only a writer refuses.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.eol import conversion, to_blob

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sgm_git.git.eol import AttributeValue
    from sgm_git.git.settings import Settings

    Attributes = Mapping[bytes, AttributeValue]

NAMES = ("text", "crlf", "eol", "filter", "ident", "working-tree-encoding")
"""The attributes that say how content is stored."""


@dataclass(frozen=True)
class Converter:
    """Turns content into what ``git add`` would store for a path.

    ``read_settings`` is asked once and only if needed, ``attributes`` gives those of a path, an
    unspecified one left out, ``stored`` the path's blob in the index, None if there is none.
    """

    read_settings: Callable[[], Settings]
    attributes: Callable[[str], Attributes]
    stored: Callable[[str], bytes | None]

    @cached_property
    def settings(self) -> Settings:
        """Git's configuration, as it was when it was first needed."""
        return self.read_settings()

    @property
    def trusts_mode(self) -> bool:
        """Whether the file system knows what is executable (``core.fileMode``)."""
        return self.settings.flag("core.fileMode", default=True)

    def seen(self, data: bytes, path: str) -> bytes:
        """Give the content as it would be stored, or as it is where only git can tell."""
        if b"\r\n" not in data:
            return data
        attributes = self.attributes(path)
        return data if self._foreign(attributes, data) else self._converted(attributes, data, path)

    def to_blob(self, data: bytes, path: str) -> bytes:
        """Give the content as it is stored; raises CannotRun where only git can tell."""
        attributes = self.attributes(path)
        reason = self._foreign(attributes, data)
        if reason:
            raise CannotRun(f"{path!r} {reason}", hint="install git: it applies every filter")
        return self._converted(attributes, data, path)

    def _converted(self, attributes: Attributes, data: bytes, path: str) -> bytes:
        how = conversion(attributes, lambda: self.settings.get("core.autocrlf"))
        return to_blob(data, how, lambda: self.stored(path))

    def _foreign(self, attributes: Attributes, data: bytes) -> str | None:
        """Say what stands between the content and its blob besides line ends."""
        driver = attributes.get(b"filter")
        if isinstance(driver, bytes):
            name = os.fsdecode(driver)
            if any(self.settings.get(f"filter.{name}.{kind}") for kind in ("clean", "process")):
                return f"goes through the filter {name!r}"
        encoding = attributes.get(b"working-tree-encoding")
        if isinstance(encoding, bytes) and encoding.lower() not in {b"utf-8", b"utf8"}:
            return "has a working-tree-encoding"
        if attributes.get(b"ident") is True and b"$Id" in data:
            return "has keywords that git expands (ident)"
        return None
