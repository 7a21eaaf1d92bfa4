"""How a person goes on from where they stand: lines that can be pasted into their shell."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from shlex import quote

from sgm_git.workflows.hooks.program import own_program


def way_into(folder: Path) -> tuple[list[str], str]:
    """Give the lines that lead into a folder, and how this ``sgm`` is called after them.

    An environment that is not active is entered first; where that cannot be, ``sgm`` is called by
    its path.
    """
    own = own_program()
    into = f"cd {_shown(folder)}"
    if own is None:
        return [into], f"{quote(sys.executable)} -m sgm_git"
    if _is_on_path(own):
        return [into], "sgm"
    activate = own.with_name("activate")
    if activate.is_file():
        return [f". {_shown(activate)}", into], "sgm"
    return [into], quote(str(own))


def _is_on_path(own: Path) -> bool:
    found = shutil.which("sgm")
    return found is not None and own.samefile(found)


def _shown(place: Path) -> str:
    """A path as short as it can be from where the user's shell stands."""
    here = Path.cwd()
    shell = os.environ.get("PWD")  # -C has gone elsewhere
    stands_here = shell is not None and Path(shell).is_dir() and here.samefile(shell)
    path = here / place
    return quote(str(path.relative_to(here) if stands_here and path.is_relative_to(here) else path))
