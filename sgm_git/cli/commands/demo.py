"""``sgm demo``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.api import Store
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
    from sgm_git.cli.invocation import Invocation

_NEXT = """\
Try next:
  cd {folder}
  sgm show decision-mysql --rev HEAD~4    as it was before it was superseded
  sgm list --kind status=accepted         what is accepted
  sgm set fact-peak-hours provenance/created_at={time} --consent
                                          mend the fault; then sgm check again
  sgm annotate task-move-orders source=standup
  sgm add --type rule --title "Review every migration" --content "By two people."
  sgm edit decision-postgres              in your editor
  git log --stat                          it is all plain git
"""


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
    invocation.lines(["", *_NEXT.format(folder=place, time=render_utc(now - 3_600)).splitlines()])
    return 0
