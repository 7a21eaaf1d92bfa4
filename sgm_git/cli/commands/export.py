"""``sgm export``."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.errors import Refused, UsageError
from sgm_git.report.escape import visible, visible_json
from sgm_git.witness.effective import effective_object
from sgm_git.workflows.exporters import TEXT_EXPORTERS, StoredDocument, okf_bundle
from sgm_git.workflows.exporting import export as read_export
from sgm_git.workflows.knowing import Knowledge, know, know_if_possible, undeclared_edits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonObject
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
@click.option(
    "--effective", is_flag=True, help="Say beside each record what is known of its provenance."
)
def export(
    invocation: Invocation, form: str, rev: str | None, output: str | None, *, effective: bool
) -> int:
    """Write every record, as JSON lines, JSON or OKF.

    Each exactly as it is declared: sgm import brings the same records back. With --effective each
    is {id, record, effective, witness}, the gaps in its provenance filled from history. What
    cannot be read is named on standard error and makes status 1.
    """
    _refuse_misuse(form, output, effective=effective)
    store, now = open_store(invocation), int(invocation.now())
    with patience(invocation):
        found = read_export(store.records, rev=rev)
        everything = found.readable + found.unreadable
        ask = know if effective else know_if_possible
        known = ask(store.records, everything, now, rev=rev) if found.readable else Knowledge()
    if form == "okf":
        _write_bundle(invocation, found.readable, Path(output or ""))
    else:
        values = _values(found.readable, known if effective else None)
        _write_text(TEXT_EXPORTERS[form](values), output)
    if effective:
        invocation.say(*known.notes)
    else:
        invocation.say(*_undeclared(found.readable, known))
    invocation.tell(_unreadable(entry) for entry in found.unreadable)
    return int(bool(found.unreadable))


def _refuse_misuse(form: str, output: str | None, *, effective: bool) -> None:
    if form != "okf":
        return
    if effective:
        raise UsageError("okf holds records as they are declared", hint="--format jsonl or json")
    if output is None:
        raise UsageError("okf is a folder of files", hint="name it: --output FOLDER")


def _values(entries: Iterable[Entry], known: Knowledge | None) -> Iterator[JsonObject]:
    """The records as they are declared, or with what is known of each."""
    for entry in entries:
        record = entry.record or {}
        yield record if known is None else effective_object(record, known.by_path[entry.path])


def _undeclared(entries: Sequence[Entry], known: Knowledge) -> Iterator[str]:
    """The one line that warns of edits which the records themselves do not tell of."""
    number = undeclared_edits(entries, known)
    if number:
        edited = "1 record was edited and does" if number == 1 else f"{number} were edited and do"
        yield f"{edited} not say so, but git does: sgm export --effective"
    elif not known.by_path:
        yield from known.notes


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
