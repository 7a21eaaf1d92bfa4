"""What history will say of a commit that is not made yet: family P, as far as it can be known.

Only that commit is looked at: what a record lied about before is no business of this one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.checks.claims_created import IMMUTABLE, is_changed
from sgm_git.checks.run import check_witness
from sgm_git.commits import UNCOMMITTED, Change, Commit, Identity
from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.policy.mailmap import MAILMAP_PATH, parse_mailmap
from sgm_git.policy.people import build_people
from sgm_git.record.pointer import parse
from sgm_git.store.author import author_to_be
from sgm_git.witness.automatic import Merge, is_merge, without_automatic
from sgm_git.witness.facts import facts_of
from sgm_git.witness.life import Kind
from sgm_git.witness.testimony import History, Testimony
from sgm_git.witness.trace import trace
from sgm_git.workflows.hooks.sides import record_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.findings import Finding
    from sgm_git.policy.people import People
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.life import Event, Life
    from sgm_git.workflows.hooks.gather import Gathering, Staged
    from sgm_git.workflows.hooks.keeping import Keeping

_UPSTREAM = "@{upstream}"
_AMENDED = ""  # stands for the blob that is not stored yet
IS_OPEN = "HEAD is not published, and may be amended"
_TO_BE_NAMED = "a Co-authored-by line of the message may still name them"


@dataclass(frozen=True, slots=True)
class _Seen:
    """The commit that is to be made, and the life of one document by it alone."""

    commit: Commit
    known: Mapping[str, Facts | None]
    facts: Facts
    before: tuple[Facts | None, ...]
    life: Life


class Claims:
    """Holds what staged records declare against the commit that is to be made of them."""

    def __init__(self, records: Records, gathering: Gathering, keeping: Keeping, now: int) -> None:
        """``now`` is in seconds since the epoch."""
        self._records = records
        self._gathering = gathering
        self._keeping = keeping
        self._now = now

    @cached_property
    def author(self) -> Identity:
        """Who will be the commit's author; without a name where git knows nobody."""
        return author_to_be(self._records.repository)

    def findings(self, staged: Staged, subject: Subject, policy: CheckPolicy) -> list[Finding]:
        """Give the findings about a staged document, as it is to be committed; infos left out."""
        seen = self._seen(staged, subject)
        if seen is None:
            return []
        testimony = Testimony(
            subject.path,
            seen.facts,
            seen.life,
            self._history(staged, seen),
            self._held(staged, seen),
        )
        found = [self._weighed(staged, each) for each in check_witness(subject, testimony, policy)]
        return [each for each in found if each.severity is not Severity.INFO]

    def is_version(self, staged: Staged, subject: Subject) -> bool:
        """Whether the commit itself changes what a record means; a merge may only bring it in."""
        seen = self._seen(staged, subject)
        return seen is not None and any(each.kind is Kind.CHANGED for each in seen.life.events)

    def _seen(self, staged: Staged, subject: Subject) -> _Seen | None:
        """What history will have of a document; None where it cannot be read."""
        document = subject.reading.document
        if document is None or subject.is_link:
            return None
        roots, is_staged = self._records.settings.either, subject.data is staged.entry.data
        blob = staged.entry.blob if is_staged else _AMENDED
        parents = tuple(
            oid for oid in (self._gathering.head, *self._gathering.merging) if oid is not None
        )
        changes = tuple(_changes(old, subject.path, blob) for old in staged.parents)
        who, now = self.author, self._now
        commit = Commit(UNCOMMITTED, parents, who, now, who, now, "", changes)
        before = {old.blob: _facts(old) for old in staged.parents if old is not None}
        facts = facts_of(document.record)
        known = {**before, blob: facts}

        def root_of(path: str) -> str | None:
            root = roots.root_of(path)
            return None if root is None else root.path

        traced = trace([commit], {subject.path: blob}, _Reader(known), root_of).lives
        if subject.path not in traced:
            return None
        life = without_automatic(
            traced[subject.path], lambda event: _merge(staged, document.record, event)
        )
        return _Seen(commit, known, facts, tuple(before.values()), life)

    def _history(self, staged: Staged, seen: _Seen) -> History:
        """What a record is held against: signatures and the message are not known yet."""
        config = self._records.settings.config
        return History(
            {UNCOMMITTED: seen.commit},
            seen.known.get,
            self._people(seen),
            self._now,
            config.checks.tolerance,
            tuple((UNCOMMITTED, consent) for consent in self._keeping.consents(staged)),
            lambda one, other: other in (UNCOMMITTED, one),
            identities_strict=config.checks.identities_strict,
        )

    def _held(self, staged: Staged, seen: _Seen) -> Mapping[str, JsonValue] | None:
        """What HEAD's record declares that must not change.

        What another parent has is brought in, and what is published already is put back.
        """
        facts = None if staged.head is None else seen.known[staged.head.blob]
        if facts is None:
            return None
        now, others = seen.facts.claims, self._others(staged, seen, facts)
        return {
            name: value
            for name, value in facts.claims.items()
            if not any(_is_as_in(name, now, claims) for claims in others)
        }

    def _others(self, staged: Staged, seen: _Seen, head: Facts) -> list[Mapping[str, JsonValue]]:
        """What else a record may declare: git is asked only where it is not what HEAD has."""
        others = [each.claims for each in seen.before[1:] if each is not None]
        now, held = seen.facts.claims, [name for name in IMMUTABLE if name in head.claims]
        published = None
        if not all(_is_as_in(name, now, head.claims) for name in held):
            published = self._published(staged)
        return others if published is None else [*others, published.claims]

    def _published(self, staged: Staged) -> Facts | None:
        """What the branch that is followed has of a record, as far as it is known here."""
        repository = self._records.repository
        try:
            side = self._gathering.side(repository.resolve(_UPSTREAM))
        except CannotRun:  # no branch is followed
            return None
        found = self._gathering.before(side, staged)
        return None if found is None or found.id != staged.entry.id else _facts(found)

    def _people(self, seen: _Seen) -> People:
        """Who is known. All of history is asked only about a name that is not plainly theirs."""
        name = seen.facts.claims.get("modified_by")
        stood = {facts.stamps for facts in seen.before if facts is not None}
        is_asked = isinstance(name, str) and name and seen.facts.stamps not in stood
        if not is_asked or self._plainly.bears(str(name), self.author):
            return self._plainly
        return self._all_people

    @cached_property
    def _plainly(self) -> People:
        """The author, and those whom the configuration names."""
        return build_people(self._records.settings.config, parse_mailmap(None), {self.author})

    @cached_property
    def _all_people(self) -> People:
        repository, head = self._records.repository, self._gathering.head
        known = frozenset[Identity]() if head is None else repository.people(head)
        mailmap = None if head is None else repository.read_path(head, MAILMAP_PATH)
        config = self._records.settings.config
        return build_people(config, parse_mailmap(mailmap), known | {self.author}, trusted=known)

    def _weighed(self, staged: Staged, finding: Finding) -> Finding:
        """The finding, lighter where it may still turn out to be none."""
        if finding.severity is not Severity.ERROR:
            return finding
        if finding.code == "P305":
            return _lighter(finding, _TO_BE_NAMED)
        if finding.code in IMMUTABLE.values():
            pointer = parse(finding.pointer or "")
            if self._keeping.is_against_head_alone(staged, finding.code, pointer):
                return _lighter(finding, IS_OPEN)
        return finding


