"""The consents that the message of a commit has to carry (DESIGN sections 6 and 7).

A write that left its commit to a person (``sgm unset ... --no-commit``) has their consent to what
it lost. prepare-commit-msg writes it into the message, so that history says it too, and commit-msg
looks whether it stands there still.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.checks.keeping import immutable_changes, keep
from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.errors import Refused
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.record.consent import consents
from sgm_git.record.fields import record_id
from sgm_git.record.pointer import parse
from sgm_git.record.trailer import said, with_lines
from sgm_git.store.consents import forget_used, remembered
from sgm_git.store.files import write_temporary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.git.staging import StagedChange
    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records

_NO_BLOBS = (MODE_LINK, MODE_SUBMODULE)


def prepare_message(records: Records, file: Path) -> None:
    """Add the lines of consents that what is staged makes use of, where they are missing.

    Consents that commits have used up are forgotten, so that no hook starts for them any more.
    Raises OSError where the file cannot be read or written; then it is as it was.
    """
    forget_used(records.repository)
    lines = [consent.line() for consent in consents_used(records)]
    if not lines:
        return
    message = _text(file)
    wanted = with_lines(message, lines, _comment(records.repository))
    if wanted != message:
        data = wanted.encode("utf-8", "surrogateescape")
        write_temporary(file, str(os.getpid()), data, durable=False).replace(file)


def verify_message(records: Records, file: Path) -> None:
    """Raise Refused where a consent is missing, or where a message holds nothing else."""
    used = consents_used(records)
    if not used:
        return
    text = said(_text(file), _comment(records.repository))
    given = {*consents(text)}
    missing = [consent.line() for consent in used if consent not in given]
    if missing:
        raise Refused(
            "the message does not say what is dropped on purpose; it needs",
            words=missing,
            hint="write it there again, or commit anew: prepare-commit-msg adds it",
        )
    lines = {consent.line() for consent in used}
    if not any(line.strip() and line.strip() not in lines for line in text.split("\n")):
        raise Refused("the message says nothing but consent", hint="say what the commit does")


def consents_used(records: Records) -> list[Consent]:
    """Give the consents in force in this work tree that what is staged makes use of, by line.

    Each is about a blob that HEAD has: it is used where that blob is replaced, and something is
    lost or changed that it names.
    """
    repository = records.repository
    waiting = remembered(repository)
    if not waiting:
        return []
    changes = [
        change
        for change in repository.staged_changes(repository.head().oid)
        if not {change.old_mode, change.new_mode} & {*_NO_BLOBS}
    ]
    found = {
        consent.line(): consent
        for base, result, given in _pairs(repository, changes, waiting)
        for consent in given
        if _is_used(consent, base, result, records.settings.schemas.vocabulary)
    }
    return [consent for _, consent in sorted(found.items())]


def _pairs(
    repository: Repository, changes: list[StagedChange], waiting: dict[str, list[Consent]]
) -> Iterator[tuple[JsonObject, JsonObject, list[Consent]]]:
    """Give what a record was, what it is to be, at its path or another, and the consents to it."""
    replaced = [change for change in changes if change.old in waiting]
    before = _records(repository, [change.old for change in replaced])
    after = _records(repository, _arriving(changes, replaced))
    by_id = {record_id(record): record for record in after.values()}
    for change in replaced:
        base = before.get(change.old or "", {})
        result = by_id.get(record_id(base)) or after.get(change.new or "")
        if result:
            yield base, result, waiting[change.old or ""]


def _arriving(changes: list[StagedChange], replaced: list[StagedChange]) -> list[str | None]:
    """The blobs that come in the place of others, or at new paths where one has left its own."""
    moved = any(change.new is None for change in replaced)
    coming = [change.new for change in changes if change.old is None] if moved else []
    return [*coming, *(change.new for change in replaced)]


def _records(repository: Repository, blobs: Iterable[str | None]) -> dict[str, JsonObject]:
    """The records of those blobs that hold one, by blob."""
    asked = sorted({blob for blob in blobs if blob is not None})
    contents = repository.read_blobs(asked, limit=STANDARD.document)
    documents = ((blob, read(data).document) for blob, data in contents)
    return {blob: each.record for blob, each in documents if each is not None}


def _is_used(
    consent: Consent, base: JsonObject, result: JsonObject, vocabulary: Vocabulary
) -> bool:
    if consent.id != record_id(base):
        return False
    try:
        pointer = parse(consent.pointer)
    except ValueError:
        return False
    every, others = (len(keep(base, result, vocabulary, drop)) for drop in ((), (pointer,)))
    return every > others or any(
        _is_within(parse(change.pointer or ""), pointer)
        for change in immutable_changes(base, result)
    )


def _is_within(pointer: Pointer, named: Pointer) -> bool:
    return pointer[: len(named)] == named


def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "surrogateescape")


def _comment(repository: Repository) -> str:
    named = repository.config("core.commentString") or repository.config("core.commentChar")
    return named or "#"
