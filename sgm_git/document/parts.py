"""The part of this room that few runs need, by the name of its module.

It is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.document import spelling

__all__ = ("spelling",)

__getattr__ = on_demand("sgm_git.document", __all__)
