"""``sgm export``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.errors import Refused, UsageError
from sgm_git.report.escape import visible, visible_json
from sgm_git.workflows.exporters import TEXT_EXPORTERS, StoredDocument, okf_bundle
from sgm_git.workflows.exporting import export as read_export

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.entry import Entry


@command("export", example="sgm export > memory.jsonl\nsgm export --format okf -o bundle/")
@click.option(
    "--format",
    "form",
    type=click.Choice([*TEXT_EXPORTERS, "okf"]),
    default="jsonl",
    help="JSON lines (the default), one JSON value, or an Open Knowledge Format bundle.",
)
@click.option("--rev", help="Export what was there at this commit, branch or tag.")
@click.option("-o", "--output", metavar="PATH", help="Write there; okf needs a new folder.")
def export(invocation: Invocation, form: str, rev: str | None, output: str | None) -> int:
    """Write every record, as JSON lines, JSON or OKF.

    Each exactly as it is declared: sgm import brings the same records back. What cannot be read
    is named on standard error and makes status 1.
    """
    if form == "okf" and output is None:
        raise UsageError("okf is a folder of files", hint="name it: --output FOLDER")
    found = read_export(open_store(invocation).records, rev=rev)
    if form == "okf":
        _write_bundle(invocation, found.readable, Path(output or ""))
    else:
        records = [entry.record for entry in found.readable if entry.record is not None]
        _write_text(TEXT_EXPORTERS[form](records), output)
    invocation.tell(_unreadable(entry) for entry in found.unreadable)
    return int(bool(found.unreadable))


def _write_text(chunks: Iterable[bytes], output: str | None) -> None:
    if output is None and sys.stdout.isatty():
        for chunk in chunks:
            sys.stdout.write(visible_json(chunk.decode()))
        return
    sys.stdout.flush()
    with nullcontext(sys.stdout.buffer) if output is None else Path(output).open("wb") as target:
        for chunk in chunks:
            target.write(chunk)


def _write_bundle(invocation: Invocation, entries: tuple[Entry, ...], folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} is there already", hint="name a folder that is new or empty")
    one_root = len({entry.root.path for entry in entries}) == 1
    bundle = okf_bundle(
        StoredDocument(
            entry.root.below(entry.path) if one_root else entry.path, entry.data, entry.record
        )
        for entry in entries
        if entry.record is not None
    )
    for path, data in bundle.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    invocation.say(*bundle.problems)


def _unreadable(entry: Entry) -> str:
    why = entry.faults[0].message if entry.faults else "cannot be read"
    return visible(f"{entry.path}: not exported: {why}")
