"""What this room does without as long as nothing changed, by the names of its modules.

Each is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.workflows.reading import sync

__all__ = ("sync",)

__getattr__ = on_demand("sgm_git.workflows.reading", __all__)
