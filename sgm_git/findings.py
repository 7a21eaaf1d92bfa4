"""What a check says: places in a text, fixes, and findings (DESIGN section 11, "finding").

Lines and columns are 1-based and count Unicode code points; ends are exclusive.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

_GRAVEST = ("X", "K")


class Severity(StrEnum):
    """How much a finding weighs: errors fail a run, warnings only under ``--strict``."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


def gravity(code: str) -> int:
    """Orders codes by what is mended first: a secret (X), then what was lost (K), then the rest."""
    return _GRAVEST.index(code[0]) if code[0] in _GRAVEST else len(_GRAVEST)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a document: 1-based lines and columns in code points, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of ``span`` by ``text``."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What would clear a finding: edits of its document, or a new path for the file.

    With neither, ``sgm fix`` clears it all the same, by what only it finds out.
    """

    edits: tuple[Edit, ...] = ()
    move_to: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """What a look at one document found, before a policy gives it a path and a severity.

    ``pointer`` is an RFC 6901 JSON pointer into the record, ``None`` where the fault is not
    about one value. ``commit`` is the hex object id of the commit that it is about;
    ``severity`` is this case's own, where it is not the rule's.
    """

    code: str
    message: str
    span: Span | None = None
    pointer: str | None = None
    fix: Fix | None = None
    commit: str | None = None
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check says about one place.

    ``path`` is relative to the repository, with forward slashes; ``id`` is the record's;
    ``commit`` is the hex object id of the commit that the finding is about.
    """

    code: str
    severity: Severity
    path: str
    message: str
    span: Span | None = None
    pointer: str | None = None
    id: str | None = None
    fix: Fix | None = None
    commit: str | None = None

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits that stay the same when the lines around the finding move."""
        parts = (self.code, self.path, self.id or "", self.pointer or "", self.message)
        encoded = "\0".join(parts).encode("utf-8", "surrogatepass")
        return hashlib.sha256(encoded).hexdigest()[:16]

    @property
    def sort_key(self) -> tuple[str, Span, str, str]:
        """Orders findings by path, line, column and code; those without a place come first."""
        return (self.path, self.span or Span(0, 0, 0, 0), self.code, self.message)
