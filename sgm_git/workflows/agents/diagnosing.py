"""What the doctor says of agents: which are connected, and by which files they cannot be."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sgm_git.workflows.agents.connecting import connections
from sgm_git.workflows.diagnosis import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.agents.connecting import Connection


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
    yield from _unable(live)
    for each in found:
        if each.stand == "broken":
            hint = "mend the file; sgm agents status shows all"
            yield Diagnosis("warning", f"{each.agent} is not connected: {each.why}", hint)


def _unable(live: Sequence[Connection]) -> Iterator[Diagnosis]:
    """Those that are connected and cannot start us, by what is missing for it."""
    for lack in dict.fromkeys(lack for each in live for lack in each.lacks):
        names = dict.fromkeys(each.agent for each in live if lack in each.lacks)
        yield Diagnosis("warning", f"{', '.join(names)} cannot start sgm: {lack.what}", lack.hint)
