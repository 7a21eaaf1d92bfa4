"""pre-push: judges what is new to a remote, by what is trusted there (DESIGN section 7).

It spares people a refusal and forges without a gate the faults; nobody is kept from going around
it, so what this clone knows of the remote is believed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.workflows.arrival import Arrival, judge_arrival
from sgm_git.workflows.check import Selection
from sgm_git.workflows.hooks.updates import BRANCHES, Judged, PushReport, pushed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository
    from sgm_git.git.pushed import Ref
    from sgm_git.workflows.check import CheckReport
    from sgm_git.workflows.hooks.updates import Update

_REFS, _REMOTES = "refs/", "remotes/"
_HEAD = "HEAD"
_MAIN = (f"{BRANCHES}main", f"{BRANCHES}master")
_WHATEVER_DEPTH = Selection(allow_shallow=True)


def judge_pushed(repository: Repository, remote: str, lines: bytes, now: int) -> PushReport:
    """Judge what a push would bring to a remote; ``lines`` are what git tells the hook.

    ``remote`` is its name, or an address where it has none. Each branch is judged by what is
    trusted at the remote's old tip, a new one by the remote's main branch. ``now`` is in seconds
    since the epoch. Raises CannotRun where git cannot tell.
    """
    tracked, refs = repository.tracked_refs(remote), repository.refs()
    there = {name: refs[here] for name, here in tracked.items()}
    going = _Going(repository, there, tracked)
    return PushReport(tuple(going.judged(pushed(lines), now)))


@dataclass
class _Going:
    """What this clone knows of a remote: ``refs`` are its own, ``tracked`` their names here."""

    repository: Repository
    refs: dict[str, Ref]
    tracked: dict[str, str]
    _reports: dict[Arrival, CheckReport] = field(default_factory=dict)

    def judged(self, updates: list[Update], now: int) -> Iterator[Judged]:
        """Judge them all; what is deleted brings nothing."""
        seen = set(self._known)
        for update in sorted(updates, key=lambda each: (not each.is_branch, each.ref)):
            tip = self._commit(update.new)
            arrival = None if tip is None else self._arrival(update, tip, seen)
            if arrival is not None:
                if arrival not in self._reports:
                    judge = judge_arrival(self.repository, arrival, now, _WHATEVER_DEPTH)
                    self._reports[arrival] = judge
                yield Judged(update.ref, arrival, self._reports[arrival], self._names(arrival))
            if tip is not None:
                seen.add(tip)

    def _arrival(self, update: Update, tip: str, seen: set[str]) -> Arrival | None:
        """What a ref brings; None where it brings nothing that is new to the remote."""
        old = self._old(update)
        known = seen if old is None else {*seen, old}
        fresh = frozenset(self.repository.commits_beyond([tip], sorted(known)))
        if old is not None and update.is_branch:
            arrival = Arrival(tip, old, replaces=True, fresh=fresh)
            return replace(arrival, is_proposal=self._is_beside(update.ref)) if tip != old else None
        arrival = Arrival(tip, self._main_tip, fresh=fresh)
        return replace(arrival, is_proposal=self._is_beside(update.ref)) if fresh else None

    def _is_beside(self, ref: str) -> bool:
        """Whether a ref is known to be another than the remote's main branch."""
        head = self.refs.get(_HEAD)
        if head is not None and head.target is not None:
            return self.tracked.get(ref) != head.target
        return any(name in self.refs for name in _MAIN) and ref not in _MAIN

    def _names(self, arrival: Arrival) -> tuple[str, str] | None:
        """Both ends of what arrives, where this clone has a name for what is trusted."""
        there = {name for name, ref in self.refs.items() if ref.oid == arrival.trusted}
        branches = sorted(self.tracked[name] for name in there - {_HEAD})
        if not branches:
            return None
        is_here = self.repository.head().oid == arrival.tip
        name = branches[0].removeprefix(_REFS).removeprefix(_REMOTES)
        return name, _HEAD if is_here else short(arrival.tip)

    def _old(self, update: Update) -> str | None:
        """What the remote has there, as far as that is here; else what it had when last seen."""
        if update.old is None:
            return None
        old = self._commit(update.old)
        if old is None and update.is_branch:
            seen = self.refs.get(update.ref)
            old = self._commit(None if seen is None else seen.oid)
        return old

    @cached_property
    def _main_tip(self) -> str | None:
        """The remote's main branch, as it was when last seen."""
        only = [name for name in _MAIN if name in self.refs]
        names = (_HEAD, *(only if len(only) == 1 else ()))
        found = (self.refs.get(name) for name in names)
        tips = (self._commit(ref.oid) for ref in found if ref is not None)
        return next((tip for tip in tips if tip is not None), None)

    @cached_property
    def _known(self) -> list[str]:
        found = self.repository.peeled(sorted({ref.oid for ref in self.refs.values()}))
        return [each.oid for each in found.values() if each.kind == "commit"]

    def _commit(self, oid: str | None) -> str | None:
        """The commit that an object is, or a tag of; None where it is none or not here."""
        found = None if oid is None else self.repository.peeled([oid]).get(oid)
        return found.oid if found is not None and found.kind == "commit" else None
