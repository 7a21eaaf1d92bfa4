"""Accepts a finding that stands and cannot be mended, with a reason (DESIGN section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.acceptance import is_acceptable, value_digest
from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.policy.accepted import Accepted, parse_accepted, with_accepted
from sgm_git.policy.config import ACCEPTED_PATH
from sgm_git.record.pointer import render
from sgm_git.record.secret import secrets_in
from sgm_git.record.times import render_utc
from sgm_git.store.below import Below
from sgm_git.store.files import FileChange
from sgm_git.store.message import Deed
from sgm_git.workflows.judging import judge, signed_testimony
from sgm_git.workflows.witnessing import witness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.findings import Finding
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.provenance import Actor
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction, WriteResult
    from sgm_git.store.writing import Writing


_SILENCE = "to silence it, see ignore and per_path in .sgm/config.toml"
_HINTS = {"X": "if it is no secret, put its hash under [secrets] allow in .sgm/config.toml"}


@dataclass(frozen=True, slots=True)
class Request:
    """Which finding to accept, and why.

    ``ref`` is an id or ``root:id``, ``code`` that of a rule of family P. ``commit`` (anything that
    names one) and ``pointer`` say which is meant where several match.
    """

    ref: str
    code: str
    reason: str
    commit: str | None = None
    pointer: Pointer | None = None

    @property
    def narrowed(self) -> str:
        """What it says besides the code, in words."""
        at = "" if self.pointer is None else f" at {render(self.pointer)}"
        return at if self.commit is None else f"{at} by {self.commit}"


def accept(
    records: Records, request: Request, actor: Actor, writing: Writing | None = None
) -> tuple[Accepted, WriteResult]:
    """Add a line to ``.sgm/accepted.toml`` and commit that file alone; give the line.

    Raises UsageError for a code that is not accepted or a reason that is empty, Refused where no
    such finding stands on the record, or several, and as every write does.
    """
    if request.code[0] != "P":
        raise UsageError(
            f"{request.code} is not accepted: what stands in the record can be mended",
            hint=_HINTS.get(request.code[0], _SILENCE),
        )
    if not request.reason.strip():
        raise UsageError("a reason is needed", hint="say it to those who review it: --reason TEXT")
    if secrets_in(request.reason):
        raise Refused("the reason holds a secret, and would be committed")
    with records.transaction(actor, writing) as transaction:
        line = _line(records, request, transaction)
        before = _read(records)
        _refuse_twice(before, line)
        change = FileChange(ACCEPTED_PATH, before, with_accepted(before, line))
        transaction.drafts.beside(change, Deed("accept", line.code, line.id))
    return line, transaction.result


def _line(records: Records, request: Request, transaction: Transaction) -> Accepted:
    entry = transaction.get(request.ref)
    finding = _finding(records, request, entry, transaction)
    repeats = len(transaction.catalog.named(entry.id or "")) > 1
    return Accepted(
        entry.id or "",
        finding.code,
        request.reason.strip(),
        entry.root.path if repeats else None,
        finding.pointer or "",
        finding.commit,
        value_digest(entry.record or {}, finding.pointer),
        transaction.actor.agent,
        render_utc(transaction.now),
    )


def _finding(records: Records, request: Request, entry: Entry, transaction: Transaction) -> Finding:
    """The one finding that is meant."""
    seen = witness(records, list(transaction.catalog), transaction.now)
    testimony = signed_testimony(records, seen, entry.path)
    if testimony is None:
        raise CannotRun(f"history cannot tell of {entry.path}", hint=f"sgm check {entry.path}")
    judged = judge(records, seen, entry, testimony)
    commit = None if request.commit is None else records.repository.resolve(request.commit)

    def meant(findings: Sequence[Finding]) -> list[Finding]:
        """Those that the request names."""
        return [finding for finding in findings if _is_meant(finding, request, commit)]

    found = meant(judged.standing)
    if len(found) == 1 and is_acceptable(found[0]):
        return found[0]
    if found:
        raise _unfit(request, found)
    if meant(judged.accepted):
        raise Refused(f"{request.code} of {entry.id} is accepted already")
    raise Refused(
        f"no {request.code} stands on {entry.id}{request.narrowed}",
        findings=judged.standing,
        hint="nothing is accepted ahead; sgm check says what stands",
    )


def _is_meant(finding: Finding, request: Request, commit: str | None) -> bool:
    return (
        finding.code == request.code
        and commit in (None, finding.commit)
        and (request.pointer is None or render(request.pointer) == finding.pointer)
    )


def _unfit(request: Request, found: Sequence[Finding]) -> Refused:
    if len(found) > 1:
        return Refused(
            f"{len(found)} findings are meant",
            findings=found,
            hint="say which one: --commit OID, --pointer POINTER",
        )
    return Refused(
        f"{request.code} is about what is not committed yet",
        findings=found,
        hint="mend it in the file, or sgm fix",
    )


def _refuse_twice(data: bytes | None, line: Accepted) -> None:
    """Refuse what the file has already, though it may not be committed yet."""
    key = _key(line)
    if any(_key(each) == key for each in parse_accepted(data)[0]):
        raise Refused(
            f"{ACCEPTED_PATH} has that already",
            hint=f"it counts once you git commit {ACCEPTED_PATH}",
        )


def _key(line: Accepted) -> tuple[str | None, ...]:
    return (line.id, line.root, line.code, line.pointer, line.commit, line.value)


def _read(records: Records) -> bytes | None:
    """The file as it stands in the work tree; it is not read through links."""
    top = records.repository.work_tree
    if top is None:
        return None
    try:
        with Below(top) as tree:
            return tree.read(ACCEPTED_PATH, STANDARD.document)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CannotRun(f"cannot read {ACCEPTED_PATH}: {error.strerror}") from error
