"""The consents that a commit makes use of, and so has to say (DESIGN sections 6 and 7).

They were given here, or stand in messages that this commit takes the place of: that of a HEAD which
is amended, those of commits that are squashed or picked. git takes a new message in their place
without a word, and then nobody consents any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.keeping import immutable_changes, keep
from sgm_git.document import read
from sgm_git.document.limits import STANDARD
from sgm_git.git.amending import is_amending
from sgm_git.git.protocol import MODE_LINK, MODE_SUBMODULE
from sgm_git.record.consent import consents
from sgm_git.record.fields import record_id
from sgm_git.record.pointer import parse
from sgm_git.store.consents import remembered
from sgm_git.store.scan import root_of_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.git.staging import StagedChange
    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records

_NO_BLOBS = (MODE_LINK, MODE_SUBMODULE)


def consents_used(records: Records, *, amends: bool = False) -> list[Consent]:
    """Give the consents that what is staged makes use of, sorted by their lines.

    One that was given in this work tree is about a blob that HEAD has: it is used where that blob
    is replaced, and something is lost or changed that it names. One of a message is used where
    what it names is lost or changed since HEAD or, if HEAD is amended, since its parents.
    ``amends``: git says that it is; else that is told by the author of the commit in the making.
    """
    head = records.repository.head().oid
    if head is None:
        return []
    waiting = remembered(records.repository)
    found = [*_used(records, head, waiting)] if waiting else []
    found += _said_again(records, head, amends=amends)
    return [consent for _, consent in sorted({each.line(): each for each in found}.items())]


def _said_again(records: Records, head: str, *, amends: bool) -> Iterator[Consent]:
    """Give the used consents of messages that this commit takes the place of."""
    repository = records.repository
    commit = next(iter(repository.history(head)))
    messages, bases = [repository.prepared_messages()], [head]
    if amends or is_amending(repository.git_dir, commit):
        messages.append(commit.message)
        bases += () if commit.is_cut else commit.parents
    given = [consent for message in messages for consent in consents(message)]
    for base in bases if given else ():
        yield from _used(records, base, given)


def _used(
    records: Records, base: str, given: Mapping[str, Sequence[Consent]] | Sequence[Consent]
) -> Iterator[Consent]:
    """Give those consents that are used since a commit; they may be about certain blobs only."""
    repository, roots = records.repository, records.settings.roots
    changes = [
        change
        for change in repository.staged_changes(base)
        if not {change.old_mode, change.new_mode} & {*_NO_BLOBS}
    ]
    if isinstance(given, dict):
        waiting = given
    else:
        blobs = [each.old for each in changes if root_of_place(roots, each.path) and each.old]
        waiting = dict.fromkeys(blobs, given)
    for before, after, consented in _pairs(repository, changes, waiting):
        for consent in consented:
            if _is_used(consent, before, after, records.settings.schemas.vocabulary):
                yield consent


def _pairs(
    repository: Repository, changes: list[StagedChange], waiting: Mapping[str, Sequence[Consent]]
) -> Iterator[tuple[JsonObject, JsonObject, Sequence[Consent]]]:
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
