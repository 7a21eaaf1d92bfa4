"""Bundles of the Open Knowledge Format 0.2: each concept document is one record.

A concept keeps its type, whatever it is, and all its fields: OKF's ``status``, ``sources`` or
``stale_after`` are unknown fields of the record, not SGM's annotations of those names. Concepts
have no id but their path; ``index.md`` and ``log.md`` are reserved names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.importers.documents import RESERVED, is_text, read_documents
from sgm_git.workflows.importers.drafting import draft_all, note_draft, stated_or
from sgm_git.workflows.importers.drafts import Skipped
from sgm_git.workflows.importers.naming import note_id

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.workflows.importers.documents import MarkdownDocument
    from sgm_git.workflows.importers.drafts import Draft, Imported, SourceFile
    from sgm_git.workflows.importers.linking import Catalogue


def read_okf(sources: Iterable[SourceFile]) -> Imported:
    """Give a record for each concept of a bundle; our own bundles give their records back."""
    documents, skipped = read_documents(sources, RESERVED)
    concepts: list[MarkdownDocument] = []
    for document in documents:
        if is_text(document.fields.get("type")):
            concepts.append(document)
        else:
            skipped.append(Skipped(document.path, "no OKF concept: it states no type"))
    return draft_all(concepts, skipped, _wanted_id, _draft)


def _wanted_id(document: MarkdownDocument) -> str:
    return stated_or(document, note_id)


def _draft(document: MarkdownDocument, catalogue: Catalogue) -> Draft:
    generated = document.fields.get("generated")
    made = generated.get("at") if isinstance(generated, dict) else None
    dates = [made, document.fields.get("timestamp")]
    return note_draft(document, catalogue, title=None, dates=dates)
