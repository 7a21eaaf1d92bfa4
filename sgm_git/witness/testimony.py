"""What history says about one record, made ready for the rules of family P (DESIGN section 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sgm_git.commits import Commit, Signature
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


@dataclass(frozen=True)
class Testimony:
    """One record before history; ``facts`` are those of its state now, in ``path``."""

    path: str
    facts: Facts
    life: Life
    history: History

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
        births = self.life.births
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
        value = self.facts.claims[name]
        for event in self.life.events:
            came_before = any(self._says(state, name, value) for state in event.before)
            if not came_before and self._says(event.after, name, value):
                return event
        return None

    def is_from_the_beginning(self, event: Event) -> bool:
        """Whether an event is the record's first version: what it claims came along."""
        return event in self.life.births

    def _says(self, state: State, name: str, value: JsonValue) -> bool:
        claims = self.claims(state)
        return name in claims and same(claims[name], value)
