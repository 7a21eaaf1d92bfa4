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


@contextmanager
def driven(repository: GitRepository, driver: Driver | None) -> Iterator[tuple[str, ...]]:
    """Give the switches of git by which it merges with the driver; none without one.

    The lines of attributes come after the user's own, and before all that the repository says.
    """
    if driver is None:
        yield ()
        return
    own = _user_attributes(repository.settings(), repository.work_tree or repository.git_dir)
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
