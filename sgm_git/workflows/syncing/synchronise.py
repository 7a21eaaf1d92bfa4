"""Brings the branch here and the one at a remote together (``sgm sync``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.branching import RefMoved
from sgm_git.workflows.syncing.continuing import give_up, go_on
from sgm_git.workflows.syncing.ground import begun
from sgm_git.workflows.syncing.integrating import integrate, stamped
from sgm_git.workflows.syncing.model import WORLD, Step, SyncState, SyncWish, Trouble
from sgm_git.workflows.syncing.outcome import Outcome
from sgm_git.workflows.syncing.plan import Way, plan
from sgm_git.workflows.syncing.rehearsing import rehearsed
from sgm_git.workflows.syncing.sending import judged, sent
from sgm_git.workflows.syncing.situations import situation_of
from sgm_git.workflows.syncing.stopping import refuse_unreadable, standing_still
from sgm_git.workflows.syncing.traffic import going

if TYPE_CHECKING:
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.ground import Ground
    from sgm_git.workflows.syncing.model import SyncReport, Traffic, World
    from sgm_git.workflows.syncing.plan import Plan, Situation

MOST_ATTEMPTS = 10
MOST_SECONDS = 120.0
"""How often, and how long, a lost race is run again; one call to the remote may take as long."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_BEGIN = SyncWish()


def synchronise(records: Records, wish: SyncWish = _BEGIN, world: World = WORLD) -> SyncReport:
    """Fetch, integrate, check what comes and what goes, and push; never by force.

    Raises CannotRun where it cannot begin or the remote cannot be reached, UsageError for what is
    no remote's name, Refused where edits that are not committed are in the way or a conflict is
    not resolved. Nothing is lost whatever is raised, and whenever it is killed.
    """
    if wish.step is Step.ABORT:
        return give_up(records)
    goes_on = wish.step is Step.CONTINUE
    stop = go_on(records) if goes_on else None
    if stop is not None:
        return stop
    ground = begun(records, wish, world)
    outcome = Outcome(ground, ground.head(), records.settings.config.sync_mode)
    return _Sync(ground, outcome, goes_on).run()


def pause(attempt: int, took: float, chance: float) -> float:
    """The seconds to wait after an attempt that was lost and ``took`` so long.

    Random (``chance`` is between 0 and 1), so that those who collided once do not collide again,
    and longer each time; whoever waits less than an attempt takes would be in the way again.
    """
    return chance * min(_LONGEST_PAUSE, max(_FIRST_PAUSE, took) * 2.0**attempt)


@dataclass
class _Sync:
    """One sync, in as many attempts as it takes; ``goes_on``: git has rebased already."""

    ground: Ground
    outcome: Outcome
    goes_on: bool

    def run(self) -> SyncReport:
        """Try until it is done, a person must look, or there is no time left."""
        world = self.ground.world
        began = world.clock()
        while True:
            at = world.clock()
            self.outcome.attempts += 1
            report = self._attempt()
            if report is not None:
                return report
            now = world.clock()
            if self.outcome.attempts >= MOST_ATTEMPTS or now - began > MOST_SECONDS:
                return self._out_of_breath()
            world.sleep(pause(self.outcome.attempts, now - at, world.chance()))

    def _attempt(self) -> SyncReport | None:
        """Look at the remote and do what follows; None where somebody was quicker."""
        ground, outcome = self.ground, self.outcome
        fetched = ground.exchange.fetch(ground.upstream, MOST_SECONDS)
        found = situation_of(ground.records.repository, outcome.mode, fetched)
        if found.here is None and found.there is None:
            raise CannotRun(
                f"there is no commit yet, neither here nor at {ground.there}",
                hint="commit something, then sgm sync again",
            )
        chosen = plan(found)
        if chosen.stops:
            state, outcome.trouble = standing_still(ground, chosen, fetched)
            outcome.there = None
            return outcome.report(state, ground.head())
        if outcome.attempts == 1:
            outcome.base = found.base
        outcome.there = found.there
        refuse_unreadable(ground, chosen, found)
        self._tell(chosen)
        if ground.wish.dry_run:
            return self._rehearsed(chosen, found)
        if fetched.tip is not None:
            ground.exchange.follow(ground.upstream, fetched.tip)
        return self._brought_together(chosen, found)

    def _tell(self, chosen: Plan) -> None:
        if chosen.way is Way.MERGE and self.outcome.mode == "rebase":
            self.outcome.note("among the commits here are merges: both sides are merged")

    def _rehearsed(self, chosen: Plan, found: Situation) -> SyncReport:
        ground, outcome = self.ground, self.outcome
        tip, done, notes = rehearsed(ground, chosen, found)
        outcome.take(done)
        outcome.notes += notes
        if tip is None or tip == found.there:
            return outcome.report(SyncState.PLANNED, tip)
        outcome.judged(judged(ground, found.there, tip))
        what = self._going(found.there, tip)
        return outcome.report(SyncState.PLANNED, tip, what)

    def _brought_together(self, chosen: Plan, found: Situation) -> SyncReport | None:
        ground, outcome = self.ground, self.outcome
        try:
            outcome.take(integrate(ground, chosen, found))
            if outcome.trouble is not None:
                return self._in_conflict()
            if self.goes_on and chosen.way is Way.NOTHING:
                self._stamp(found)
        except RefMoved:
            return None
        here = ground.head()
        if here is None or here == found.there:
            moved = here != outcome.before
            return outcome.report(SyncState.SYNCED if moved else SyncState.UNCHANGED, here)
        return self._sent(found.there, here)

    def _in_conflict(self) -> SyncReport:
        if self.ground.records.repository.unfinished() is None:
            self.outcome.there = None  # nothing has come in
        return self.outcome.report(SyncState.CONFLICT, self.ground.head())

    def _stamp(self, found: Situation) -> None:
        """Let what git has rebased on top of the remote's have stamps that hold there."""
        if found.here is not None and found.there is not None and not found.has_merges:
            self.outcome.take(stamped(self.ground, found.here, (found.there, found.here)))

    def _sent(self, there: str | None, here: str) -> SyncReport | None:
        ground, outcome = self.ground, self.outcome
        first = self._going(None, here) if there is None else None  # it will be known there later
        done = sent(ground, there, here, MOST_SECONDS)
        if done.lost_race:
            return None
        outcome.judged(done)
        if done.trouble is not None:
            return outcome.report(SyncState.REFUSED, here)
        if there is None:
            outcome.note(f"made {ground.there}{', and it is followed now' if done.follows else ''}")
        return outcome.report(SyncState.SYNCED, here, first or self._going(there, here))

    def _going(self, there: str | None, tip: str) -> Traffic:
        return going(self.ground.records, self.ground.upstream.remote, there, tip)

    def _out_of_breath(self) -> SyncReport:
        times = self.outcome.attempts
        self.outcome.trouble = Trouble(
            f"others were quicker {times} times: nothing of the branch here was pushed",
            "nothing is lost, and what they pushed is here: sgm sync again",
        )
        return self.outcome.report(SyncState.REFUSED, self.ground.head())
