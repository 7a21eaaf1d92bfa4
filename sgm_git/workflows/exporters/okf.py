"""A bundle of the Open Knowledge Format 0.2: the documents as they are stored, and indexes.

A stored document is a concept already (front matter with a type, and a body), so it goes out
byte for byte. What a bundle has besides is an ``index.md`` in each folder, which lists what is
there by type, with titles and descriptions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.value import JsonObject

_ROOT = '---\nokf_version: "0.2"\n---\n\n'
_MARKUP = {ord(mark): f"\\{mark}" for mark in "\\[]<>"}


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A record as it is stored: its path in the bundle (``/`` between folders), bytes, value."""

    path: str
    data: bytes
    record: JsonObject


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a bundle by path, and what keeps it from being a conformant one."""

    files: dict[str, bytes]
    problems: tuple[str, ...]


def okf_bundle(documents: Iterable[StoredDocument]) -> Bundle:
    """Give the bundle that holds the documents; a record without a type is a problem of it."""
    ordered = sorted(documents, key=lambda document: document.path)
    files = {document.path: document.data for document in ordered}
    for folder, entries in _folders(ordered).items():
        index = _index(entries, is_root=not folder)
        files.setdefault(f"{folder}/index.md".lstrip("/"), index.encode())
    problems = (f"{d.path} has no type, which OKF requires" for d in ordered if not _type(d))
    return Bundle(dict(sorted(files.items())), tuple(problems))


def _folders(documents: Iterable[StoredDocument]) -> dict[str, dict[str, StoredDocument | None]]:
    """Give for each folder the names in it: a document, or ``None`` for a folder."""
    folders: dict[str, dict[str, StoredDocument | None]] = {"": {}}
    for document in documents:
        folder, _, name = document.path.rpartition("/")
        folders.setdefault(folder, {})[name] = document
        while folder:
            above, _, name = folder.rpartition("/")
            folders.setdefault(above, {})[name] = None
            folder = above
    return folders


def _index(entries: dict[str, StoredDocument | None], *, is_root: bool) -> str:
    groups: dict[str, list[str]] = {}
    for name, document in sorted(entries.items()):
        heading = "Subdirectories" if document is None else _line(_type(document) or "Untyped")
        groups.setdefault(heading, []).append(_entry(name, document))
    sections = (f"# {heading}\n\n" + "".join(lines) for heading, lines in sorted(groups.items()))
    return (_ROOT if is_root else "") + "\n".join(sections)


def _entry(name: str, document: StoredDocument | None) -> str:
    if document is None:
        return f"* [{_line(name)}]({quote(name, errors='surrogateescape')}/index.md)\n"
    title = _line(_text(document.record, "title")) or _line(name)
    description = _line(_text(document.record, "description"))
    return f"* [{title}]({quote(name, errors='surrogateescape')})" + (
        f" - {description}\n" if description else "\n"
    )


def _type(document: StoredDocument) -> str:
    return _text(document.record, "type").strip()


def _text(record: JsonObject, name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _line(text: str) -> str:
    """Give a text as one line of Markdown that shows as it is and does nothing."""
    visible = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(visible.split()).translate(_MARKUP)
