"""What a hook changes in a staged document: gaps, stamps, and what was lost (DESIGN 5 and 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.case import Case
from sgm_git.checks.claims import instant
from sgm_git.checks.completing import filling, gaps
from sgm_git.checks.putting_back import Base, way_back
from sgm_git.document import Set, read, splice
from sgm_git.record.provenance import Actor, stamps_due
from sgm_git.record.spoken import quoted
from sgm_git.store.editing import scopes_agree
from sgm_git.workflows.beginning import as_of
from sgm_git.workflows.hooks.plan import Amendment
from sgm_git.workflows.hooks.sides import names_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.claims import Claims
    from sgm_git.workflows.hooks.gather import Staged
    from sgm_git.workflows.hooks.keeping import Keeping, Loss
    from sgm_git.workflows.hooks.plan import Reason


class Amending:
    """Completes and stamps staged documents as the index's configuration wants it."""

    def __init__(
        self, records: Records, policy: CheckPolicy, keeping: Keeping, claims: Claims
    ) -> None:
        """``policy.author`` is who completes and stamps; None: nobody does."""
        self._store = records.settings.config.store
        self._latest = policy.now.seconds + records.settings.config.checks.tolerance
        self._policy = policy
        self._keeping = keeping
        self._claims = claims
        self._ahead: list[str] = []

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of the stamps so far: of many the first, and how many."""
        if not self._ahead:
            return ()
        others = f" (and {len(self._ahead) - 1} more)" if len(self._ahead) > 1 else ""
        hint = "if the clock is behind, set it right; sgm fix stamps anew then"
        return (f"{self._ahead[0]}{others}; {hint}",)

    def amended(self, staged: Staged, subject: Subject) -> Amendment | None:
        """Give what completes a new record, or stamps a changed one; None where nothing is due."""
        if subject.reading.document is None or self._policy.author is None:
            return None
        if subject.is_new:
            policy = self._policy if staged.is_new else as_of(self._policy, self._keeping.head)
            case = Case(subject, policy)
            return amendment(staged, filling(case, gaps(case)), "complete")
        return amendment(staged, self._stamps(staged, subject, self._policy.author), "stamp")

    def _stamps(self, staged: Staged, subject: Subject, author: str) -> list[Set]:
        before, after = self._before(staged), staged.entry.record
        if before is None or after is None or staged.is_kept:
            return []
        due = stamps_due(
            before,
            after,
            self._store.stamp,
            actor=Actor(author),
            now=self._policy.now.seconds,
            latest=self._latest,
        )
        if not due or self._keeping.is_new_in_head(staged):
            return []
        if staged.merged and not self._claims.is_version(staged, subject):
            return []
        self._ahead += _going_back(staged.entry.path, after, due)
        return [Set(("provenance", name), value) for name, value in due.items()]

    def _before(self, staged: Staged) -> JsonObject | None:
        """What the record was; in a merge what merging gives by itself."""
        merged = self._keeping.merges(staged)
        if merged:
            return merged[0]
        parent = next((each for each in staged.parents if each is not None), None)
        is_same = parent is not None and parent.id in names_of(staged.entry)
        return parent.record if parent is not None and is_same else None


def _going_back(path: str, record: JsonObject, due: JsonObject) -> list[str]:
    """Say so of a stamp that is earlier than the one it replaces.

    That one lies ahead of the clock: no commit made by this clock could bear out a later one (P304,
    an error), so the time now is written. Only a person can tell which of the two is wrong.
    """
    provenance = record.get("provenance")
    old = provenance.get("modified_at") if isinstance(provenance, dict) else None
    before, moment = instant(old), instant(due.get("modified_at"))
    if before is None or moment is None or moment >= before:
        return []
    was, to_be = quoted(old), quoted(due["modified_at"])
    return [f"{path}: modified_at was {was}, which lies ahead of this clock, and is to be {to_be}"]


def restoring(staged: Staged, losses: Iterable[Loss], vocabulary: Vocabulary) -> Amendment | None:
    """Give what puts back the losses that stop a commit; None where none can be put back."""
    state, changes = staged.entry.record or {}, list[Set]()
    bases: dict[int, list[Loss]] = {}
    for loss in losses:
        bases.setdefault(id(loss.base), []).append(loss)
    made = None
    for group in bases.values():
        base = Base(group[0].base, group[0].stood)
        back = way_back(base, state, [each.fault for each in group], vocabulary)
        changes += [*back, *_copied(group[0].base, state, back)]
        made = amendment(staged, changes, "restore")
        state = state if made is None else _record(made.after)
    return made


def _copied(base: JsonObject, state: JsonObject, changes: Iterable[Set]) -> list[Set]:
    """The same changes to provenance's copy of the scope, where it was and is one."""
    if not scopes_agree(base) or not scopes_agree(state):
        return []
    scoped = [each for each in changes if each.pointer[:1] == ("scope",)]
    return [Set(("provenance", *each.pointer), each.value) for each in scoped]


def amendment(staged: Staged, changes: Sequence[Set], reason: Reason) -> Amendment | None:
    """The amendment that makes changes in a document; None where that does not take them."""
    entry = staged.entry
    try:
        after = splice(entry.data, changes) if changes else entry.data
    except ValueError:
        return None
    if after == entry.data or read(after).document is None:
        return None
    return Amendment(
        entry.path, entry.blob, staged.mode, entry.data, tuple(changes), after, (reason,)
    )


def as_amended(subject: Subject, made: Amendment | None) -> Subject:
    """The subject with an amendment made."""
    if made is None:
        return subject
    return replace(subject, data=made.after, reading=read(made.after))


def _record(data: bytes) -> JsonObject:
    document = read(data).document
    return {} if document is None else document.record
