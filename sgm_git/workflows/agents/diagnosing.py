"""What the doctor says of agents: which are connected, and by which files they cannot be."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sgm_git.workflows.agents.connecting import connections
from sgm_git.workflows.diagnosis import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository


def diagnose_agents(repository: Repository) -> Iterator[Diagnosis]:
    """Which agents are connected in a work tree; nothing where none is."""
    if repository.work_tree is None:
        return
    found = connections(repository.work_tree)
    live = [each for each in found if each.stand == "connected"]
    if live:
        names = [
            f"{name} ({', '.join(each.kind for each in parts)})"
            for name, parts in groupby(live, key=lambda each: each.agent)
        ]
        yield Diagnosis("ok", f"connected agents: {', '.join(names)}")
    for each in found:
        if each.stand == "broken":
            hint = "mend the file; sgm agents status shows all"
            yield Diagnosis("warning", f"{each.agent} is not connected: {each.why}", hint)
