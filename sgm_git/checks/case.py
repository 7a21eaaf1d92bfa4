"""What a check looks at: one document, and what it is held against (DESIGN section 6)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.findings import Fault, Span
from sgm_git.record import fields
from sgm_git.record.pointer import render

if TYPE_CHECKING:
    from sgm_git.document.document import Document
    from sgm_git.document.node import Node
    from sgm_git.document.read import Reading
    from sgm_git.findings import Fix
    from sgm_git.policy.config import Config
    from sgm_git.policy.paths import Root
    from sgm_git.policy.schemas import SchemaSet
    from sgm_git.policy.violation import Violation
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject


@dataclass(frozen=True, slots=True)
class Subject:
    """One file of a root, with what is known about it.

    ``path`` is relative to the top of the repository. ``is_link``: a symbolic link, which is not
    read. ``is_new``: history is known not to have it; left false where nobody knows. ``previous``
    is the record that stood at this path before, where that is known, and ``stood`` the file that
    said so; ``allowed`` are pointers of what it may have lost since, None where losses are not
    asked about.
    """

    path: str
    root: Root
    data: bytes
    reading: Reading
    is_link: bool = False
    is_new: bool = False
    previous: JsonObject | None = None
    allowed: tuple[Pointer, ...] | None = None
    stood: bytes | None = None


@dataclass(frozen=True, slots=True)
class CheckPolicy:
    """What subjects are held against; ``author`` completes a new record that names no agent."""

    config: Config
    schemas: SchemaSet
    now: Instant
    author: str | None = None

    @property
    def digest(self) -> str:
        """Hex digits that are the same wherever the same is said of a record that is not new.

        The time is left out: what is said now may not be said at another time (S216).
        """
        told = repr((self.config, self.schemas.digest, STANDARD))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


class Case:
    """A subject under a policy, with what several rules ask of it worked out once."""

    def __init__(self, subject: Subject, policy: CheckPolicy) -> None:
        self.subject = subject
        self.policy = policy
        self.path, self.root = subject.path, subject.root
        self.document: Document | None = subject.reading.document
        self.record: JsonObject = {} if self.document is None else self.document.record

    @cached_property
    def id(self) -> str | None:
        """The record's id, where it can be read."""
        return fields.record_id(self.record)

    @cached_property
    def type(self) -> str | None:
        """The record's type, where it can be read."""
        return fields.record_type(self.record)

    @cached_property
    def below(self) -> str:
        """The path as seen from the root."""
        return self.subject.root.below(self.subject.path)

    @cached_property
    def violations(self) -> list[Violation]:
        """How the record breaks the bundled schema."""
        return self.policy.schemas.violations(self.record)

    def fault(
        self, code: str, message: str, pointer: Pointer | None = None, fix: Fix | None = None
    ) -> Fault:
        """A fault at the place of a value, or of the nearest thing above it that is there."""
        if pointer is None:
            return Fault(code, message, fix=fix)
        return Fault(code, message, self.place(pointer), render(pointer), fix)

    def place(self, pointer: Pointer) -> Span | None:
        """The place of a scalar; of a container, and of what has no text, that of the key above.

        Where there is no key either, a list item's own place or the opening fence's.
        """
        document = self.document
        if document is None:
            return None
        while pointer:
            shown = _shown(document, pointer)
            if shown is not None:
                return document.span(shown.start, shown.end)
            pointer = pointer[:-1]
        return document.span(0, 3)


def _shown(document: Document, pointer: Pointer) -> Node | None:
    """The node that stands for a value in a message; none for what is not in the front matter."""
    node, key = document.node_at(pointer), document.key_at(pointer)
    if node is None or key is None:
        return node
    return node if node.kind == "scalar" and node.start < node.end else key
