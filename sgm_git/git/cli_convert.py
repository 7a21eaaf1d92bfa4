"""How content is stored, told from the attributes that the git command names."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.cli_blobs import read_blobs
from sgm_git.git.cli_index import entries_of, nul_list
from sgm_git.git.cli_refs import settings
from sgm_git.git.command import split_nul
from sgm_git.git.convert import NAMES, Converter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.command import Git
    from sgm_git.git.convert import Attributes
    from sgm_git.git.eol import AttributeValue

_OURS = (0, 2)
_WORDS: dict[bytes, AttributeValue] = {b"set": True, b"unset": False}
_UNSPECIFIED = b"unspecified"
_TEXT_BYTES = 64 * 1024 * 1024  # what was stored larger than this counts as binary


def converter(git: Git, paths: Sequence[str]) -> Converter:
    """Give the conversion of these paths; git is asked once for all, and only if need be."""

    @cache
    def attributes() -> dict[str, dict[bytes, AttributeValue]]:
        """Give the attributes of all paths."""
        return _attributes(git, paths)

    def of(path: str) -> Attributes:
        """Give those of one."""
        return attributes().get(path, {})

    return Converter(lambda: settings(git), of, lambda path: _stored(git, path))


def _attributes(git: Git, paths: Sequence[str]) -> dict[str, dict[bytes, AttributeValue]]:
    found: dict[str, dict[bytes, AttributeValue]] = {}
    said = git.read("check-attr", "-z", "--stdin", *NAMES, stdin=nul_list(paths))
    answers = iter(split_nul(said))
    for path, name, value in zip(answers, answers, answers, strict=True):
        if value != _UNSPECIFIED:
            found.setdefault(os.fsdecode(path), {})[name] = _WORDS.get(value, value)
    return found


def _stored(git: Git, path: str) -> bytes | None:
    """Give the path's blob in the index, in a conflict our side; None if it is not here."""
    ours = [entry.oid for entry in entries_of(git, [path]) if entry.stage in _OURS]
    with suppress(CannotRun):
        return next((data for _, data in read_blobs(git, ours, _TEXT_BYTES)), None)
    return None
