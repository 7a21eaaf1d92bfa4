"""How content is stored, told from the attributes that dulwich finds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.attrs import GitAttributes, parse_gitattributes_file
from dulwich.config import get_xdg_config_home_path

from sgm_git.git.convert import Converter

if TYPE_CHECKING:
    from dulwich.attrs import AttributeValue
    from dulwich.repo import Repo

    from sgm_git.git.embedded_index import Index
    from sgm_git.git.settings import Settings


def converter(repo: Repo, settings: Settings, index: Index) -> Converter:
    """Give the conversion by the attributes of this user and of this repository."""
    default = Path(get_xdg_config_home_path("git", "attributes"))
    file = settings.path("core.attributesFile", Path(repo.path)) or default
    try:
        personal = GitAttributes(parse_gitattributes_file(str(file)))
    except OSError:
        personal = GitAttributes()
    shared = repo.get_gitattributes()

    def attributes(path: str) -> dict[bytes, AttributeValue]:
        """Give those of a path."""
        name = os.fsencode(path).replace(b"\n", b"\x01")  # patterns stop at newlines, git's do not
        found = personal.match_path(name) | shared.match_path(name)
        if found.get(b"binary") is True:  # git's one built-in macro: -diff -merge -text
            found.setdefault(b"text", False)
        return found

    return Converter(lambda: settings, attributes, lambda path: _stored(repo, index, path))


def _stored(repo: Repo, index: Index, path: str) -> bytes | None:
    entry = index.ours(path)
    if entry is None:
        return None
    try:
        return repo.object_store.get_raw(entry.sha)[1]
    except KeyError:
        return None
