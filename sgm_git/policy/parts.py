"""The parts of this room that few runs need, by the names of their modules.

Each is imported when it is first asked for, as in ``git/parts``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from sgm_git.policy import accepted, expansion

__all__ = ("accepted", "expansion")


def __getattr__(name: str) -> ModuleType:
    """Give a part (PEP 562)."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"sgm_git.policy.{name}")
