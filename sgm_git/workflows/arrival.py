"""Judges commits on their way to a state, by what is trusted there (DESIGN 2, 6, 7).

A check of a range asks what a merge would bring, a push what takes the place of what was there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import stopping_loss
from sgm_git.checks.stock import Stock
from sgm_git.errors import CannotRun
from sgm_git.findings import Fix
from sgm_git.policy.server import NO_POLICY, tightened
from sgm_git.store.records import Records
from sgm_git.store.scan import revision_blobs
from sgm_git.store.settings_at import roots_to_come, settings_at
from sgm_git.workflows.allowing import allowed_too_late
from sgm_git.workflows.arrival_history import Look
from sgm_git.workflows.arriving import Arriving, refuse_twins
from sgm_git.workflows.arriving_together import together
from sgm_git.workflows.blends import blends
from sgm_git.workflows.check import CheckReport
from sgm_git.workflows.clock import ahead_of_clock
from sgm_git.workflows.crosscheck import EVERYWHERE, Crosscheck
from sgm_git.workflows.forced import dropped
from sgm_git.workflows.in_passing import in_passing
from sgm_git.workflows.mending import of_arriving, of_trusted
from sgm_git.workflows.side import Side, known_blobs
from sgm_git.workflows.survey import Survey, survey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.commits import Commit
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.server import ServerPolicy
    from sgm_git.workflows.check import Selection
    from sgm_git.workflows.witnessing import Witnessed

_FIRST = (
    "a first push: nothing is known to be there yet, so the default rules judge, and history is not"
    " asked; what its own .sgm/config.toml says counts from the next push on"
)
_INCOMPLETE = "S213"
_MAKER = "whoever made the commit"  # completes a new record; only fix_range knows who that is
_NO_BASE = "what was lost (K) cannot be told: the ends have no merge base here"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Commits on their way; ids are those of commits.

    ``tip`` is the newest, and ``trusted`` judges what it has and that one has not; None: there is
    nothing yet. ``replaces``: it takes the place of that one, else it is to be merged with it.
    ``fresh`` are the commits that are new where they go; None: all that ``trusted`` has not, others
    stand there in another place already. ``policy`` is a server's, and ``at_gate`` what a server
    asks: what cannot be told is no excuse, and its clock is a bound for all times. A proposal goes
    where nobody looks for rules in force: approvals of it are still to come (G903).
    """

    tip: str
    trusted: str | None
    replaces: bool = False
    fresh: frozenset[str] | None = None
    policy: ServerPolicy = NO_POLICY
    at_gate: bool = False
    is_proposal: bool = False

    @property
    def is_push(self) -> bool:
        """Whether it is on its way to another repository, and not only looked at."""
        return self.at_gate or self.fresh is not None

    @property
    def is_courtesy(self) -> bool:
        """Whether it is judged where it leaves: rules that nobody can read keep no mending out.

        Whoever pushes may go around that; a server's gate, and who compares two states, may not.
        """
        return self.is_push and not self.at_gate

    def is_fresh(self, oid: str) -> bool:
        """Whether a commit is new where it goes."""
        return self.fresh is None or oid in self.fresh


@dataclass(frozen=True, slots=True)
class Judged:
    """What arrived, the rules by which its documents were judged, and what was said of it.

    ``seen`` are the testimonies of its commits, None where history was not asked.
    """

    state: Arriving
    policy: CheckPolicy
    found: Survey
    report: CheckReport
    seen: Witnessed | None = None


def judge_arrival(
    repository: Repository, arrival: Arrival, now: int, selection: Selection
) -> CheckReport:
    """Judge what arrives, as ``judged_arrival`` does; give only what is said of it."""
    return judged_arrival(repository, arrival, now, selection).report


def judged_arrival(
    repository: Repository, arrival: Arrival, now: int, selection: Selection
) -> Judged:
    """Judge what arrives; of it what is selected.

    What is trusted judges: its configuration, schemas, mailmap, signers and acceptances. Nothing
    older than the commits that arrive and the trees of the trusted one and of the merge base is
    asked for, but of records that come into a new root and of stamps that may have stood before.
    ``now`` is in seconds since the epoch. Raises CannotRun where git cannot tell, Refused for what
    no honest git has made.
    """
    settings = settings_at(
        repository, arrival.trusted, arrival.tip, despite_trusted=arrival.is_courtesy
    )
    settings = replace(settings, config=tightened(settings.config, arrival.policy))
    records = Records(repository, settings, lambda: float(now))
    state, policy = _arriving(records, arrival), replace(settings.policy(now), author=_MAKER)
    found = Survey(Stock([], policy, state.again), (), {}, {})
    if state.is_touched:
        found = survey(state, policy, lambda path: state.is_changed(path) and selection.holds(path))
    findings = [*found.findings, *together(state, found.stock)]
    findings += of_trusted(records, policy, arrival.tip)
    findings += _breaking(state, arrival)
    fresh = [commit for commit in state.commits if arrival.is_fresh(commit.oid)]
    findings += in_passing(records, fresh, state.known_blobs, policy)
    findings += blends(state, found.stock, fresh)
    told = _by_history(state, found, arrival, fresh, _Asking(now, selection))
    findings += told.findings
    if arrival.at_gate:
        findings += ahead_of_clock(fresh, found, state.is_changed, settings.config.checks, now)
    told_of = map(_without_guess, map(stopping_loss, findings) if arrival.is_push else findings)
    chosen = [f for f in told_of if f.path == EVERYWHERE or selection.holds(f.path)]
    ordered = tuple(sorted(set(chosen), key=lambda finding: finding.sort_key))
    number = sum(state.is_changed(path) and selection.holds(path) for path in found.blobs)
    by_what = settings.notes if arrival.trusted is not None else (_FIRST,)
    late = allowed_too_late(records, arrival.tip, arrival.policy, ordered)
    notes = (*by_what, *state.notes, *told.notes, *late, *dropped(state, policy, findings))
    report = CheckReport(ordered, number, told.accepted, notes)
    return Judged(state, policy, found, report, told.seen)


