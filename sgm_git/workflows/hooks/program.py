"""Which ``sgm`` the hooks would start: as their sh finds it, told in Python."""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository

SETTING = "sgm.path"
_INTERPRETER = re.compile(rb"#!(/[^\n]*)")


@dataclass(frozen=True, slots=True)
class Program:
    """An ``sgm`` that can be started, and what names it.

    The framework keeps those that it installs where it likes: ``path`` is None then.
    """

    path: Path | None
    named_by: Literal["sgm.path", "PATH", "pre-commit", "prek"]


def find_program(repository: Repository) -> Program | None:
    """The ``sgm`` that the hooks of a repository start; None if they find none."""
    base = repository.work_tree or repository.git_dir
    configured = repository.config(SETTING)
    if configured:
        place = base / os.path.expanduser(configured)  # noqa: PTH111 - keeps ~user
        if is_startable(place):
            return Program(place, "sgm.path")
    on_path = shutil.which("sgm")
    if on_path is not None and is_startable(Path(on_path)):
        return Program(Path(on_path), "PATH")
    return None


def named_in_vain(repository: Repository) -> str | None:
    """What ``git config sgm.path`` names where nothing can be started there: it is passed over."""
    configured = repository.config(SETTING)
    found = find_program(repository) if configured else None
    return None if found is not None and found.named_by == SETTING else configured or None


def needs_pin(repository: Repository) -> bool:
    """Whether nothing leads the hooks to ``sgm``, or only the environment that is active now.

    A fresh shell and a server do not have that on PATH. A link into it, elsewhere, they may have.
    """
    found = find_program(repository)
    if found is None or found.path is None:
        return True
    scripts = sysconfig.get_path("scripts")
    return (
        found.named_by == "PATH"
        and sys.prefix != sys.base_prefix
        and Path(scripts).is_dir()
        and found.path.parent.samefile(scripts)
    )


def own_program() -> Path | None:
    """The ``sgm`` that belongs to the Python that runs now, if one is installed for it."""
    folder = sysconfig.get_path("scripts")
    found = shutil.which("sgm", path=folder) if folder else None
    return Path(found) if found is not None else None


def is_startable(path: Path) -> bool:
    """Whether a file can be started: a script whose Python has been removed since cannot."""
    if not path.is_file() or not os.access(path, os.X_OK):
        return False
    with path.open("rb") as file:
        interpreter = _INTERPRETER.match(file.read(512))
    if interpreter is None:
        return True
    place, *words = os.fsdecode(interpreter[0].removeprefix(b"#!")).split()
    return os.access(place, os.X_OK) and (Path(place).name != "env" or _env_finds(words))


def _env_finds(words: Sequence[str]) -> bool:
    """Whether ``env`` finds what it is to start."""
    named = (word for word in words if not word.startswith("-") and "=" not in word)
    return all(shutil.which(word) is not None for word in islice(named, 1))
