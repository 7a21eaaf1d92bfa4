"""The part of this room that few documents need, by the name of its module.

It is imported when it is first asked for, as in ``git/parts``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from sgm_git.checks import markdown

__all__ = ("markdown",)


def __getattr__(name: str) -> ModuleType:
    """Give a part (PEP 562)."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"sgm_git.checks.{name}")
