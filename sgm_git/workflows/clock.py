"""What arrives at a server and claims to be later than the server's clock (DESIGN section 7)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.checks.clock import SKEW, commits_ahead, declared_ahead
from sgm_git.checks.run import finding_of
from sgm_git.workflows.crosscheck import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.commits import Commit
    from sgm_git.findings import Finding
    from sgm_git.policy.config import ChecksConfig
    from sgm_git.workflows.survey import Survey

_ENOUGH = 100  # commits that are dated ahead say the same


def ahead_of_clock(
    commits: Iterable[Commit],
    found: Survey,
    is_judged: Callable[[str], bool],
    checks: ChecksConfig,
    now: int,
) -> Iterator[Finding]:
    """Give what is later than ``now``, in seconds since the epoch.

    No configuration silences it: who may push to that could date anything. A tolerance that is
    less than what clocks may differ by counts.
    """
    skew = min(SKEW, checks.tolerance)
    for fault in islice(commits_ahead(commits, now, skew), _ENOUGH):
        yield finding_of(EVERYWHERE, fault)
    for path, blob in found.blobs.items():
        facts = found.facts[blob] if is_judged(path) else None
        if facts is not None:
            for fault in declared_ahead(facts.claims, now, skew):
                yield finding_of(path, fault, found.stock.by_path[path].id)
