"""What git would store for a file of the work tree: its attributes and line ends."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.attrs import GitAttributes, parse_gitattributes_file
from dulwich.config import get_xdg_config_home_path

from sgm_git.errors import CannotRun
from sgm_git.git.eol import conversion, to_blob

if TYPE_CHECKING:
    from dulwich.attrs import AttributeValue
    from dulwich.repo import Repo

    from sgm_git.git.embedded_index import Index
    from sgm_git.git.settings import Settings

_INSTALL = "install git: it applies every filter"


@dataclass(frozen=True)
class Converter:
    """Turns content into what ``git add`` would store for a path."""

    repo: Repo
    settings: Settings
    index: Index
    personal: GitAttributes
    shared: GitAttributes

    @classmethod
    def of(cls, repo: Repo, settings: Settings, index: Index) -> Converter:
        """Read the attributes of this user and of this repository."""
        default = Path(get_xdg_config_home_path("git", "attributes"))
        file = settings.path("core.attributesFile", Path(repo.path)) or default
        try:
            personal = GitAttributes(parse_gitattributes_file(str(file)))
        except OSError:
            personal = GitAttributes()
        return cls(repo, settings, index, personal, repo.get_gitattributes())

    @property
    def object_format(self) -> str:
        """``sha1`` or ``sha256``."""
        return self.repo.object_format.name

    @property
    def trusts_mode(self) -> bool:
        """Whether the file system knows what is executable (``core.fileMode``)."""
        return self.settings.flag("core.fileMode", default=True)

    def to_blob(self, data: bytes, path: str) -> bytes:
        """Give the content as it is stored.

        Raises CannotRun where a filter program, an encoding or keywords would change it: these
        only git can apply.
        """
        attributes = self._attributes(os.fsencode(path))
        self._refuse(attributes, data, path)
        how = conversion(attributes, self.settings.get("core.autocrlf"))
        return to_blob(data, how, lambda: self._stored(path))

    def _attributes(self, name: bytes) -> dict[bytes, AttributeValue]:
        name = name.replace(b"\n", b"\x01")  # its patterns stop at newlines, git's do not
        found = self.personal.match_path(name) | self.shared.match_path(name)
        if found.get(b"binary") is True:  # git's one built-in macro: -diff -merge -text
            found.setdefault(b"text", False)
        return found

    def _refuse(self, attributes: dict[bytes, AttributeValue], data: bytes, path: str) -> None:
        driver = attributes.get(b"filter")
        if isinstance(driver, bytes):
            name = os.fsdecode(driver)
            if any(self.settings.get(f"filter.{name}.{kind}") for kind in ("clean", "process")):
                raise CannotRun(f"{path!r} goes through the filter {name!r}", hint=_INSTALL)
        encoding = attributes.get(b"working-tree-encoding")
        if isinstance(encoding, bytes) and encoding.lower() not in {b"utf-8", b"utf8"}:
            raise CannotRun(f"{path!r} has a working-tree-encoding", hint=_INSTALL)
        if attributes.get(b"ident") is True and b"$Id" in data:
            raise CannotRun(f"{path!r} has keywords that git expands (ident)", hint=_INSTALL)

    def _stored(self, path: str) -> bytes | None:
        entry = self.index.staged(path)
        if entry is None:
            return None
        try:
            return self.repo.object_store.get_raw(entry.sha)[1]
        except KeyError:
            return None
