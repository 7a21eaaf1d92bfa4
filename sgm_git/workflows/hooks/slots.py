"""What stands where git looks for a hook: nothing, one of ours, or somebody else's."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.errors import CannotRun
from sgm_git.workflows.hooks.scripts import script, version_of

if TYPE_CHECKING:
    from pathlib import Path

Kind: TypeAlias = Literal["absent", "current", "changed", "older", "newer", "foreign", "odd"]
"""``changed``: of our version, but edited since. ``odd``: a link, a folder or another oddity."""

_LIMIT = 1 << 20  # bytes: nobody's hook that is larger is looked into any further


@dataclass(frozen=True, slots=True)
class Slot:
    """One place for a hook; ``data`` is the file's beginning, empty where there is none."""

    name: str
    path: Path
    kind: Kind
    data: bytes = b""
    is_executable: bool = False

    @property
    def is_ours(self) -> bool:
        """Whether we have written the file."""
        return self.kind in {"current", "changed", "older", "newer"}

    @property
    def previous(self) -> Path:
        """Where the hook is kept that stood here before ours."""
        return self.path.with_name(f"{self.name}.before-sgm")

    @property
    def is_kept(self) -> bool:
        """Whether the very hook that stands here is kept as the one that was there before ours."""
        kept = self.previous
        return (
            len(self.data) < _LIMIT
            and kept.is_file()
            and not kept.samefile(self.path)
            and os.access(kept, os.X_OK) == self.is_executable
            and kept.read_bytes() == self.data
        )

    @property
    def starts_sgm(self) -> bool:
        """Whether somebody else's hook starts ``sgm`` for this hook."""
        return self.kind == "foreign" and f"hooks run {self.name}".encode() in self.data


def slot_at(folder: Path, name: str, ending: str = "") -> Slot:
    """Look at the place of a hook in a folder; ``ending`` is what stands behind its name there.

    Raises CannotRun where it cannot be looked at.
    """
    path = folder / f"{name}{ending}"
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            return Slot(name, path, "odd")
        with path.open("rb") as file:
            data = file.read(_LIMIT)
    except (FileNotFoundError, NotADirectoryError):
        return Slot(name, path, "absent")
    except OSError as error:
        raise CannotRun(f"cannot read {path}: {error.strerror}") from error
    return Slot(name, path, _kind(name, data), data, is_executable=os.access(path, os.X_OK))


def _kind(name: str, data: bytes) -> Kind:
    wanted, version = script(name), version_of(data)
    current = version_of(wanted)
    if version is None or current is None:
        return "foreign"
    if version == current:
        return "current" if data == wanted else "changed"
    return "older" if version < current else "newer"
