"""How much a day leaves to settle: with the merge driver, beside git alone."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from sgm_git.workflows.merging.registering import driver_command
from tests.benchmarks.day import Day, Plan
from tests.support import GitSandbox, isolated_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

WHAT = "conflicts of a day: merge driver / git alone"
_SGM = Path(sys.executable).with_name("sgm")
_SEEDS = (1, 2, 3)


def conflict_lines(scratch: Path) -> Iterator[str]:
    """Let some days pass, and give a line for each as soon as it is over."""
    home = scratch / "home"
    home.mkdir()
    for seed in _SEEDS:
        folder = scratch / f"day-{seed}"
        folder.mkdir()
        box = GitSandbox(folder, isolated_environment(home))
        box.run("init", "-q", "-b", "main")
        plan = Plan()
        tally = Day(box, driver_command(_SGM), plan, Random(seed)).pass_by()
        yield (
            f"{WHAT}: {plan.people} people, {tally.edits} edits, {tally.merges} merges, "
            f"{tally.files} files changed on both sides: {tally.with_driver} / {tally.with_git}"
            f" = {tally.with_driver / max(tally.with_git, 1):.2f}; "
            f"merges that stop: {tally.merges_stopped} / {tally.merges_stopped_by_git}"
        )
