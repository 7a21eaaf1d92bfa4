"""Whether what history says will be the same at any later time, as long as nothing else changes.

A rule that asks what time it is asks whether something lies ahead: a time that a commit or a record
has. Where nothing does, and nothing is left to be committed, its answer is final.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.record.times import Instant, parse_rfc3339, render_utc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.commits import Commit
    from sgm_git.policy.config import Config
    from sgm_git.witness.life import State
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.witnessing import Witnessed

_BEGINNING = 315_532_800  # 1980: what a commit says that claims to be older is not believed
_DAY_LENGTH = len("2026-10-10")
_TWO_DAYS = 172_800


def is_lasting(seen: Witnessed, config: Config) -> bool:
    """Whether it is so.

    Not where signatures count, for keys may be revoked, nor where history is cut and may grow.
    """
    counts_signatures = config.trust.hosts or config.trust.admins or config.checks.require_signed
    if counts_signatures or seen.is_cut or UNCOMMITTED in seen.history.commits:
        return False
    return all(map(partial(_is_past, seen.history.now), seen.history.commits.values())) and all(
        map(_claims_nothing_to_come, seen.testimonies.values())
    )


def lasts(testimony: Testimony) -> bool:
    """Whether it is so of one record, but for its signatures; committed or not."""
    history, life = testimony.history, testimony.life
    oids = {event.commit for event in life.events} - {UNCOMMITTED}
    if life.is_cut:
        return False
    commits = [history.commits[oid] for oid in oids]
    is_past = all(map(partial(_is_past, history.now), commits))
    return is_past and _claims_nothing_to_come(testimony)


def _is_past(now: int, commit: Commit) -> bool:
    times = commit.author_time, commit.commit_time
    return all(time is not None and _BEGINNING <= time <= now for time in times)


def _claims_nothing_to_come(testimony: Testimony) -> bool:
    return not any(_lies_ahead(value, testimony.history.now) for value in _claims(testimony))


def _claims(testimony: Testimony) -> Iterator[str]:
    """Every text that any state of a record declares of its provenance."""
    for state in _states(testimony):
        claims = testimony.facts.claims if state is None else testimony.claims(state)
        yield from (value for value in claims.values() if isinstance(value, str))


def _states(testimony: Testimony) -> Iterator[State | None]:
    yield None
    for event in testimony.life.events:
        yield event.after
        yield from event.before


def _lies_ahead(value: str, now: int) -> bool:
    """Whether it is a time after now; most are told by their day, of whatever zone they are."""
    if value[:_DAY_LENGTH] < render_utc(max(now - _TWO_DAYS, 0))[:_DAY_LENGTH]:
        return False
    moment = parse_rfc3339(value)
    return moment is not None and moment > Instant(now)
