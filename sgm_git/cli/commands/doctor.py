"""``sgm doctor``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.report.doctor import diagnosis_lines, diagnosis_objects
from sgm_git.workflows.doctor import diagnose

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("doctor", example="sgm doctor")
@click.option("--json", "as_json", is_flag=True, help="Give what was found as JSON.")
def doctor(invocation: Invocation, *, as_json: bool) -> int:
    """Say what is well here and what is not.

    Ends with status 1 where something is a problem.
    """
    with patience(invocation):
        found = diagnose(Path.cwd(), invocation.engine, invocation.now)
    if as_json:
        invocation.json(diagnosis_objects(found))
    else:
        invocation.lines(diagnosis_lines(found, invocation.style))
    return int(any(each.status == "problem" for each in found))
