"""The formats that a machine asks for, by the names of their modules.

Each is imported when it is first asked for (``on_demand``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.report.formats import github, gitlab, junit, rdjsonl, sarif

__all__ = ("github", "gitlab", "junit", "rdjsonl", "sarif")

__getattr__ = on_demand("sgm_git.report.formats", __all__)
