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
    from sgm_git.workflows.pipelines.files import Forge

_NEXT = (
    "next: commit these files and get them onto the default branch; until then nothing is reviewed"
)


@command("init", example="sgm init\nsgm init --root docs/memory\nsgm init --ci github")
@click.argument("directory", metavar="[DIR]", default=".")
@click.option("--root", "roots", metavar="PATH", multiple=True, help="Where records lie.")
@click.option("--no-hooks", is_flag=True, help="Leave git's hooks as they are.")
@click.option(
    "--ci",
    "forges",
    type=click.Choice(["github", "gitlab"]),
    multiple=True,
    help="Write a pipeline that reviews what is proposed there.",
)
def init(
    invocation: Invocation,
    directory: str,
    roots: tuple[str, ...],
    forges: tuple[Forge, ...],
    *,
    no_hooks: bool,
) -> int:
    """Make a memory in this repository.

    Writes .sgm/config.toml and what git must know of it, registers the merge driver and installs
    git's hooks; stages and commits nothing. Done before, or in a clone that has a memory: what is
    there is not changed. A pipeline that sgm wrote is brought up to date, unless somebody has
    edited it since.
    """
    folder, engine = Path(directory), invocation.engine
    report = initialise(folder, roots, engine, hooks=not no_hooks, forges=forges)
    invocation.lines(visible(each) for each in report.done)
    invocation.say(*report.to_do)
    if not (report.done or report.to_do):
        invocation.say("nothing to do: the memory is there")
    elif forges:
        invocation.say(_NEXT)
    return 0
