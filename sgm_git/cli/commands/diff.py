"""``sgm diff``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.cli.places import below_top
from sgm_git.errors import UsageError
from sgm_git.report.comparing import diff_object, diff_text, stat_lines, total
from sgm_git.workflows.diffing import INDEX, WORK_TREE, Side
from sgm_git.workflows.diffing import diff as diff_records

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


class _Options(TypedDict):
    staged: bool
    paths: tuple[str, ...]
    stat: bool
    as_json: bool


@command("diff", example="sgm diff\nsgm diff main\nsgm diff v1 v2 --stat\nsgm diff main..HEAD")
@click.argument("revisions", metavar="[A [B]]", nargs=-1)
@click.option("--staged", "--cached", is_flag=True, help="What is staged, instead of B.")
@click.option("--path", "paths", metavar="PATH", multiple=True, help="Only at and below PATH.")
@click.option("--stat", is_flag=True, help="Name the fields that differ, a line a record.")
@click.option("--json", "as_json", is_flag=True, help="Give a JSON Patch (RFC 6902) a record.")
def diff(invocation: Invocation, revisions: tuple[str, ...], **options: Unpack[_Options]) -> int:
    """Tell what changed in what the records mean.

    Record by record and field by field, from A to B, which are revisions; A is HEAD and B the
    work tree where they are not named. A record is followed by its id where its file has moved.
    What means the same in other bytes is respelled.
    """
    before, after = _sides(revisions, staged=options["staged"])
    store = open_store(invocation)
    with patience(invocation):
        places = below_top(store.repository, options["paths"])
        found = diff_records(store.records, before, after, places)
    if options["as_json"]:
        invocation.json(diff_object(found))
        return 0
    tell = stat_lines if options["stat"] else diff_text
    invocation.lines(tell(found, invocation.style), page=True)
    invocation.say(total(found))
    return 0


def _sides(revisions: tuple[str, ...], *, staged: bool) -> tuple[Side, Side]:
    """Both states that are meant; raises UsageError for more than two."""
    first, *rest = _ends(revisions[0]) if len(revisions) == 1 else revisions or ("HEAD",)
    if len(rest) + staged > 1:
        raise UsageError(
            "at most two states can be compared",
            hint="sgm diff A B; paths are named by --path PATH",
        )
    if rest:
        return Side(first), Side(rest[0])
    return Side(first), INDEX if staged else WORK_TREE


def _ends(revision: str) -> tuple[str, ...]:
    """Both ends of ``A..B``, of which one that is left out is HEAD; else the revision alone."""
    first, dots, second = revision.partition("..")
    if not dots:
        return (revision,)
    if second.startswith("."):
        raise UsageError(
            f"{revision}: three dots are not taken here", hint="two dots compare both states"
        )
    return first or "HEAD", second or "HEAD"
