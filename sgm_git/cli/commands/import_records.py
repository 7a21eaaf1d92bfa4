"""``sgm import``."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.late import load_progress
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.places import home_of
from sgm_git.cli.writing import without_expect
from sgm_git.report.imports import import_lines, import_notes, import_object, import_summary
from sgm_git.workflows.importers import IMPORTERS
from sgm_git.workflows.importing import ImportOptions, import_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.importing import ImportReport


class _Options(TypedDict):
    form: str
    dry_run: bool
    agent: str | None
    origin: str
    session: str | None
    with_edits: bool
    no_commit: bool
    as_json: bool


@command("import", example="sgm import docs/decisions --dry-run\nsgm import memory.jsonl")
@click.argument("source")
@click.option(
    "--from",
    "form",
    type=click.Choice(["auto", *IMPORTERS]),
    default="auto",
    help="What the source is, if it is not to be told from its files.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be done, and do nothing.")
@click.option("--agent", metavar="NAME", help="Who brings them in, if not you.")
@click.option("--origin", default="import", metavar="WAY", help="The way in, if not import.")
@click.option("--session", metavar="ID", help="The tool session.  [env: SGM_SESSION]")
@click.option("--with-edits", is_flag=True, help="Take uncommitted edits of its records along.")
@click.option("--no-commit", is_flag=True, help="Write the files, leave the commit to you.")
@click.option("--json", "as_json", is_flag=True, help="Say what was done as JSON.")
@without_expect(
    "import brings many records, and a blob is the file of one",
    hint='put a record that you have seen: sgm apply, {"op": "put", ..., "expect": BLOB}',
)
def import_records(invocation: Invocation, source: str, **options: Unpack[_Options]) -> int:
    """Bring in records from files of many kinds.

    SOURCE is a file or a folder. All of it becomes one commit; what is there already stays, and
    to import again changes nothing. Ends with status 1 where a record was
    refused or could not be read.
    """
    store = open_store(invocation)
    actor = store.actor(options["agent"], origin=options["origin"], session=options["session"])
    with _progress() as progress:
        report = import_source(
            store.records,
            Path(source),
            actor,
            ImportOptions(
                format=options["form"],
                dry_run=options["dry_run"],
                origin=options["origin"],
                with_edits=options["with_edits"],
                commit=False if options["no_commit"] else None,
                home=home_of(store.repository),
                progress=progress,
            ),
        )
    if options["as_json"]:
        invocation.json(import_object(report))
    else:
        _show(invocation, report, dry_run=options["dry_run"])
    return int(not report.is_complete)


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, where a person can see it."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = load_progress()(sys.stderr, "importing")
    try:
        yield bar
    finally:
        bar.close()


def _show(invocation: Invocation, report: ImportReport, *, dry_run: bool) -> None:
    invocation.lines(import_lines(report, dry_run=dry_run))
    invocation.say(import_summary(report, dry_run=dry_run), *import_notes(report, dry_run=dry_run))
