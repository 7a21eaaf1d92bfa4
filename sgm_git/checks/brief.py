"""What is kept of a document for the rules about a store, once the document itself is let go.

A store of a hundred thousand records fits in memory only so: each document is parsed, judged by
itself and forgotten, and read again only where one of these rules has something to say about it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.findings import Fault
from sgm_git.record import fields
from sgm_git.record.pointer import render

if TYPE_CHECKING:
    from sgm_git.checks.case import Subject
    from sgm_git.findings import Fix
    from sgm_git.policy.paths import Root
    from sgm_git.record.fields import Reference
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject

_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True, eq=False)
class Brief:
    """One document in short; nothing but ``path``, ``root`` and ``digest`` where it has no id.

    ``digest`` is that of the file's bytes. ``former`` is the id of the record that stood at this
    path before, where that is known; ``superseded`` is where its status says so. ``wanted`` is
    where the root's layout puts it, None where it lies there or nowhere better.
    """

    path: str
    root: Root
    digest: bytes
    id: str | None = None
    type: str | None = None
    aliases: tuple[str, ...] = ()
    former: str | None = None
    links: tuple[Reference, ...] = ()
    superseded_by: tuple[Reference, ...] = ()
    supersedes: tuple[Reference, ...] = ()
    superseded: Pointer | None = None
    wanted: str | None = None

    def fault(
        self, code: str, message: str, pointer: Pointer | None = None, fix: Fix | None = None
    ) -> Fault:
        """A fault about a value; its place in the text is looked up later (``Stock.placed``)."""
        return Fault(code, message, pointer=None if pointer is None else render(pointer), fix=fix)


def brief_of(subject: Subject) -> Brief:
    """Give what is kept of a document."""
    digest = hashlib.blake2b(subject.data, digest_size=_DIGEST_BYTES).digest()
    document = subject.reading.document
    record = {} if document is None else document.record
    record_id = fields.record_id(record)
    if record_id is None:
        return Brief(subject.path, subject.root, digest)
    return Brief(
        subject.path,
        subject.root,
        digest,
        record_id,
        fields.record_type(record),
        tuple(fields.aliases(record)),
        fields.record_id(subject.previous or {}),
        tuple(fields.link_references(record)),
        tuple(fields.annotated_references(record, "superseded_by")),
        tuple(fields.annotated_references(record, "supersedes")),
        _superseded(record),
        _wanted(subject, record),
    )


def _superseded(record: JsonObject) -> Pointer | None:
    statuses = fields.annotations_of(record, "status")
    found = next((each for each in statuses if each.value == "superseded"), None)
    return None if found is None else ("annotations", str(found.position), "value")


def _wanted(subject: Subject, record: JsonObject) -> str | None:
    if fields.record_type(record) is None or subject.root.is_in_place(subject.path, record):
        return None
    return subject.root.place(record)
