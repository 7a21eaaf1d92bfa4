"""What needs the SDK, whose import takes a second: only ``sgm mcp`` asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.mcp import serving

__all__ = ("serving",)

__getattr__ = on_demand("sgm_git.mcp", __all__)
