"""What an agent needs of this machine to start us, as far as it is missing."""

from __future__ import annotations

import shutil
from importlib.util import find_spec


def missing() -> tuple[str, ...]:
    """Give a line for each thing that an agent would look for in vain."""
    found = []
    if shutil.which("sgm") is None:
        found.append("sgm is not on PATH, where agents look for it")
    if find_spec("mcp") is None:
        found.append("sgm mcp needs the extra: pip install 'sgm-git[mcp]'")
    return tuple(found)