def _without_guess(finding: Finding) -> Finding:
    """A finding, but for how a new record is completed: it says only that ``fix --range`` can."""
    if finding.code != _INCOMPLETE or finding.fix is None:
        return finding
    return replace(finding, fix=Fix())


@dataclass(frozen=True, slots=True)
class _Asking:
    now: int
    selection: Selection


def _by_history(
    state: Arriving,
    found: Survey,
    arrival: Arrival,
    fresh: Sequence[Commit],
    asking: _Asking,
) -> Crosscheck:
    """What history says: without a configuration only what a server asks of signatures."""
    of_records = state.records.settings.written is not None
    if arrival.trusted is None or not (of_records or arrival.policy.is_about_commits):
        return Crosscheck(())
    replacing = arrival.tip if arrival.replaces else None
    look = Look(
        *(state, found, arrival.trusted, fresh, replacing, asking.now),
        is_proposal=arrival.is_proposal,
    )
    if not look.is_needed:
        return Crosscheck(())
    return look.by_history(asking.selection, of_records=of_records)


def _arriving(records: Records, arrival: Arrival) -> Arriving:
    repository, roots = records.repository, records.settings.roots
    if arrival.at_gate:
        refuse_twins(repository, roots, arrival.tip)
    commits = _commits(records, arrival)
    state = Arriving(
        records,
        rev=arrival.tip,
        commits=commits,
        blobs=revision_blobs(repository, roots, arrival.tip),
        elsewhere=_elsewhere(records, arrival, commits),
    )
    if arrival.trusted is None:
        return state
    base = _base(repository, arrival.trusted, arrival)
    if base is None:
        return replace(state, notes=(_NO_BASE,))
    before, replaced = Side(records, base, state.blobs), None
    if arrival.replaces and base != arrival.trusted:
        replaced = Side(records, arrival.trusted, state.blobs)
    to_come = roots_to_come(repository, records.settings, base, arrival.tip)
    return replace(state, before=before, replaced=replaced, to_come=to_come)


def _commits(records: Records, arrival: Arrival) -> tuple[Commit, ...]:
    """The commits that the tip has and the trusted one has not, where anything asks for them."""
    is_asked = arrival.at_gate or arrival.fresh is not None
    if not is_asked and records.settings.written is None:
        return ()
    known = () if arrival.trusted is None else (arrival.trusted,)
    commits = tuple(records.repository.history(arrival.tip, known))
    if arrival.at_gate and any(commit.is_cut for commit in commits):
        raise CannotRun("the history of what is pushed is cut", hint="git fetch --unshallow")
    return commits


def _base(repository: Repository, trusted: str, arrival: Arrival) -> str | None:
    """The commit that losses are held against; None where there is none here."""
    try:
        bases = repository.merge_bases(trusted, arrival.tip)
    except CannotRun:  # history is cut before the ends meet
        if arrival.at_gate:
            raise
        return None
    if not bases and arrival.replaces:
        return trusted
    return bases[0] if bases else None


def _elsewhere(
    records: Records, arrival: Arrival, commits: tuple[Commit, ...]
) -> set[tuple[str, str]]:
    """The documents of all commits that what is new was made from."""
    if arrival.fresh is None:
        return set()
    fresh = [commit for commit in commits if commit.oid in arrival.fresh]
    made_from = {parent for commit in fresh for parent in commit.parents} - arrival.fresh
    if arrival.tip not in arrival.fresh:
        made_from.add(arrival.tip)
    here = records.repository.peeled(sorted(made_from))
    return {each for oid in here for each in known_blobs(records, oid).items()}


def _breaking(state: Arriving, arrival: Arrival) -> list[Finding]:
    """What arrives broken of the files that judge; a server's gate has refused that already."""
    if arrival.at_gate:
        return []
    base = None if state.before is None else state.before.oid
    return of_arriving(state.records.repository, arrival.tip, arrival.trusted, base)
