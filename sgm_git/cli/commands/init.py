"""``sgm init``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.cli.options import command
from sgm_git.report.escape import visible
from sgm_git.workflows.initialise import initialise

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("init", example="sgm init\nsgm init --root docs/memory")
@click.argument("directory", metavar="[DIR]", default=".")
@click.option("--root", "roots", metavar="PATH", multiple=True, help="Where records lie.")
@click.option("--no-hooks", is_flag=True, help="Leave git's hooks as they are.")
def init(invocation: Invocation, directory: str, roots: tuple[str, ...], *, no_hooks: bool) -> int:
    """Make a memory in this repository.

    Writes .sgm/config.toml and what git must know of it, registers the merge driver and installs
    git's hooks; stages and commits nothing. Done before, or in a clone that has a memory: what is
    there is not changed.
    """
    report = initialise(Path(directory), roots, invocation.engine, hooks=not no_hooks)
    invocation.lines(visible(each) for each in report.done)
    invocation.say(*report.to_do)
    if not (report.done or report.to_do):
        invocation.say("nothing to do: the memory is there")
    return 0
