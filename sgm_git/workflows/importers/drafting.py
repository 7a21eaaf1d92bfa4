"""From documents to drafts: whose id is whose, and whose field is whose.

A document that is an SGM record already is taken as it is. Of any other, all fields are kept
under their own names, but for those that would mean something in an SGM record and were not
written for one (``scope``, ``aliases``...): these get ``source_`` in front.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.dates import first_created_at
from sgm_git.workflows.importers.documents import is_text
from sgm_git.workflows.importers.drafts import Draft, Imported, Skipped
from sgm_git.workflows.importers.linking import Catalogue
from sgm_git.workflows.importers.naming import assign, plain_id
from sgm_git.workflows.importers.outline import Outline

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.importers.documents import MarkdownDocument

_OWN = frozenset(
    ("id", "type", "title", "content", "scope", "annotations", "provenance", "aliases")
)


def draft_all(
    documents: Sequence[MarkdownDocument],
    skipped: Iterable[Skipped],
    wanted: Callable[[MarkdownDocument], str],
    draft: Callable[[MarkdownDocument, Catalogue], Draft],
) -> Imported:
    """Give what documents and files skipped before come to.

    ``wanted`` gives the id of a document that is no SGM record, ``draft`` its record. An SGM
    record whose id is taken by another document is skipped, for it must not be renamed.
    """
    catalogue, repeated = _identify(documents, wanted)
    drafts = tuple(
        _sgm_draft(document, catalogue) if document.is_sgm else draft(document, catalogue)
        for document in documents
        if document.path in catalogue.ids
    )
    left_out = sorted((*skipped, *repeated), key=lambda item: item.source_path)
    return Imported(drafts, tuple(left_out))


def _identify(
    documents: Sequence[MarkdownDocument], wanted: Callable[[MarkdownDocument], str]
) -> tuple[Catalogue, list[Skipped]]:
    unnamed: list[tuple[str, str]] = []
    owners: dict[str, str] = {}
    skipped: list[Skipped] = []
    for document in documents:
        path, stated = document.path, document.fields.get("id")
        if not (document.is_sgm and "id" in document.fields):
            unnamed.append((path, wanted(document)))
        elif not isinstance(stated, str) or not stated:
            skipped.append(Skipped(path, "its id is not a text", is_fault=True))
        elif owners.setdefault(stated, path) != path:
            skipped.append(
                Skipped(
                    path, f'its id "{stated}" is that of {owners[stated]} already', is_fault=True
                )
            )
    ids = {path: name for name, path in owners.items()}
    return Catalogue(ids | assign(unnamed, owners)), skipped


def _sgm_draft(document: MarkdownDocument, catalogue: Catalogue) -> Draft:
    record: JsonObject = {"id": catalogue.ids[document.path], **document.fields}
    if document.body is not None:
        record["content"] = document.body
    return Draft(record, document.path, notes=document.notes)


def note_draft(
    document: MarkdownDocument,
    catalogue: Catalogue,
    *,
    title: str | None,
    dates: Iterable[JsonValue],
) -> Draft:
    """Give the record of a note or concept: its fields kept, its links to others as links.

    ``title`` stands in where the document states none, ``fact`` for a missing type.
    """
    fields, path = document.fields, document.path
    own: JsonObject = {"id": catalogue.ids[path], "type": "fact"}
    taken = {"id"} if fields.get("id") == own["id"] else set()
    taken |= {name for name in ("type", "title") if is_text(fields.get(name))}
    record = own | {"title": title or file_title(path)} | {n: fields[n] for n in taken}
    created, notes = first_created_at(dates)
    if "id" in fields and "id" not in taken:
        notes = (*notes, "the id that it states cannot be its id; kept as source_id")
    return Draft(
        finished(record | kept_fields(fields, taken), document, catalogue),
        path,
        notes=document.notes + notes,
        created=created,
    )


def finished(
    record: JsonObject,
    document: MarkdownDocument,
    catalogue: Catalogue,
    links: Sequence[str] = (),
) -> JsonObject:
    """Add a document's body and, after the given link targets, what the body links to."""
    targets = [link.target for link in Outline(document.body or "").links()]
    ids = dict.fromkeys([*links, *catalogue.linked_ids(targets, document.path)])
    if document.body is not None:
        record["content"] = document.body
    if ids:
        record["provenance"] = {"links": [*ids]}
    return record


def kept_fields(fields: JsonObject, taken: Collection[str]) -> JsonObject:
    """Give the fields that are not ``taken``, without a clash with those of an SGM record."""
    kept: JsonObject = {}
    for name, value in fields.items():
        if name not in taken:
            kept[free_name(name, fields) if name in _OWN else name] = value
    return kept


def free_name(name: str, fields: Collection[str]) -> str:
    """Give ``source_`` and the name, with underscores behind until no field has that name."""
    free = f"source_{name}"
    while free in fields:
        free += "_"
    return free


def file_title(path: str) -> str:
    """Give a file's name as words."""
    stem = posixpath.splitext(posixpath.basename(path))[0]
    return stem.replace("-", " ").replace("_", " ").strip() or stem


def stated_or(document: MarkdownDocument, otherwise: Callable[[str], str]) -> str:
    """Give the id that a document states for itself, else the one of its path."""
    return plain_id(document.fields.get("id")) or otherwise(document.path)
