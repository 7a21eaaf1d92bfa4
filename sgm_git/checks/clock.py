"""A server's clock as the upper bound of all times (DESIGN section 7): P304 and P316 at its gate.

Elsewhere a commit's time is taken for what it is, a claim that nothing contradicts. What comes in
through a server's gate cannot have been made after it came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.claims import instant, named, shown
from sgm_git.findings import Fault, Severity
from sgm_git.record.spoken import quoted
from sgm_git.record.times import Instant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.commits import Commit
    from sgm_git.record.value import JsonValue

SKEW = 600
"""Seconds by which clocks may differ, however much more a configuration allows for."""

_DECLARED = ("created_at", "modified_at")


def commits_ahead(commits: Iterable[Commit], now: int, skew: int) -> Iterator[Fault]:
    """P316, as an error, of commits that are dated later than now; in seconds since the epoch."""
    for commit in commits:
        times = (commit.commit_time, commit.author_time)
        latest = max((time for time in times if time is not None), default=now)
        if latest > now + skew:
            author = quoted(f"{commit.author.name} <{commit.author.email}>")
            message = (
                f"{named(commit.oid)} by {author} is dated {shown(latest)}, but it is"
                f" {shown(now)} here; set the clock right and commit it again"
            )
            yield Fault("P316", message, commit=commit.oid, severity=Severity.ERROR)


def declared_ahead(claims: Mapping[str, JsonValue], now: int, skew: int) -> Iterator[Fault]:
    """P304, as an error, of times that a record declares and that have not come yet."""
    for name in _DECLARED:
        moment = instant(claims.get(name))
        if moment is not None and moment > Instant(now + skew):
            message = (
                f"{name} {quoted(claims[name])} lies ahead: it is {shown(now)} here;"
                " write the time at which it was so"
            )
            yield Fault("P304", message, None, f"/provenance/{name}", severity=Severity.ERROR)
