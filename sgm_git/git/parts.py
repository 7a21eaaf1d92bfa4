"""The parts of this room that most runs do without, by the names of their modules.

Each is imported when it is first asked for: a commit waits for its hook, which wants to know what
is staged, and neither judges signatures nor writes commits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.on_demand import on_demand

if TYPE_CHECKING:
    from sgm_git.git import (
        branch_lock,
        cli_announcing,
        cli_branching,
        cli_changed,
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
        tracked,
        trusted,
    )

__all__ = (
    "branch_lock",
    "cli_announcing",
    "cli_branching",
    "cli_changed",
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
    "tracked",
    "trusted",
)

__getattr__ = on_demand("sgm_git.git", __all__)
