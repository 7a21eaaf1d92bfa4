"""``sgm sync``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.errors import UsageError
from sgm_git.report.syncing import sync_lines, sync_notes, sync_object
from sgm_git.workflows.syncing.model import Step, SyncWish
from sgm_git.workflows.syncing.synchronise import synchronise

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.syncing.model import SyncReport

_WAITING = "speaking to the remote, and checking what comes and what goes"


class _Options(TypedDict):
    dry_run: bool
    as_json: bool
    goes_on: bool
    gives_up: bool


@command("sync", example="sgm sync\nsgm sync --dry-run\nsgm sync --continue")
@click.argument("remote", required=False)
@click.option("--dry-run", is_flag=True, help="Say what would come and go; move nothing.")
@click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")
@click.option("--continue", "goes_on", is_flag=True, help="Go on: the conflicts are resolved.")
@click.option("--abort", "gives_up", is_flag=True, help="Give it up: all is as it was before.")
def sync(invocation: Invocation, remote: str | None, **options: Unpack[_Options]) -> int:
    """Bring this branch and the one at a remote together.

    Fetches, puts your commits on top (or merges, see sync.mode of .sgm/config.toml), checks what
    comes and what goes, and pushes; never by force, and nothing is committed. REMOTE is a name of
    git remote; without it, the one that the branch follows. At a conflict it stops as git does:
    edit, git add, then --continue. Ends with status 1 where you have to look.
    """
    wish = _wish(remote, options)
    store = open_store(invocation, despite_head=True)
    with patience(invocation, _WAITING):
        report = synchronise(store.records, wish)
    _tell(invocation, report, as_json=options["as_json"])
    return report.exit_status


def _wish(remote: str | None, options: _Options) -> SyncWish:
    if sum((options["dry_run"], options["goes_on"], options["gives_up"])) > 1:
        raise UsageError("--dry-run, --continue and --abort exclude each other")
    if options["gives_up"]:
        if remote is not None:
            raise UsageError("--abort takes no remote")
        return SyncWish(step=Step.ABORT)
    return SyncWish(remote, options["dry_run"], Step.CONTINUE if options["goes_on"] else Step.BEGIN)


def _tell(invocation: Invocation, report: SyncReport, *, as_json: bool) -> None:
    if as_json:
        invocation.json(sync_object(report))
    else:
        invocation.lines(sync_lines(report))
    if report.trouble is not None or not invocation.quiet:
        invocation.tell(sync_notes(report, invocation.error_style))
