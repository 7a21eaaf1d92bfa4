"""The parts of the exchange that every other use of git does without; see ``git.parts``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.git.exchange import unfinishing

__all__ = ("unfinishing",)

__getattr__ = on_demand("sgm_git.git.exchange", __all__)
