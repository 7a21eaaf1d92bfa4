"""Puts hooks where git looks and takes them away again: all of them, or everything as it was."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.sharing import make_folders
from sgm_git.store.files import naming

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_MODE = 0o777


@dataclass(frozen=True, slots=True)
class Step:
    """One hook that changes: what is ours at ``path`` now and then, None where nothing is.

    ``previous`` is where somebody else's hook goes to, if ours is put in its place, or where it
    comes back from, if ours is taken away.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    previous: Path | None = None


def carry_out(steps: Sequence[Step]) -> None:
    """Make all steps. Raises CannotRun with every hook as it was where one cannot be made."""
    made: list[Step] = []
    written: dict[Path, Path] = {}
    try:
        for step in steps:
            if step.after is not None:
                written[step.path] = _write_beside(step.path, step.after)
        for step in steps:
            made.append(step)
            _make(step, written)
    except BaseException as error:
        for step in reversed(made):
            with suppress(OSError):
                _take_back(step)
        if isinstance(error, OSError):
            raise CannotRun(
                f"cannot change {error.filename}: {error.strerror}; no hook was changed",
                hint="make room, or let those who may write there do it",
            ) from error
        raise
    finally:
        for temporary in written.values():
            temporary.unlink(missing_ok=True)


def _make(step: Step, written: Mapping[Path, Path]) -> None:
    if step.after is None:
        _bring_back(step)
    else:
        if step.previous is not None:
            _set_aside(step.path, step.previous)
        written[step.path].replace(step.path)


def _take_back(step: Step) -> None:
    if step.previous is not None and step.after is not None:
        _bring_back(step)
    elif step.previous is not None:
        _set_aside_again(step.path, step.previous, step.before)
    elif step.before is not None:
        _write_beside(step.path, step.before).replace(step.path)
    else:
        step.path.unlink(missing_ok=True)


def _set_aside_again(path: Path, previous: Path, before: bytes | None) -> None:
    """Undo that a hook was brought back, if it was: ours, if one was there, is there again."""
    if previous.exists():
        return
    _set_aside(path, previous)
    if before is None:
        path.unlink(missing_ok=True)
    else:
        _write_beside(path, before).replace(path)


def _set_aside(path: Path, previous: Path) -> None:
    """Keep somebody's hook under another name; where it can be, there is one at every moment."""
    if previous.exists() and previous.samefile(path):
        return
    try:
        os.link(path, previous)
    except OSError:
        path.rename(previous)


def _bring_back(step: Step) -> None:
    """Take ours away; what was there before, if anything, stands in its place as it was."""
    if step.previous is None:
        step.path.unlink()
    elif step.previous.exists():
        step.previous.replace(step.path)
        step.previous.unlink(missing_ok=True)  # of two names of one file, a rename takes none away


def _write_beside(path: Path, data: bytes) -> Path:
    """Write a hook that can be run, under another name: a full disk stops us before any step."""
    make_folders(path.parent)
    temporary = path.with_name(f".sgm-{secrets.token_hex(4)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)
        with naming(path), open(handle, "wb") as file:  # noqa: PTH123 - it is open already
            file.write(data)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
