"""pre-receive: the gate of a server, through which every push goes (DESIGN section 7).

Nothing that a push brings helps it. Each branch is judged from its old tip by what is trusted
there; what is new to the server in any other ref by the server's main branch.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.findings import Severity
from sgm_git.policy.config import SIGNERS_PATH
from sgm_git.workflows.arrival import Arrival, judge_arrival
from sgm_git.workflows.check import EVERYTHING
from sgm_git.workflows.hooks.rules import Rules
from sgm_git.workflows.hooks.updates import BRANCHES, TAGS, Judged, PushReport, received

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.git.pushed import Peeled, Ref
    from sgm_git.policy.server import ServerPolicy
    from sgm_git.workflows.check import CheckReport
    from sgm_git.workflows.hooks.updates import Update

_MAIN = (f"{BRANCHES}main", f"{BRANCHES}master")
_NAMESPACE = "GIT_NAMESPACE"
_BY_ADMINS = "P314"
_NO_SIGNERS = (
    f"nobody's signature could be good: {SIGNERS_PATH} must be here before admins are named"
)


def judge_received(
    repository: Repository, lines: bytes, policy: ServerPolicy, now: int
) -> PushReport:
    """Judge what git has received and holds back; ``lines`` are what it tells the hook.

    ``policy`` is the server's own, ``now`` its clock in seconds since the epoch. Raises CannotRun
    where git cannot tell, Refused for objects that no honest git has made: the push is refused
    then, too.
    """
    if os.environ.get(_NAMESPACE):
        raise CannotRun("refs in a git namespace cannot be judged", hint=f"unset {_NAMESPACE}")
    updates = received(lines)
    gate = _Gate(repository, policy, repository.refs())
    gate.look(updates)
    refusals = [why for update in updates for why in gate.objections(update)]
    if refusals:
        return PushReport(refusals=tuple(refusals))
    return PushReport(tuple(gate.judged(updates, now)))


@dataclass
class _Gate:
    """A server's repository as it stands before a push; ``new`` are all commits of that."""

    repository: Repository
    policy: ServerPolicy
    refs: dict[str, Ref]
    new: frozenset[str] = frozenset()
    _reports: dict[Arrival, CheckReport] = field(default_factory=dict)
    _peeled: dict[str, Peeled] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the commits that are here."""
        return Rules(self.repository)

    @cached_property
    def main(self) -> str | None:
        """The branch whose word counts for what no branch of its own vouches for."""
        found = self._main_among(self.refs)
        return found if found is None else self.refs[found].target or found

    @cached_property
    def _named(self) -> tuple[str, ...]:
        """The names that the server gives the main branch."""
        trusted = self.repository.config("sgm.trustRef") or ""
        return (trusted, f"{BRANCHES}{trusted}", self.repository.head().ref or "")

    def _main_among(self, names: Collection[str]) -> str | None:
        only = [name for name in _MAIN if name in names]
        branches = [name for name in names if name.startswith(BRANCHES)]
        tried = [*self._named, *(each[0] for each in (only, branches) if len(each) == 1)]
        return next((name for name in tried if name in names), None)

    @cached_property
    def main_tip(self) -> str | None:
        """The commit that branch stands at; without one a detached HEAD's.

        Raises CannotRun where there are rules, and nobody can tell whose count.
        """
        if self.main is not None:
            return self._commit(self.refs[self.main].oid)
        oid = self.repository.head().oid
        tips = [ref.oid for name, ref in self.refs.items() if name.startswith(BRANCHES)]
        if oid is None and any(self.rules.config(tip) is not None for tip in tips):
            raise CannotRun(
                "no branch here is the main one, whose rules would count",
                hint="on the server: git symbolic-ref HEAD refs/heads/BRANCH",
            )
        return oid

    def look(self, updates: Sequence[Update]) -> None:
        """Look at all that is named at once; what is not here is noticed when it is asked for."""
        named = [oid for each in updates for oid in (each.old, each.new) if oid is not None]
        self._peeled |= self.repository.peeled(list(dict.fromkeys(named)))

    def objections(self, update: Update) -> Iterator[str]:
        """Why a ref may not be changed so, whatever the commits are."""
        ref, there = update.ref, self.refs.get(update.ref)
        if (None if there is None else there.oid) != update.old:
            yield f"{ref} is not what the push takes it for: fetch, and push again"
        elif update.new is None:
            if self._is_trusted(ref):
                yield f"{ref} cannot be deleted: what is trusted here stands on it"
        elif there is None and self._takes_over(ref):
            yield f"{ref} cannot be made: it would be trusted in place of {self.main}"
        else:
            yield from self._unfit(update, self._object(update.new), there)

    def _is_trusted(self, ref: str) -> bool:
        """Whether a ref is the main branch, or leads to it, and there are rules there."""
        there = self.refs.get(ref)
        place = ref if there is None else there.target or ref
        return place == self.main and self.rules.config(self.main_tip) is not None

    def _takes_over(self, ref: str) -> bool:
        """Whether a new ref would be the main branch, or leave it open which that is."""
        if self.main is None or not (ref.startswith(BRANCHES) or ref in self._named):
            return False
        return self._main_among({*self.refs, ref}) != self._main_among(self.refs)

    def _unfit(self, update: Update, tip: Peeled, there: Ref | None) -> Iterator[str]:
        """Say so of a branch, or what counts as the main one, by which nobody could be judged."""
        ref = update.ref
        if not update.is_branch and ref != self.main:
            return
        if tip.kind != "commit":
            yield f"{ref} cannot be a {tip.kind}"
            return
        old = self._commit(None if there is None else there.oid) or self.main_tip
        yield from (f"{ref}: {why}" for why in self.rules.faults(tip.oid, old))

    def judged(self, updates: Sequence[Update], now: int) -> Iterator[Judged]:
        """Judge them all: first branches that are there, by their own word."""
        known = [ref.oid for name, ref in self.refs.items() if name.startswith((BRANCHES, TAGS))]
        seen = {each.oid for each in self._objects(known) if each.kind == "commit"}
        brought = {update: self._object(update.new) for update in updates if update.new}
        tips = {  # a tag of a tree or a blob brings no commit
            update: found.oid for update, found in brought.items() if found.kind == "commit"
        }
        ends, known = sorted({*tips.values()}), sorted(seen)
        self._refuse_crooked(ends, known)
        self.new = frozenset(self.repository.commits_beyond(ends, known))
        for update in sorted(tips, key=self._turn):
            arrival = self._arrival(update, tips[update], seen)
            if arrival is not None:
                yield Judged(update.ref, arrival, self._report(arrival, now))
            if update.ref.startswith((BRANCHES, TAGS)):
                seen.add(tips[update])

    def _refuse_crooked(self, tips: Sequence[str], known: Sequence[str]) -> None:
        """Raise Refused for trees in which we might not see what others check out."""
        for tree, why in self.repository.crooked_trees(tips, known).items():
            raise Refused(
                f"tree {tree} {why}: no git makes such a tree",
                hint="git fsck lists them; commit these files anew",
            )

    def _report(self, arrival: Arrival, now: int) -> CheckReport:
        if arrival not in self._reports:
            report = judge_arrival(self.repository, arrival, now, EVERYTHING)
            self._reports[arrival] = self._guarded(arrival, report)
        return self._reports[arrival]

    def _guarded(self, arrival: Arrival, report: CheckReport) -> CheckReport:
        """Let nobody make themselves an admin where nobody is known as one yet (P314)."""
        if arrival.trusted is None or self.rules.signers(arrival.trusted) is not None:
            return report
        found = [
            replace(each, severity=Severity.ERROR, message=f"{each.message}; {_NO_SIGNERS}")
            if each.code == _BY_ADMINS and (self.policy.admins or each.path == SIGNERS_PATH)
            else each
            for each in report.findings
        ]
        return replace(report, findings=tuple(found))

    def _turn(self, update: Update) -> tuple[bool, bool, bool, str]:
        is_new = update.old is None or not update.is_branch
        return (update.ref != self.main, is_new, not update.is_branch, update.ref)

    def _arrival(self, update: Update, tip: str, seen: set[str]) -> Arrival | None:
        """What a ref brings; None where it brings nothing that is new here."""
        old = self._commit(update.old)
        whose = self._whose(update)
        if old is not None and self._vouches(update, old):
            return replace(whose, tip=tip, trusted=old, replaces=True)
        known = seen if old is None else {*seen, old}
        if tip in known or tip not in self.new:
            return None
        new = frozenset(self.repository.commits_beyond([tip], sorted(known)))
        if not new or self._is_apart(update, tip, known):
            return None
        return replace(whose, tip=tip, trusted=self.main_tip, fresh=new)

    def _whose(self, update: Update) -> Arrival:
        """What goes for all that a ref brings; to a branch beside the main one it is proposed."""
        is_beside = self.main is not None and update.ref != self.main
        return Arrival("", None, policy=self.policy, at_gate=True, is_proposal=is_beside)

    def _is_apart(self, update: Update, tip: str, known: set[str]) -> bool:
        """Whether a ref is neither branch nor tag, and its commits have nothing to do with records.

        Notes, for example; what is brought by it counts as new when it comes to a branch.
        """
        if update.ref.startswith((BRANCHES, TAGS)):
            return False
        rows = self.repository.history(tip, sorted(known))
        return not any(changes for row in rows for changes in row.changes)

    def _vouches(self, update: Update, old: str) -> bool:
        """Whether a ref may judge what comes to it: the main branch always, no tag or the like.

        Where the main branch names admins, a branch that names others, or lists other signers, is
        older or was changed: who may write to it could have made it so by going back.
        """
        if update.ref == self.main or not update.is_branch:
            return update.ref == self.main
        main = None if self.main is None else self.main_tip
        if main is None or old == main:
            return True
        admins, signers = self._authority(main)
        return not admins or (admins, signers) == self._authority(old)

    def _authority(self, oid: str) -> tuple[tuple[str, ...], bytes | None]:
        admins, signers = self.rules.authority(oid)
        return self.policy.admins or admins, signers

    def _commit(self, oid: str | None) -> str | None:
        found = None if oid is None else self._object(oid)
        return found.oid if found is not None and found.kind == "commit" else None

    def _object(self, oid: str) -> Peeled:
        return self._objects([oid])[0]

    def _objects(self, oids: Sequence[str]) -> list[Peeled]:
        missing = [oid for oid in dict.fromkeys(oids) if oid not in self._peeled]
        self._peeled |= self.repository.peeled(missing)
        for oid in missing:
            if oid not in self._peeled:
                raise CannotRun(f"object {oid} is not here, and nobody can tell what it brings")
        return [self._peeled[oid] for oid in oids]
