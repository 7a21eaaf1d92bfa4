"""What an import did, or would do."""

from __future__ import annotations

import shlex
from posixpath import commonpath
from typing import TYPE_CHECKING

from sgm_git.policy.config import CONFIG_PATH
from sgm_git.record.masking import masked
from sgm_git.report.escape import visible
from sgm_git.report.findings import counted, finding_object
from sgm_git.report.results import committed
from sgm_git.workflows.sources import READABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.importers import Skipped
    from sgm_git.workflows.importing import ImportedRecord, ImportReport, Outcome

_PLAIN: tuple[Outcome, ...] = ("added", "changed", "same")
_TO_COME = {
    "added": "would add",
    "changed": "would change",
    "skipped": "would skip",
    "refused": "would refuse",
}


def import_lines(report: ImportReport, *, dry_run: bool = False) -> Iterator[str]:
    """Give a line for each record that is not as it was, and for each that was left out.

    After a ``dry_run``: that would not be.
    """
    words = _TO_COME if dry_run else {}
    for record in report.records:
        if record.outcome != "same":
            notes = f": {'; '.join(record.notes)}" if record.notes else ""
            word = words.get(record.outcome, record.outcome)
            yield visible(f"{word} {record.id} from {record.source_path}{notes}")
    for left_out, word in ((report.skipped, "skipped"), (report.refused, "refused")):
        for skipped in left_out:
            yield visible(f"{words.get(word, word)} {_place(skipped)}: {skipped.reason}")


def import_summary(report: ImportReport, *, dry_run: bool) -> str:
    """Give the counts as one sentence, with the format that was read."""
    counts = [f"{report.count(outcome)} {outcome}" for outcome in _PLAIN]
    edited = report.count("edited here")
    counts += [f"{edited} edited here and left alone"] if edited else []
    counts += [f"{len(report.skipped)} skipped"]
    counts += [f"{len(report.refused)} refused"] if report.refused else []
    would = "would be: " if dry_run else ""
    return f"{report.format}: {would}{', '.join(counts)}"


def import_notes(report: ImportReport, *, dry_run: bool) -> Iterator[str]:
    """Give what a person wants to know besides, a sentence each; findings only by number."""
    yield from _found(report, dry_run=dry_run)
    yield from [] if dry_run else committed(report.commit) or _not_committed(report)
    yield from report.notes


def _found(report: ImportReport, *, dry_run: bool) -> Iterator[str]:
    """Say what there is to know of the records themselves."""
    if report.sharded:
        layout = "would lie" if dry_run else "lie"
        yield f"so many records {layout} in folders by shard: {CONFIG_PATH} has the new layout"
    if report.findings:
        verb = "would show" if dry_run else "shows"
        them = "it" if len(report.findings) == 1 else "them"
        yield f"{counted(report.findings)}: sgm check {verb} {them}"
    if not (report.records or report.refused):
        yield f"nothing to import there: records are looked for in {', '.join(READABLE)}"


def _not_committed(report: ImportReport) -> Iterator[str]:
    """Say that the files were written, and how to commit them."""
    written = [each.path for each in report.records if each.outcome in ("added", "changed")]
    if written:
        folder = written[0] if len(written) == 1 else commonpath(written)
        places = [folder, *([CONFIG_PATH] if report.sharded else [])]
        command = shlex.join(["git", "add", "--", *(f":/{place}" for place in places)])
        yield f"written, not committed: {visible(command)} && git commit"


def import_object(report: ImportReport) -> JsonObject:
    """Give ``{format, records, skipped, refused, findings, commit, sharded, notes}``."""
    return {
        "format": report.format,
        "records": [_record_object(record) for record in report.records],
        "skipped": [_skipped_object(skipped) for skipped in report.skipped],
        "refused": [_skipped_object(skipped) for skipped in report.refused],
        "findings": [finding_object(finding) for finding in report.findings],
        "commit": report.commit,
        "sharded": report.sharded,
        "notes": list(report.notes),
    }


def _record_object(record: ImportedRecord) -> JsonObject:
    return {
        "id": record.id,
        "path": record.path,
        "source_path": record.source_path,
        "outcome": record.outcome,
        "notes": list(record.notes),
    }


def _skipped_object(skipped: Skipped) -> JsonObject:
    return {
        "source_path": masked(skipped.source_path),
        "line": skipped.line,
        "reason": skipped.reason,
    }


def _place(skipped: Skipped) -> str:
    line = "" if skipped.line is None else f":{skipped.line}"
    return f"{skipped.source_path}{line}"
