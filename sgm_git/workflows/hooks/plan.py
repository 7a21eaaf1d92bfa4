"""What a hook has decided about the documents in the index, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from sgm_git.document.changes import Remove, Set
    from sgm_git.findings import Finding

Reason: TypeAlias = Literal["complete", "stamp", "restore"]


@dataclass(frozen=True, slots=True)
class Amendment:
    """What the hook itself changes in one staged document.

    ``blob`` and ``mode`` are those of the index entry, ``staged`` its content; ``after`` is what
    ``changes`` make of it, in their order. ``reasons`` says what they are for: fields of a new
    record ("complete"), who changed it when ("stamp"), what a commit may not lose ("restore").
    """

    path: str
    blob: str
    mode: int
    staged: bytes
    changes: tuple[Set | Remove, ...]
    after: bytes
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of the staged documents, and what is to be done about them.

    ``findings`` are sorted; ``blocks``: the commit does not pass; ``commands`` are the lines of
    shell that make what was put back go away with consent; ``notes`` are for a reader;
    ``records`` counts the documents that were judged. ``under_way`` is what git has to finish with
    this commit, such as a merge: the commands wait until then.
    """

    findings: tuple[Finding, ...]
    amendments: tuple[Amendment, ...]
    blocks: bool
    commands: tuple[str, ...]
    notes: tuple[str, ...]
    records: int
    under_way: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What is said of one document, were it committed by itself.

    ``amendment`` is what would be completed or stamped in it then; ``command`` makes what was
    dropped go away with consent.
    """

    path: str
    findings: tuple[Finding, ...]
    amendment: Amendment | None = None
    command: str | None = None
    passes: bool = True


@dataclass(frozen=True, slots=True)
class Applied:
    """What was done: the ``paths`` whose files were changed, and ``notes`` about the others."""

    paths: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
