"""The parts of this room that who only reads does without, by the names of their modules.

Each is imported when it is first asked for, as in ``git/parts``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from sgm_git.store import catalog, writing

__all__ = ("catalog", "writing")


def __getattr__(name: str) -> ModuleType:
    """Give a part (PEP 562)."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"sgm_git.store.{name}")
