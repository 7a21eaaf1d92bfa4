"""Markdown files of a source, parsed once: their fields, their body, or why they are left out."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from sgm_git.document.read import read
from sgm_git.document.split import body_text, content_span, split
from sgm_git.policy.config import StoreConfig
from sgm_git.workflows.importers.drafts import Skipped, SourceFile
from sgm_git.workflows.importers.lenient import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.document.document import Document
    from sgm_git.document.read import Reading
    from sgm_git.findings import Fault
    from sgm_git.record.value import JsonObject, JsonValue

SUFFIXES = (".md", ".markdown", ".mdc")
RESERVED = ("index.md", "log.md")
IGNORED = (*StoreConfig().ignore, *RESERVED, "readme.md")
"""Names of files that hold no records, as in a store (DESIGN section 4)."""
_NO_FRONT_MATTER = frozenset({"F101", "F102"})
_NOT_YAML = frozenset({"F103", "F104", "F108"})


@dataclass(frozen=True, slots=True)
class MarkdownDocument:
    """One Markdown file: its front-matter fields as typed, without the body, and the body."""

    path: str
    fields: JsonObject
    body: str | None
    notes: tuple[str, ...] = ()

    @property
    def is_sgm(self) -> bool:
        """Whether it states a type and SGM provenance or annotations: it is taken as it is."""
        return is_text(self.fields.get("type")) and (
            isinstance(self.fields.get("provenance"), dict)
            or _are_annotations(self.fields.get("annotations"))
        )


def read_documents(
    sources: Iterable[SourceFile], ignore: Sequence[str]
) -> tuple[list[MarkdownDocument], list[Skipped]]:
    """Read all Markdown files in the order of their paths; what is left out has a reason.

    ``ignore`` has patterns of file names that hold no records.
    """
    documents: list[MarkdownDocument] = []
    skipped: list[Skipped] = []
    for source in sorted(sources, key=lambda source: source.path):
        reason = _reason_to_ignore(source.path, ignore)
        found = Skipped(source.path, reason) if reason else read_document(source)
        if isinstance(found, Skipped):
            skipped.append(found)
        else:
            documents.append(found)
    return documents, skipped


def read_document(source: SourceFile) -> MarkdownDocument | Skipped:
    """Read one file; front matter that is not YAML is read line by line and said so."""
    if b"\0" in source.data:
        return Skipped(source.path, "has NUL bytes, so it is no text", is_fault=True)
    reading = read(source.data)
    codes = {fault.code for fault in reading.faults}
    if codes <= _NO_FRONT_MATTER and reading.document is None:
        return _whole_text(source, is_open="F102" in codes)
    found = _with_front_matter(source, reading, codes)
    if found is None or (found.is_sgm and codes):
        return Skipped(source.path, _reason(reading.faults[0]), is_fault=True)
    return found


def is_ignored(path: str, ignore: Iterable[str]) -> str | None:
    """Give the pattern by which a file's name is ignored, ``None`` if it is not."""
    name = path.rpartition("/")[2]
    return next((pattern for pattern in ignore if fnmatchcase(name, pattern)), None)


def is_text(value: JsonValue) -> bool:
    """Whether a value is a string with something in it."""
    return isinstance(value, str) and bool(value.strip())


def _with_front_matter(
    source: SourceFile, reading: Reading, codes: set[str]
) -> MarkdownDocument | None:
    if reading.document is not None and codes <= {"F111"}:
        return _as_read(source.path, reading.document)
    return _line_by_line(source, reading.faults[0]) if codes <= _NOT_YAML else None


def _as_read(path: str, document: Document) -> MarkdownDocument:
    fields = dict(document.record)
    if document.content_span is None and document.text[document.body :].strip():
        body = _body(document.text, document.body, document.eol)
    elif isinstance(fields.get("content"), str):
        body = str(fields.pop("content"))
    else:
        body = None
    return MarkdownDocument(path, fields, body)


def _whole_text(source: SourceFile, *, is_open: bool) -> MarkdownDocument:
    text = source.data.decode().removeprefix("\ufeff")
    eol = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    body = _body(eol + text, 0, eol)  # as if a fence stood before it
    notes = ("the front matter is not closed: all of the file is content",) if is_open else ()
    return MarkdownDocument(source.path, {}, body or None, notes)


def _line_by_line(source: SourceFile, fault: Fault) -> MarkdownDocument | None:
    """Give the document, ``None`` for an SGM record: of such nothing may be guessed."""
    text = source.data.decode().removeprefix("\ufeff")
    parts = split(text)
    fields = read_lines(body_text(text[slice(*parts.front)], parts.eol))
    if fields.keys() & {"annotations", "provenance"}:
        return None
    note = f"the front matter is not YAML and was read line by line ({_reason(fault)})"
    return MarkdownDocument(source.path, fields, _body(text, parts.body, parts.eol), (note,))


def _body(text: str, start: int, eol: str) -> str | None:
    place = content_span(text, start, eol)
    return None if place is None else body_text(text[slice(*place)], eol)


def _reason(fault: Fault) -> str:
    place = f" (line {fault.span.line}, column {fault.span.column})" if fault.span else ""
    return f"{fault.code} {fault.message}{place}"


def _reason_to_ignore(path: str, ignore: Sequence[str]) -> str | None:
    *folders, name = path.split("/")
    if any(part.startswith(".") for part in (*folders, name)):
        return "hidden: its path begins with a dot"
    if not name.casefold().endswith(SUFFIXES):
        return "not a Markdown file"
    pattern = is_ignored(path, ignore)
    return f"holds no record: its name is ignored ({pattern})" if pattern else None


def _are_annotations(value: JsonValue) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) and is_text(item.get("kind")) for item in value)
    )
