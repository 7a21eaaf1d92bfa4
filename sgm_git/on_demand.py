"""Modules that few runs need: imported when they are first asked for (PEP 562).

A commit waits for its hook, and importing takes most of a hook's time. A room's ``parts`` names
those of its modules that most runs do without; what type checkers and import-linter see of them
is as plain as any import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from types import ModuleType


def on_demand(package: str, names: Collection[str]) -> Callable[[str], ModuleType]:
    """Give a ``__getattr__`` for a module, which gives the named modules of a package."""

    def part(name: str) -> ModuleType:
        if name not in names:
            raise AttributeError(name)
        return import_module(f"{package}.{name}")

    return part
