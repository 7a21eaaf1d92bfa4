"""The parts of this room that most runs do without, by the names of their modules.

Each is imported when it is first asked for: a commit waits for its hook, which wants to know what
is staged, and neither judges signatures nor writes commits.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from sgm_git.git import (
        cli_announcing,
        cli_commit,
        cli_config,
        cli_convert,
        cli_graph,
        cli_history,
        cli_objects,
        cli_publishing,
        cli_pushed,
        cli_restaging,
        cli_rows,
        cli_signatures,
        cli_states,
        dates,
        extent,
        recovery,
        restaging,
        trusted,
    )

__all__ = (
    "cli_announcing",
    "cli_commit",
    "cli_config",
    "cli_convert",
    "cli_graph",
    "cli_history",
    "cli_objects",
    "cli_publishing",
    "cli_pushed",
    "cli_restaging",
    "cli_rows",
    "cli_signatures",
    "cli_states",
    "dates",
    "extent",
    "recovery",
    "restaging",
    "trusted",
)


def __getattr__(name: str) -> ModuleType:
    """Give a part (PEP 562)."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"sgm_git.git.{name}")
