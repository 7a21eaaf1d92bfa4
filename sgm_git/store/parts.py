"""The parts of this room that who only reads does without, by the names of their modules.

Each is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.store import catalog, editing, scan, settings, writing

__all__ = ("catalog", "editing", "scan", "settings", "writing")

__getattr__ = on_demand("sgm_git.store", __all__)
