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
def init(invocation: Invocation, directory: str, roots: tuple[str, ...]) -> int:
    """Make a memory in this repository.

    Writes .sgm/config.toml and what git must know of it; stages and commits nothing. Done before:
    nothing is changed.
    """
    done = initialise(Path(directory), roots, invocation.engine).done
    invocation.lines(visible(each) for each in done)
    if not done:
        invocation.say("nothing to do: the memory is there")
    return 0