class _Reader:
    """The facts of the few blobs that one document had and has."""

    def __init__(self, known: Mapping[str, Facts | None]) -> None:
        self._known = known

    def load(self, blobs: Collection[str]) -> None:
        """All of them are at hand."""

    def facts(self, blob: str) -> Facts | None:
        """The facts of a blob; None where it is no record that can be read."""
        return self._known.get(blob)


def _facts(entry: Entry) -> Facts | None:
    return None if entry.record is None else facts_of(entry.record)


def _changes(old: Entry | None, path: str, blob: str) -> tuple[Change, ...]:
    """What the commit does to a document against one parent."""
    if old is None:
        return (Change(path, None, blob),)
    if old.path != path:
        return (Change(old.path, old.blob, None), Change(path, None, blob))
    return () if old.blob == blob else (Change(path, old.blob, blob),)


def _is_as_in(name: str, now: Mapping[str, JsonValue], claims: Mapping[str, JsonValue]) -> bool:
    return name in now and name in claims and not is_changed(name, claims[name], now[name])


def _merge(staged: Staged, result: JsonObject, event: Event) -> Merge | None:
    """The records that a merge's version came out of; None where they cannot be read."""
    if not is_merge(event) or not staged.merged:
        return None
    parents = [old.record for old in staged.parents if old is not None]
    known = [record for record in parents if record is not None]
    bases = tuple(map(record_of, staged.merged[0].bases))
    return Merge(bases, tuple(known), result) if len(known) == len(parents) else None


def _lighter(finding: Finding, why: str) -> Finding:
    return replace(finding, severity=Severity.WARNING, message=f"{finding.message}; {why}")
