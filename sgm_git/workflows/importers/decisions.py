"""Decision records of MADR 2 to 4 and of Nygard's form become decisions.

The body stays as it is; what a record states about itself is kept in the source's own words
(``source_status``, ``source_date``, front-matter fields) and said once more in SGM's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.dates import first_created_at
from sgm_git.workflows.importers.documents import IGNORED, is_text, read_documents
from sgm_git.workflows.importers.drafting import (
    draft_all,
    file_title,
    finished,
    free_name,
    kept_fields,
)
from sgm_git.workflows.importers.drafts import Draft, Skipped
from sgm_git.workflows.importers.naming import decision_id
from sgm_git.workflows.importers.outline import Outline, plain_name
from sgm_git.workflows.importers.rationale import rationale_of
from sgm_git.workflows.importers.relations import relations
from sgm_git.workflows.importers.stated import stated_by
from sgm_git.workflows.importers.status import own_words, status_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.importers.documents import MarkdownDocument
    from sgm_git.workflows.importers.drafts import Imported, SourceFile
    from sgm_git.workflows.importers.linking import Catalogue
    from sgm_git.workflows.importers.relations import Relation
    from sgm_git.workflows.importers.stated import Stated

_SHOWN = 60
_NO_DECISION = "no decision record: it states no status and has none of the usual headings"
_TEMPLATES = ("adr-template*", "*[0-9]-template.md", "template*.md")
_HEADINGS = frozenset(("status", "decision", "decision outcome", "considered options"))
_NUMBER = re.compile(
    r"(?:adr|decision(?: record)?)[ #_-]*\d+(?:[ \t]*[.):\u2013\u2014-])*[ \t]+"
    r"|\d+(?:[.):]|[ \t]+[\u2013\u2014-])[ \t]+|0\d{2,}[ \t]+",
    re.IGNORECASE,
)


def read_decisions(sources: Iterable[SourceFile]) -> Imported:
    """Give a decision for each decision record; templates and other texts are skipped."""
    documents, skipped = read_documents(sources, (*IGNORED, *_TEMPLATES))
    found: list[MarkdownDocument] = []
    for document in documents:
        if document.is_sgm or _is_decision(document):
            found.append(document)
        else:
            skipped.append(Skipped(document.path, _NO_DECISION))
    return draft_all(found, skipped, lambda document: decision_id(document.path), _draft)


def _is_decision(document: MarkdownDocument) -> bool:
    outline = Outline(document.body or "")
    names = {plain_name(heading.title) for heading in outline.headings}
    return bool(names & _HEADINGS or stated_by(document.fields, outline).words)


def _draft(document: MarkdownDocument, catalogue: Catalogue) -> Draft:
    outline = Outline(document.body or "")
    stated = stated_by(document.fields, outline)
    found = relations(stated.words, document.path, catalogue)
    related = [relation for relation in found if relation.path != document.path]
    created, notes = first_created_at(stated.dates)
    record: JsonObject = {
        "id": catalogue.ids[document.path],
        "type": "decision",
        "title": _title(document, outline),
    }
    annotations = _annotations(stated, related, outline, catalogue)
    if annotations:
        record["annotations"] = annotations
    record |= _kept(document.fields, stated)
    links = [catalogue.ids[relation.path] for relation in related if relation.path]
    return Draft(
        finished(record, document, catalogue, links),
        document.path,
        notes=(*document.notes, *notes, *_notes(stated, related)),
        created=created,
    )


def _title(document: MarkdownDocument, outline: Outline) -> str:
    """Give the title without the number that is in the id already."""
    stated = document.fields.get("title")
    typed = str(stated) if is_text(stated) else outline.title
    if typed is None:
        return file_title(document.path.rpartition("/")[2].lstrip("0123456789-_ "))
    match = _NUMBER.match(typed)
    return (typed[match.end() :].strip() if match else "") or typed


def _annotations(
    stated: Stated, related: Sequence[Relation], outline: Outline, catalogue: Catalogue
) -> list[JsonValue]:
    pairs = [("rationale", rationale_of(outline)), ("status", status_of(stated.words))]
    for relation in related:
        ends = relation.kind == "superseded_by" or not relation.partial
        if relation.path and ends and relation.kind != "related":
            pairs.append((relation.kind, catalogue.ids[relation.path]))
    return [{"kind": kind, "value": value} for kind, value in dict.fromkeys(pairs) if value]


def _kept(fields: JsonObject, stated: Stated) -> JsonObject:
    """Give what stays in the source's own words: all of its fields, its status, its date."""
    date = next(iter(stated.dates), None)
    moved = {name for name, value in fields.items() if value is stated.status or value is date}
    moved = {name for name in moved if name.casefold() in {"status", "date"}}
    moved |= {"title"} if is_text(fields.get("title")) else set()
    kept = stated.fields | kept_fields(fields, moved)
    words = own_words(stated.status) if isinstance(stated.status, str) else stated.status
    for name, value in (("status", words), ("date", date)):
        if value is not None:
            kept[free_name(name, kept)] = value
    return kept


def _notes(stated: Stated, related: Iterable[Relation]) -> list[str]:
    status, own = status_of(stated.words), stated.words.strip().split("\n", 1)[0][:_SHOWN]
    changed = status is not None and own.casefold() != status
    notes = [f'status "{own}" is read as {status}'] if changed else []
    if stated.undecided is not None:
        left = stated.undecided[:_SHOWN]
        notes.append(f"its status still lists the choices of the template: {left}")
    return notes + [
        f"{relation.kind.replace('_', ' ')} {relation.text}: not among the sources"
        for relation in related
        if relation.path is None
    ]
