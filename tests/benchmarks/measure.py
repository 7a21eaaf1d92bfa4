"""Time whole processes in turn, so that the machine's drift falls on both sides of a ratio."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


_UNCACHED = "PYTHONDONTWRITEBYTECODE"  # with it every run would compile all modules anew


@dataclass(frozen=True)
class Command:
    """A program to time: its arguments, where it runs, and what must be done before each run."""

    name: str
    arguments: Sequence[str]
    directory: Path
    prepare: Callable[[], object] | None = None


@dataclass(frozen=True)
class Run:
    """What one process took: seconds by the wall, and its greatest memory in megabytes."""

    seconds: float
    megabytes: float


def run_once(command: Command) -> Run:
    """Run the command to its end; findings (exit status 1) are a result like any other."""
    if command.prepare is not None:
        command.prepare()
    start = time.perf_counter()
    process = subprocess.Popen(
        command.arguments,
        cwd=command.directory,
        env={name: value for name, value in os.environ.items() if name != _UNCACHED},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command.name}: exit status {process.returncode}")
    return Run(seconds, usage.ru_maxrss / 1024)


@dataclass(frozen=True)
class Ratio:
    """A command beside its baseline: median seconds of each, and the median of the ratios."""

    seconds: float
    baseline_seconds: float
    ratio: float
    megabytes: float


def compare(command: Command, baseline: Command, runs: int, floor: Command | None = None) -> Ratio:
    """Run both in turn ``runs`` times after one warm-up of each.

    ``floor`` is a third one whose seconds are taken off both: what is compared then is what each
    adds to it.
    """
    commands = [command, baseline, *([floor] if floor else [])]
    for each in commands:
        run_once(each)
    rounds = [[run_once(each) for each in commands] for _ in range(runs)]
    seconds = [[run.seconds for run in each] for each in rounds]
    if floor:
        seconds = [[ours - least, theirs - least] for ours, theirs, least in seconds]
    ours, theirs = (statistics.median(each[n] for each in seconds) for n in (0, 1))
    ratios = statistics.median(each[0] / each[1] for each in seconds)
    return Ratio(
        ours, theirs, ours / theirs if floor else ratios, max(each[0].megabytes for each in rounds)
    )
