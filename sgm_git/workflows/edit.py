"""Lets a person change a record's text: a copy to work on, a judgement of it, and the write.

What was typed lies in the copy, below the git directory, until it has been written: an editor
that crashes, a refused write and a power cut lose nothing. Starting the editor and asking
questions are the door's part.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_document
from sgm_git.document import read, update, write
from sgm_git.errors import Refused
from sgm_git.findings import Finding, Severity
from sgm_git.policy.names import path_component
from sgm_git.record import fields
from sgm_git.record.masking import masked_tokens
from sgm_git.record.pointer import get, parse
from sgm_git.store.entry import Entry
from sgm_git.store.subjects import subject_of
from sgm_git.store.writing import Writing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction

_LONGEST = 100
_SHORT = 10  # hex digits of a blob that tell the states of one record apart
_EDITS = ("sgm", "edits")
_ITEM = 2  # tokens of a pointer to an annotation


@dataclass(frozen=True, slots=True)
class Copy:
    """A file for the editor, and the text that it began with."""

    path: Path
    original: bytes

    def data(self) -> bytes:
        """The text as it is saved now; raises OSError if the file is gone."""
        return self.path.read_bytes()

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was typed into it."""
        try:
            return self.data() == self.original
        except OSError:
            return True

    def discard(self) -> None:
        """Remove the file: its text is written, or is not wanted."""
        self.path.unlink(missing_ok=True)


def stem_of(entry: Entry) -> str:
    """How the copies of one state of a record are called."""
    return f"{_name(entry.id)}-{entry.blob[:_SHORT]}"


def stem_of_new(record: JsonObject) -> str:
    """How the copies of new records of one type are called."""
    return f"new-{_name(fields.record_type(record))}"


def _name(text: str | None) -> str:
    """A part of a file's name; a secret in it is masked before it is cut."""
    return path_component(masked_tokens(text or "record"))[:_LONGEST]


def kept(repository: Repository, stem: str) -> list[Path]:
    """The copies of that name that earlier edits left, the latest first."""
    found = repository.git_dir.joinpath(*_EDITS).glob("*.md")
    ours = [path for path in found if path.name.rpartition("~")[0] == stem]
    return sorted(ours, key=lambda path: path.stat().st_mtime_ns, reverse=True)


