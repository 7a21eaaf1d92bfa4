"""``sgm demo``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.api import Store
from sgm_git.cli.calling import way_into
from sgm_git.cli.listing import show_items
from sgm_git.cli.options import command
from sgm_git.record.times import render_utc
from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_lines
from sgm_git.report.listing import reading_item
from sgm_git.report.record import record_lines
from sgm_git.workflows.check import check
from sgm_git.workflows.demo import make_demo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.cli.invocation import Invocation

_NEXT: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "See a decision as it was before it was superseded, and what is accepted now:",
        ("show decision-mysql --rev HEAD~4", "list --kind status=accepted"),
    ),
    (
        "Mend the fault, and check again:",
        ("set fact-peak-hours provenance/created_at={time} --consent", "check"),
    ),
    (
        "Write something down, and change a record in your editor:",
        (
            "annotate task-move-orders source=standup",
            'add --type rule --title "Review every migration" --content "By two people."',
            "edit decision-postgres",
        ),
    ),
)


@command("demo", example="sgm demo")
@click.argument("folder", metavar="[DIR]", default="sgm-demo")
def demo(invocation: Invocation, folder: str) -> int:
    """Make a small memory to play with, and walk through it.

    In DIR, or beside it if that is taken; without one in sgm-demo. Needs no git and touches
    nothing else.
    """
    now = int(invocation.now())
    made = make_demo(Path(folder), invocation.engine, now)
    store = Store.open(made.folder, engine=invocation.engine, clock=invocation.now)
    place = visible(str(made.folder))
    style = invocation.style
    invocation.lines([f"A small memory is in {place}: two people, an agent, six weeks.", ""])
    invocation.lines([style.paint("$ sgm list", "bold")])
    show_items(invocation, [*map(reading_item, store.query())])
    invocation.lines(["", style.paint("$ sgm show decision-postgres", "bold")])
    shown = store.get("decision-postgres")
    invocation.lines(record_lines(shown.record or {}, path=shown.path, style=style))
    invocation.lines(["", style.paint("$ sgm check", "bold")])
    invocation.lines(finding_lines(check(store.records, now).findings, style))
    invocation.lines(_next(made.folder, render_utc(now - 3_600)))
    return 0


def _next(folder: Path, time: str) -> Iterator[str]:
    """What can be tried next: each command can be pasted as it stands."""
    lines, sgm = way_into(folder)
    yield from ("", "Try next:", *(f"  {visible(line)}" for line in lines))
    for why, commands in _NEXT:
        yield from ("", why, *(f"  {visible(sgm)} {each.format(time=time)}" for each in commands))
    yield from ("", "It is all plain git:", "  git log --stat")
