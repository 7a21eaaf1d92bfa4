"""The forms of a review, by the names of their modules.

Each is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.report.review import markdown, notices, objects, page, rows, text

__all__ = ("markdown", "notices", "objects", "page", "rows", "text")

__getattr__ = on_demand("sgm_git.report.review", __all__)
