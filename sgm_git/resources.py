"""The files that ship beside the code: JSON schemas and git hooks (DESIGN section 12).

A wheel holds them in ``_data``; a checkout, and an editable install of one, at its top.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = Path(__file__).parent
_SUFFIX = ".schema.json"


def schema_names() -> list[str]:
    """The names of the bundled schemas, such as ``record``, sorted. Raises CannotRun."""
    return sorted(
        path.name.removesuffix(_SUFFIX) for path in _folder("schemas").glob(f"*{_SUFFIX}")
    )


def schema_text(name: str) -> str:
    """The JSON text of the bundled schema ``name``.

    Raises UsageError where there is none of that name, CannotRun where none are installed.
    """
    names = schema_names()
    if name not in names:
        raise UsageError(f"there is no schema {name!r}", hint=f"there are {', '.join(names)}")
    return (_folder("schemas") / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def schema_texts() -> dict[str, str]:
    """The JSON texts of all bundled schemas by name. Raises CannotRun."""
    return {name: schema_text(name) for name in schema_names()}


def hook_text(name: str) -> str:
    """The text of the bundled hook ``name``, such as ``pre-commit``.

    Raises UsageError where there is none of that name, CannotRun where none are installed.
    """
    return _text(_folder("hooks"), name, "hook")


def pipeline_text(name: str) -> str:
    """The text of the bundled template ``name`` of a pipeline, such as ``gitlab.yml``.

    Raises as ``hook_text`` does.
    """
    return _text(_folder("hooks") / "ci", name, "pipeline")


def _text(folder: Path, name: str, what: str) -> str:
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    if name not in names:
        raise UsageError(f"there is no {what} {name!r}", hint=f"there are {', '.join(names)}")
    return (folder / name).read_text(encoding="utf-8")


def code_stamp() -> str:
    """Hex digits that change whenever the installed code may have changed, or Python did."""
    found = sorted(_modules(str(_PACKAGE)))
    return hashlib.sha256(repr((sys.version, found)).encode("utf-8", "replace")).hexdigest()


def _modules(folder: str) -> Iterator[tuple[str, int, int]]:
    """Size and time of every module, by path."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                seen = entry.stat()
                yield entry.path, seen.st_size, seen.st_mtime_ns
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                yield from _modules(entry.path)


def _folder(kind: str) -> Path:
    for folder in (_PACKAGE / "_data" / kind, _PACKAGE.parent / kind):
        if folder.is_dir():
            return folder
    raise CannotRun(
        f"this installation of sgm-git lacks its {kind}",
        hint="install it again: python -m pip install --force-reinstall sgm-git",
    )
