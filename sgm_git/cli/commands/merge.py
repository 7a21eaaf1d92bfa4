"""``sgm merge``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.opening import open_plain
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.errors import UsageError
from sgm_git.report.escape import visible
from sgm_git.report.merging import merge_lines, merge_notes, merge_object
from sgm_git.workflows.merging.revisions import Target, merge_revisions

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


class _Options(TypedDict):
    into: str | None
    message: str | None
    as_json: bool


@command("merge", example="sgm merge main side\nsgm merge origin/main side --into merged")
@click.argument("ours", metavar="A")
@click.argument("theirs", metavar="B")
@click.option(
    "--into", metavar="BRANCH", help="Commit the merge, and move this branch from A to it."
)
@click.option("-m", "--message", metavar="TEXT", help="The merge commit's message.")
@click.option("--json", "as_json", is_flag=True, help="Give one JSON value.")
def merge(invocation: Invocation, ours: str, theirs: str, **options: Unpack[_Options]) -> int:
    """Merge two revisions without a work tree.

    Says what merging B into A gives: records field by field, by our own merge driver whether git
    here knows it or not, all other files as git merges them. Files, index and branches stay as
    they are; only --into makes a merge commit, on a branch that is not checked out. Where both
    sides changed a field, nothing is committed, and the status is 1.
    """
    ends = (ours, theirs)
    with patience(invocation, "merging"):
        repository = open_plain(invocation)
        target = _target(ends, options["into"], options["message"])
        found = merge_revisions(repository, ends, int(invocation.now()), target)
    if options["as_json"]:
        invocation.json(merge_object(found))
    else:
        invocation.lines(merge_lines(found, invocation.style))
    invocation.say(*merge_notes(found, ends))
    return int(found.state == "conflict")


def _target(ends: tuple[str, str], into: str | None, message: str | None) -> Target | None:
    if into is None:
        if message is not None:
            raise UsageError("nothing is committed without --into BRANCH, and so -m says nothing")
        return None
    return Target(into, message or visible(f"Merge {ends[1]} into {into}"))
