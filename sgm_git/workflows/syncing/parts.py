"""The parts of this room that most runs do without, by the names of their modules.

Each is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.workflows.syncing import model, synchronise

__all__ = ("model", "synchronise")

__getattr__ = on_demand("sgm_git.workflows.syncing", __all__)
