"""How content is stored, told from the attributes that files of git's and the index say."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.config import get_xdg_config_home_path

from sgm_git.git.attributes import parse, resolve
from sgm_git.git.convert import Converter
from sgm_git.git.prefixes import parents

if TYPE_CHECKING:
    from dulwich.repo import Repo

    from sgm_git.git.attributes import Rule
    from sgm_git.git.embedded_index import Index
    from sgm_git.git.eol import AttributeValue
    from sgm_git.git.settings import Settings

_NAME = ".gitattributes"
_SYSTEM = Path("/etc/gitattributes")
_TRUE = {"1", "true", "yes", "on"}


def converter(repo: Repo, settings: Settings, index: Index) -> Converter:
    """Give the conversion by the attributes of system, user, work tree and repository."""
    personal = _personal(repo, settings)
    own = _plain(Path(repo.commondir(), "info", "attributes"))

    @cache
    def of_folder(folder: str) -> list[Rule]:
        """Give the rules that stand in a folder of the work tree or else of the index."""
        path = f"{folder}/{_NAME}" if folder else _NAME
        data = None if repo.bare else _in_work_tree(Path(repo.path, path))
        if data is None:
            data = _stored(repo, index, path) or b""
        return parse(data, os.fsencode(folder), macros=not folder)

    def attributes(path: str) -> dict[bytes, AttributeValue]:
        """Give those of a path."""
        folders = ["", *reversed([*parents(path)])]
        sources = [*personal, *map(of_folder, folders), own]
        return resolve(os.fsencode(path), sources)

    return Converter(lambda: settings, attributes, lambda path: _stored(repo, index, path))


def _personal(repo: Repo, settings: Settings) -> list[list[Rule]]:
    """Give the rules of this system and of this user."""
    default = Path(get_xdg_config_home_path("git", "attributes"))
    user = settings.path("core.attributesFile", Path(repo.path)) or default
    silent = os.environ.get("GIT_ATTR_NOSYSTEM", "").lower() in _TRUE
    return [[] if silent or sys.platform == "win32" else _plain(_SYSTEM), _plain(user)]


def _plain(file: Path) -> list[Rule]:
    with suppress(OSError):
        return parse(file.read_bytes())
    return []


def _in_work_tree(file: Path) -> bytes | None:
    """Read a file of the work tree; a link is none, as for git."""
    with suppress(OSError):
        if not file.is_symlink():
            return file.read_bytes()
    return None


def _stored(repo: Repo, index: Index, path: str) -> bytes | None:
    """Give the path's blob in the index, in a conflict our side; None if it is not here."""
    entry = index.ours(path)
    if entry is None:
        return None
    try:
        return repo.object_store.get_raw(entry.sha)[1]
    except KeyError:
        return None
