"""Let git merge with a driver of ours, whatever the repository has registered."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.exchange.values import Driver
    from sgm_git.git.settings import Settings

_KEY = "merge.sgm.driver"
_GIVEN = ".merge_file_??????"


@contextmanager
def driven(repository: GitRepository, driver: Driver | None) -> Iterator[tuple[str, ...]]:
    """Give the switches of git by which it merges with the driver; none without one.

    The lines of attributes come after the user's own, and before all that the repository says.
    """
    top = repository.work_tree or repository.git_dir
    with _swept(top):
        if driver is None:
            yield ()
            return
        with _chosen(repository.settings(), top, driver) as switches:
            yield switches


@contextmanager
def _swept(top: Path) -> Iterator[None]:
    """Remove what git leaves at the top of the work tree where it is stopped while a driver runs.

    Git gives a driver its files there, and does not take them away if a signal comes.
    """
    before = set(top.glob(_GIVEN))
    try:
        yield
    except BaseException:
        for file in set(top.glob(_GIVEN)) - before:
            with suppress(OSError):
                file.unlink()
        raise


@contextmanager
def _chosen(settings: Settings, top: Path, driver: Driver) -> Iterator[tuple[str, ...]]:
    own = _user_attributes(settings, top)
    try:
        with tempfile.TemporaryDirectory(prefix="sgm-") as folder:
            file = Path(folder, "attributes")
            file.write_bytes(own + "".join(f"{line}\n" for line in driver.attributes).encode())
            yield ("-c", f"{_KEY}={driver.command}", "-c", f"core.attributesFile={file}")
    except OSError as error:
        raise CannotRun(f"cannot write {error.filename}: {error.strerror}") from error


def _user_attributes(settings: Settings, base: Path) -> bytes:
    """What the user's own file of attributes says (gitattributes, "core.attributesFile")."""
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    usual = Path(f"{home}/git/attributes").expanduser()
    with suppress(OSError):
        lines = (settings.path("core.attributesFile", base) or usual).read_bytes()
        return lines if lines.endswith(b"\n") or not lines else lines + b"\n"
    return b""
