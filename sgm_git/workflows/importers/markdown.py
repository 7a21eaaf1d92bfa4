"""A folder of Markdown, with or without front matter: each file is one record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.importers.documents import IGNORED, read_documents
from sgm_git.workflows.importers.drafting import draft_all, note_draft, stated_or
from sgm_git.workflows.importers.naming import note_id
from sgm_git.workflows.importers.outline import Outline

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.workflows.importers.documents import MarkdownDocument
    from sgm_git.workflows.importers.drafts import Draft, Imported, SourceFile
    from sgm_git.workflows.importers.linking import Catalogue

_DATES = ("created_at", "created", "date", "published", "timestamp")


def read_markdown(sources: Iterable[SourceFile]) -> Imported:
    """Give a record for each Markdown file.

    The type is the one in the front matter, else ``fact``; the title is the one there, else the
    first heading, else the file's name; everything else in the front matter stays as it is.
    """
    documents, skipped = read_documents(sources, IGNORED)
    return draft_all(documents, skipped, _wanted_id, _draft)


def _wanted_id(document: MarkdownDocument) -> str:
    return stated_or(document, note_id)


def _draft(document: MarkdownDocument, catalogue: Catalogue) -> Draft:
    title = Outline(document.body or "").title
    dates = [document.fields.get(name) for name in _DATES]
    return note_draft(document, catalogue, title=title, dates=dates)
