"""``sgm history``."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.arguments import pointer
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import Count, command
from sgm_git.cli.patience import patience
from sgm_git.errors import UsageError
from sgm_git.report.history import (
    history_lines,
    history_object,
    latest_lines,
    latest_object,
    latest_table,
    revision_objects,
)
from sgm_git.workflows.history import latest, record_history

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation

_LATEST = 20
_KINDS = "annotations are named /annotations/kind=KIND"


class HistoryOptions(TypedDict):
    """The options of ``sgm history``."""

    field: str | None
    rev: str | None
    limit: int | None
    as_json: bool
    as_jsonl: bool


@command("history", example="sgm history dec-x\nsgm history dec-x --field /title\nsgm history -n 5")
@click.argument("ref", metavar="[ID]", required=False)
@click.option("--field", metavar="POINTER", help="Follow one field: only what changed it.")
@click.option("--rev", help="Begin at this commit, branch or tag.")
@click.option(
    "-n",
    "--limit",
    type=Count(),
    metavar="N",
    help=f"At most N versions; without an ID {_LATEST}, if not said otherwise.",
)
@click.option("--json", "as_json", is_flag=True, help="Give one JSON value.")
@click.option("--jsonl", "as_jsonl", is_flag=True, help="Give a version a line, as JSON.")
def history(invocation: Invocation, ref: str | None, **options: Unpack[HistoryOptions]) -> int:
    """Say who changed which field when.

    Of one record, the newest version first, with what git makes of each: signed, vouched,
    consistent, unknown or disputed. It is followed by its id, through renames and merges; one
    that is gone is found too. Annotations are followed by --field /annotations/kind=KIND.

    Without an ID: the latest changes of all records, one a line.
    """
    if ref is None:
        return _latest(invocation, options)
    store = open_store(invocation)
    field = None if options["field"] is None else pointer(options["field"])
    now = int(invocation.now())
    with patience(invocation):
        found = record_history(store.records, ref, now, rev=options["rev"], field=field)
    found = replace(found, revisions=found.revisions[: options["limit"]])
    if options["as_json"]:
        invocation.json(history_object(found))
    elif options["as_jsonl"]:
        invocation.jsonl(revision_objects(found.revisions))
    else:
        since = now if sys.stdout.isatty() else None
        invocation.lines(history_lines(found, invocation.style, since), page=True)
    if field is not None and not found.revisions:
        invocation.say(f"no version of {found.id} has {options['field']}; {_KINDS}")
    invocation.say(*found.notes)
    return 0


def _latest(invocation: Invocation, options: HistoryOptions) -> int:
    if options["field"] is not None:
        raise UsageError("a field of which record?", hint="sgm history ID --field POINTER")
    store, now = open_store(invocation), int(invocation.now())
    limit = options["limit"] or _LATEST
    with patience(invocation):
        found = latest(store.records, now, limit=limit, rev=options["rev"])
    if options["as_json"]:
        invocation.json(latest_object(found.revisions))
    elif options["as_jsonl"]:
        invocation.jsonl(revision_objects(found.revisions))
    elif sys.stdout.isatty():
        invocation.lines(latest_table(found.revisions, invocation.style, now), page=True)
    else:
        invocation.lines(latest_lines(found.revisions))
    invocation.say(*found.notes)
    return 0
