"""What a write did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.store.transaction import WriteResult


def result_lines(result: WriteResult) -> Iterator[str]:
    """Give ``ACTION ID PATH`` for each record that was asked for; ``same``: it is so already."""
    for written in result.written:
        yield f"{written.action} {visible(written.id)} {visible(written.path)}"


def result_notes(result: WriteResult) -> Iterator[str]:
    """Give what a person wants to know besides: the commit, and what was not done."""
    if all(written.action == "same" for written in result.written):
        yield "nothing to change"
    else:
        yield from committed(result.commit) or ["written, not committed"]
    yield from result.notes


def committed(commit: str | None) -> list[str]:
    """Give the sentence that names a new commit; nothing where there is none."""
    return [f"committed as {short(commit)}"] if commit else []


def result_object(result: WriteResult) -> JsonObject:
    """Give ``{commit, written: [{action, id, path, blob}], findings, notes}``."""
    return {
        "commit": result.commit,
        "written": [
            {"action": w.action, "id": w.id, "path": w.path, "blob": w.blob} for w in result.written
        ],
        "findings": [finding_object(finding) for finding in result.findings],
        "notes": list(result.notes),
    }
