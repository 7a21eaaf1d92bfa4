"""What only a watch that goes on needs, by the names of its modules.

Each is imported when it is first asked for (``on_demand``): watchdog is behind ``observing``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.workflows.watching import observing, syncing, warming

__all__ = ("observing", "syncing", "warming")

__getattr__ = on_demand("sgm_git.workflows.watching", __all__)
