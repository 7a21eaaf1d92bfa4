"""Hooks that stand in git's configuration, which git 2.54 and later runs (git-hook).

Nobody else's file is in their way there, and none of ours in anybody's. The scripts that they
start lie in the common directory.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sgm_git.workflows.hooks.slots import slot_at
from sgm_git.workflows.hooks.steps import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sgm_git.git.protocol import Repository

_SINCE = (2, 54)


def reads_configured_hooks(version: tuple[int, ...] | None) -> bool:
    """Whether a git of this version (None: there is none) runs hooks of its configuration."""
    return version is not None and version >= _SINCE


def scripts_folder(repository: Repository) -> Path:
    """The folder of the scripts that these hooks start; `sgm/` beside it may go at any time."""
    return repository.common_dir / "sgm-hooks"


def configured_hooks(repository: Repository, names: Sequence[str]) -> set[str]:
    """Those of the hooks that the configuration starts our scripts for."""
    return {
        name
        for name in names
        if all(repository.config_values(key) == [value] for key, value in _lines(repository, name))
        and repository.config(f"{_section(name)}.enabled") not in {"false", "no", "off", "0"}
    }


def configure(repository: Repository, names: Sequence[str]) -> None:
    """Have git start our scripts for these hooks."""
    for name in names:
        for key, value in _lines(repository, name):
            repository.set_config(key, value)


def forget(repository: Repository, names: Sequence[str]) -> list[str]:
    """Take what starts our scripts out of the configuration; give the hooks that it stood for."""
    found = [name for name in names if _is_there(repository, name)]
    for name in found:
        for key, _ in _lines(repository, name):
            repository.unset_config(key)
    return found


def script_removals(repository: Repository, names: Sequence[str]) -> list[Step]:
    """What takes our scripts away again."""
    slots = [slot_at(scripts_folder(repository), name) for name in names]
    return [Step(slot.path, slot.data, None) for slot in slots if slot.is_ours]


def _is_there(repository: Repository, name: str) -> bool:
    return any(repository.config_values(key) for key, _ in _lines(repository, name))


def _lines(repository: Repository, name: str) -> Iterator[tuple[str, str]]:
    """Key and value of what makes a hook; the command comes first: without it there is none."""
    script = scripts_folder(repository) / name
    yield f"{_section(name)}.command", shlex.quote(str(script))
    yield f"{_section(name)}.event", name


def _section(name: str) -> str:
    return f"hook.sgm-{name}"
