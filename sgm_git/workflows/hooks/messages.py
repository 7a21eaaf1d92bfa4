"""The message of a commit has to say what is lost on purpose (DESIGN sections 6 and 7).

A write that left its commit to a person (``sgm unset ... --no-commit``) has their consent to what
it lost. prepare-commit-msg writes it into the message, so that history says it too, and commit-msg
looks whether it stands there still. Both do so again when the commit is amended or squashed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.record.consent import consents
from sgm_git.record.trailer import said, with_lines
from sgm_git.store.consents import forget_used, note_said
from sgm_git.store.files import write_temporary
from sgm_git.workflows.hooks.consenting import consents_used

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.record.consent import Consent
    from sgm_git.store.records import Records


def prepare_message(records: Records, file: Path, *, amends: bool = False) -> None:
    """Add the lines of consents that what is staged makes use of, where they are missing.

    ``amends``: git says that the commit takes the place of HEAD.

    Consents that commits have used up are forgotten, so that no hook starts for them any more.
    Raises OSError where the file cannot be read or written; then it is as it was.
    """
    forget_used(records.repository, records.settings.either.prefixes)
    lines = [consent.line() for consent in consents_used(records, amends=amends)]
    if not lines:
        return
    note_said(records.repository)
    message = _text(file)
    wanted = with_lines(message, lines, _comment(records.repository))
    if wanted != message:
        data = wanted.encode("utf-8", "surrogateescape")
        write_temporary(file, str(os.getpid()), data, durable=False).replace(file)


def verify_message(records: Records, file: Path) -> None:
    """Raise Refused where a consent is missing, or where a message holds nothing else."""
    text = said(_text(file), _comment(records.repository))
    given = {*consents(text)}
    if given:
        note_said(records.repository)
    _refuse_unfit(text, given, consents_used(records))


def _refuse_unfit(text: str, given: set[Consent], used: list[Consent]) -> None:
    missing = [consent.line() for consent in used if consent not in given]
    if missing:
        raise Refused(
            "the message does not say what is dropped on purpose; it needs",
            words=missing,
            hint="write it there again, or commit anew: prepare-commit-msg adds it",
        )
    lines = {consent.line() for consent in used}
    said_else = (line.strip() for line in text.split("\n") if line.strip() not in lines)
    if used and not any(said_else):
        raise Refused("the message says nothing but consent", hint="say what the commit does")


def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "surrogateescape")


def _comment(repository: Repository) -> str:
    named = repository.config("core.commentString") or repository.config("core.commentChar")
    return named or "#"
