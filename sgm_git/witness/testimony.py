"""What history says about one record, made ready for the rules of family P (DESIGN section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from sgm_git.record.value import same
from sgm_git.witness.life import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sgm_git.commits import Commit, Identity, Signature
    from sgm_git.policy.people import People
    from sgm_git.record.consent import Consent
    from sgm_git.record.value import JsonValue
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.life import Event, Life, State


@dataclass(frozen=True)
class History:
    """What all records of one look at history share.

    ``commits`` has those of every event and consent, by object id, ``UNCOMMITTED`` among them
    where something is not committed. ``people`` are those of the trusted side. ``consents`` come
    with their commits; ``is_ancestor`` tells of two commits whether the first is the second or
    leads to it. ``old_claims`` are commits whose claims nobody judges (``checks.baseline``).
    ``now`` is in seconds since the epoch.
    """

    commits: Mapping[str, Commit]
    facts: Callable[[str], Facts | None]
    people: People
    now: int
    tolerance: int = 600
    consents: tuple[tuple[str, Consent], ...] = ()
    is_ancestor: Callable[[str, str], bool] = str.__eq__
    old_claims: Callable[[str], bool] = lambda _: False
    signatures: Mapping[str, Signature] = field(default_factory=dict)
    hosts: Collection[str] = ()
    admins: Collection[str] = ()
    identities_strict: bool = False

    @cached_property
    def bears(self) -> Callable[[str, Identity], bool]:
        """``people.bears``, which many records ask the same."""
        return cache(self.people.bears)


@dataclass(frozen=True)
class Testimony:
    """One record before history; ``facts`` are those of its state now, in ``path``.

    ``held`` are the claims of the trusted side's record of that id, where a range is judged.
    """

    path: str
    facts: Facts
    life: Life
    history: History
    held: Mapping[str, JsonValue] | None = None

    @cached_property
    def births(self) -> tuple[Event, ...]:
        """Its first versions, newest first."""
        return self.life.births

    @cached_property
    def versions(self) -> tuple[Event, ...]:
        """Its versions, newest first."""
        return self.life.versions

    @property
    def last(self) -> Event | None:
        """The version that made the present meaning; None where history is cut before it."""
        return self.versions[0] if self.versions else None

    @property
    def first(self) -> Event | None:
        """The first version of this life; None where history is cut before it, or in doubt."""
        births = self.births
        return births[-1] if births and not self.life.is_cut and not self.life.doubt else None

    def commit(self, event: Event) -> Commit:
        """The commit of an event."""
        return self.history.commits[event.commit]

    def claims(self, state: State) -> Mapping[str, JsonValue]:
        """What the record declared in an earlier state, of the fields that history judges."""
        facts = self.history.facts(state.blob)
        return {} if facts is None else facts.claims

    def brought(self, name: str) -> Event | None:
        """The event that brought the present value of a declared field of ``provenance``.

        None where the field is not declared, or history is cut before it came.
        """
        if name not in self.facts.claims:
            return None
        if name not in self._brought:
            value = self.facts.claims[name]
            self._brought[name] = self._source(lambda state: self._says(state, name, value))
        return self._brought[name]

    @cached_property
    def _brought(self) -> dict[str, Event | None]:
        return {}

    @cached_property
    def stamped(self) -> Event | None:
        """The event that brought the present ``modified``, ``modified_at`` and ``modified_by``.

        All of them together. Where a revert brought them back, that is the one that they are of.
        None where none is declared, or history is cut before they came.
        """
        if not self.facts.stamps:
            return None
        newest = self._source(self._has_stamps)
        if newest is None or "modified_at" not in self.facts.claims:
            return newest
        is_older = self.life.is_cut and self._stood_before(newest)
        return None if is_older else self._first_with_stamps(newest)

    def _first_with_stamps(self, newest: Event) -> Event:
        """The first event down from one that has its stamps: all others repeat them."""
        is_ancestor = self.history.is_ancestor
        for event in reversed(self.life.events):
            if self._has_stamps(event.after) and is_ancestor(event.commit, newest.commit):
                return event
        return newest

    def before(self, event: Event) -> tuple[State, ...]:
        """What the record was before an event: in parents that had it, or before it was deleted."""
        if event.kind is not Kind.RETURNED:
            return event.before
        older = self.life.events[self.life.events.index(event) + 1 :]
        return tuple(each.after for each in older)

    def is_from_the_beginning(self, event: Event) -> bool:
        """Whether an event is the record's first version: what it claims came along."""
        return event in self.births

    def _source(self, says: Callable[[State], bool]) -> Event | None:
        """The newest event after which something is said that none of the states before it said.

        Where only some parents of a merge said it, it came from them.
        """
        lines: tuple[State, ...] = ()
        for event in self.life.events:
            if not self._is_on(lines, event):
                continue
            earlier = tuple(filter(says, self.before(event)))
            if not earlier and says(event.after):
                return self._if_told(event)
            if 0 < len(earlier) < len(event.before):
                lines = earlier
        return None

    def _is_on(self, lines: tuple[State, ...], event: Event) -> bool:
        """Whether an event led to one of some states; to any, where there are none."""
        is_ancestor = self.history.is_ancestor
        return not lines or any(is_ancestor(event.commit, state.commit) for state in lines)

    def _if_told(self, event: Event) -> Event | None:
        """A return, unless what it brought back may have been said where history is cut."""
        return None if event.kind is Kind.RETURNED and self.life.is_cut else event

    def _has_stamps(self, state: State) -> bool:
        facts = self.history.facts(state.blob)
        return facts is not None and facts.stamps == self.facts.stamps

    def _stood_before(self, event: Event) -> bool:
        """Whether the present stamps stood already where something that leads to an event began.

        What came after the event began where that had brought them: that is not before it.
        """
        return any(
            state.commit != event.commit
            and self._has_stamps(state)
            and self.history.is_ancestor(state.commit, event.commit)
            for each in self.life.events
            for state in each.before
        )

    def _says(self, state: State, name: str, value: JsonValue) -> bool:
        claims = self.claims(state)
        return name in claims and same(claims[name], value)