def new_copy(repository: Repository, stem: str, data: bytes) -> Copy:
    """Make a file of its own for one edit; raises OSError where that cannot be."""
    folder = repository.git_dir.joinpath(*_EDITS)
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        path = folder / f"{stem}~{number}.md"
        try:
            with path.open("xb") as handle:
                handle.write(data)
        except FileExistsError:
            number += 1
        else:
            return Copy(path, data)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a text brings in that was not there before.

    ``refusal`` is set where it may not be written; ``drop`` are the pointers that, consented to,
    would let it be written after all, empty where nothing does.
    """

    findings: tuple[Finding, ...]
    refusal: Refused | None = None
    drop: tuple[Pointer, ...] = ()

    @property
    def has_errors(self) -> bool:
        """Whether a person should look at it again before it is written."""
        return self.refusal is not None or any(f.severity is Severity.ERROR for f in self.findings)


def judge_edit(records: Records, actor: Actor, entry: Entry, data: bytes, now: int) -> Verdict:
    """Judge other bytes for a record's file, without writing; ``now`` in seconds since the epoch.

    Raises SgmError for what no further editing can mend: the record is gone or has changed.
    """
    policy = records.settings.policy(now)
    before = {_key(f) for f in check_document(subject_of(entry), policy)}
    if read(data).document is None:
        broken = check_document(subject_of(Entry(entry.root, entry.path, "", data)), policy)
        return Verdict(tuple(broken), Refused(f"{entry.path} could not be read any more"))
    verdict = _judge(records, actor, lambda t: t.rewrite(entry.ref, data, expect=entry.blob))
    return Verdict(
        tuple(f for f in verdict.findings if _key(f) not in before), verdict.refusal, verdict.drop
    )


def judge_new(records: Records, actor: Actor, composed: Composed) -> Verdict:
    """Judge a new record, without writing."""
    return _judge(records, actor, lambda t: t.add(composed.record, typed=composed.typed))


def _judge(records: Records, actor: Actor, act: Callable[[Transaction], object]) -> Verdict:
    try:
        with records.transaction(actor, Writing(dry_run=True)) as transaction:
            act(transaction)
    except Refused as refusal:
        if not refusal.findings:
            raise
        return Verdict(refusal.findings, refusal, _droppable(refusal.findings))
    return Verdict(transaction.result.findings)


def _droppable(findings: Collection[Finding]) -> tuple[Pointer, ...]:
    """What a person may lose or change on purpose: K, P301 and P302, if nothing else is found."""
    if any(finding.code[0] not in "KP" or finding.pointer is None for finding in findings):
        return ()
    return tuple(parse(finding.pointer or "") for finding in findings)


def consent_commands(findings: Iterable[Finding], data: bytes) -> list[str]:
    """The command that does on purpose what each finding (K, P301, P302) of a text refuses.

    ``data`` is the text: what it lacks is unset, what it has otherwise is set.
    """
    document = read(data).document
    record: JsonObject = {} if document is None else document.record
    return [_consent_command(finding, record) for finding in findings]


def _consent_command(finding: Finding, record: JsonObject) -> str:
    named = f"{shlex.quote(finding.id or 'ID')} {shlex.quote(finding.pointer or '')}"
    if finding.code[0] == "P":
        return f"sgm set {named}=VALUE --consent"
    if _is_gone(finding, record):
        return f"sgm unset {named}"
    return f"sgm set {named}{':=JSON' if finding.code == 'K404' else '=VALUE'}"


def _is_gone(finding: Finding, record: JsonObject) -> bool:
    pointer = parse(finding.pointer or "")
    if pointer[:1] == ("annotations",):  # of the record as it was: the text may have others there
        return len(pointer) == _ITEM or finding.code == "K401"
    return not _holds(record, pointer)


def _holds(record: JsonObject, pointer: Pointer) -> bool:
    try:
        get(record, pointer)
    except KeyError:
        return False
    return True


def _key(finding: Finding) -> tuple[str, str | None, str]:
    return (finding.code, finding.pointer, finding.message)


def template(records: Records, record: JsonObject) -> bytes:
    """The text that a new record begins with: its type's template, filled in, or a bare form.

    Templates are regular files ``.sgm/templates/<type>.md`` of the work tree: a whole document,
    whose fields stay unless ``record`` has them, or a body without front matter.
    """
    bare: JsonObject = {"title": "", "content": ""}
    text = _template_text(records.repository, fields.record_type(record) or "")
    if text is None:
        return write(bare | record)
    document = read(text).document
    if document is None:
        body = text.decode("utf-8", "replace").removesuffix("\n")
        return write(bare | {"content": body} | record)
    return update(text, document.record | record)


def _template_text(repository: Repository, record_type: str) -> bytes | None:
    top = repository.work_tree
    if top is None:
        return None
    place = top / ".sgm" / "templates" / path_component(record_type, ".md")
    if any(step.is_symlink() for step in (place, *place.parents[:2])) or not place.is_file():
        return None
    return place.read_bytes()


@dataclass(frozen=True, slots=True)
class Composed:
    """A record that a person typed, and the document they typed it in, if it was one."""

    record: JsonObject
    typed: bytes | None = None


def composed(data: bytes, given: JsonObject) -> Composed:
    """The record that a person typed: without the fields of the form that were left empty.

    A text without front matter is the content of the record that was ``given``. Raises Refused
    where it cannot be read, with the place of the first fault.
    """
    reading = read(data)
    if reading.document is not None:
        record = reading.document.record
        meant = {k: v for k, v in record.items() if v or k not in ("title", "content")}
        return Composed(meant, data)
    if not data.startswith(b"---"):
        return Composed(given | {"content": data.decode("utf-8", "replace").strip("\n")})
    first = reading.faults[0]
    place = "" if first.span is None else f"line {first.span.line}, column {first.span.column}: "
    raise Refused(f"the text cannot be read: {place}{first.message}")
