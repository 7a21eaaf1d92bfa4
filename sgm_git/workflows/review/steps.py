"""The commits of a range that made versions of its records, and what they consent to (DESIGN 5)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.commits import SignatureState
from sgm_git.record.consent import consents
from sgm_git.witness.signing import is_signed_by_author, is_vouched
from sgm_git.workflows.hooks.sides import names_of
from sgm_git.workflows.judging import signing
from sgm_git.workflows.review.model import Consent, Step
from sgm_git.workflows.revisions import Account, revisions
from sgm_git.workflows.witnessing import Asked, ask_since

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.checks.claims_signed import Signing
    from sgm_git.commits import Commit
    from sgm_git.store.records import Records
    from sgm_git.witness.changes import FieldChange
    from sgm_git.workflows.arrival import Judged
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.model import Ends
    from sgm_git.workflows.witnessing import Witnessed

    _Made: TypeAlias = dict[str, list[tuple[Commit, tuple[str, ...]]]]

_PROVENANCE = "provenance"


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of the range by the path of the record: as it is, or as it was before it went."""

    by_path: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)


def range_commits(records: Records, judged: Judged, ends: Ends) -> Sequence[Commit]:
    """Give the commits of the range, the newest first; raises CannotRun where git cannot tell."""
    return judged.state.commits or tuple(records.repository.history(ends.tip, (ends.trusted,)))


def steps(
    judged: Judged, ends: Ends, commits: Sequence[Commit], diffs: Sequence[RecordDiff], now: int
) -> Steps:
    """Give what the range did to each of some records, step by step, oldest first.

    ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell.
    """
    records, found = judged.state.records, judged.found
    asked = Asked(found.blobs, found.facts, ends.tip)
    seen = judged.seen or ask_since(records, ends.trusted, commits, asked, now)
    made = _made(records, seen, diffs) | _unmade(commits, diffs)
    oids = {commit.oid for every in made.values() for commit, _ in every}
    signed = signing(records, seen, sorted(oids))
    return Steps(
        {path: tuple(_step(*each, seen, signed) for each in every) for path, every in made.items()}
    )


def _made(records: Records, seen: Witnessed, diffs: Iterable[RecordDiff]) -> _Made:
    """The commits that made versions of what is there, with the names of the fields.

    Where a record begins, or what was before is not here, all of it came: no field is named.
    """
    asked = [each.after for each in diffs if each.after is not None]
    accounts = [
        Account(entry.id or entry.path, testimony, testimony.versions)
        for entry in asked
        if (testimony := seen.testimonies.get(entry.path)) is not None
    ]
    known = {entry.blob: entry.record for entry in asked if entry.record is not None}
    told = revisions(records.repository, accounts, seen.trusted.mailmap, known)
    made: defaultdict[str, list[tuple[Commit, tuple[str, ...]]]] = defaultdict(list)
    for account in accounts:
        path = account.testimony.path
        for event in reversed(account.events):
            changes = told[path, event.commit].changes if event.before else ()
            made[path].append((account.testimony.commit(event), _names(changes)))
    return dict(made)


def _unmade(commits: Sequence[Commit], diffs: Iterable[RecordDiff]) -> _Made:
    """The commits that touched what is gone; of it no version is left to tell fields of."""
    gone = [each.entry.path for each in diffs if each.after is None]
    return {
        path: [(commit, ()) for commit in reversed(commits) if _touches(commit, path)]
        for path in gone
    }


def _touches(commit: Commit, path: str) -> bool:
    return any(change.path == path for changes in commit.changes for change in changes)


def _names(changes: Iterable[FieldChange]) -> tuple[str, ...]:
    """The fields that changed: of annotations their kinds, of provenance its own fields."""
    return tuple(dict.fromkeys(map(_name, changes)))


def _name(change: FieldChange) -> str:
    if change.kind is not None:
        return change.kind
    first, *rest = change.pointer or ("",)
    return rest[0] if rest and first == _PROVENANCE else first


def _step(commit: Commit, fields: tuple[str, ...], seen: Witnessed, signed: Signing) -> Step:
    person = seen.trusted.mailmap.real(commit.author)
    said = _signature(commit, signed)
    return Step(commit.oid, person.name, person.email, commit.author_time, fields, said)


def _signature(commit: Commit, signed: Signing) -> str:
    """What there is to say of a commit's signature; empty where it has none."""
    found = signed.signatures.get(commit.oid)
    if found is None or found.state is SignatureState.UNSIGNED:
        return ""
    if found.state is SignatureState.GOOD:
        if is_signed_by_author(found, commit, signed.people):
            return f"signed by {found.signer}"
        is_host = is_vouched(found, signed.hosts)
        return f"signed by {found.signer}, {'who vouches for it' if is_host else 'not its author'}"
    return {
        SignatureState.BAD: "its signature is bad",
        SignatureState.UNKNOWN_KEY: "signed with a key that nobody here knows",
        SignatureState.UNVERIFIABLE: "signed, but that cannot be verified here",
    }[found.state]


def consents_for(each: RecordDiff, commits: Sequence[Commit]) -> tuple[Consent, ...]:
    """Give what commits consent to give up of a record, oldest first."""
    sides = [side for side in (each.before, each.after) if side is not None]
    names = {name for side in sides for name in names_of(side)}
    roots = {None, *(side.root.path for side in sides)}
    found = (
        Consent(consent.pointer, commit.oid)
        for commit in reversed(commits)
        for consent in consents(commit.message)
        if consent.id in names and consent.root in roots
    )
    return tuple(dict.fromkeys(found))
