"""Importers: what other tools keep as knowledge becomes drafts of records, and nothing else.

Everything here is pure: bytes and relative paths in, drafts and reasons out. Finding the files
(without following links), what is already in the store, ``agent``, ``origin``, ``source`` and the
commit are the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.decisions import read_decisions
from sgm_git.workflows.importers.detect import detect
from sgm_git.workflows.importers.drafts import Draft, Imported, Skipped, SourceFile
from sgm_git.workflows.importers.markdown import read_markdown
from sgm_git.workflows.importers.okf import read_okf
from sgm_git.workflows.importers.sgm_json import read_json, read_jsonl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["IMPORTERS", "Draft", "Imported", "Importer", "Skipped", "SourceFile", "detect"]


@dataclass(frozen=True, slots=True)
class Importer:
    """A format that can be read: ``read`` takes all files of a source at once."""

    name: str
    summary: str
    read: Callable[[Iterable[SourceFile]], Imported]


IMPORTERS = {
    importer.name: importer
    for importer in (
        Importer("jsonl", "SGM records, one JSON object a line", read_jsonl),
        Importer("json", "SGM records: one, a list, or what a JSON export is", read_json),
        Importer("markdown", "a folder of Markdown with any front matter, or none", read_markdown),
        Importer("madr", "decision records of MADR 2, 3 and 4", read_decisions),
        Importer("nygard", "decision records with a Status section", read_decisions),
        Importer("okf", "a bundle of the Open Knowledge Format 0.2", read_okf),
    )
}
