"""The parts of this room that only merges need, by the names of their modules.

Each is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.record import automatic, merge

__all__ = ("automatic", "merge")

__getattr__ = on_demand("sgm_git.record", __all__)
