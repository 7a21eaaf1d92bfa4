"""pre-receive: the gate of a server. Whatever goes wrong here, nothing is let in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import open_here
from sgm_git.errors import CannotRun, Refused
from sgm_git.report.pushing import push_lines
from sgm_git.workflows.hooks.budget import OverBudgetError, modest_git, within
from sgm_git.workflows.hooks.receive import judge_received
from sgm_git.workflows.hooks.server import MEGABYTES, SECONDS, server_budget, server_policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.hooks.updates import PushReport


def run(invocation: Invocation, _arguments: Sequence[str]) -> int:
    """Give 0 to let the push in, Refused's status to refuse it.

    git says on standard input what is pushed. Raises CannotRun where that cannot be judged, or
    costs more than the server allows.
    """
    lines, now = sys.stdin.buffer.read(), int(invocation.now())
    with modest_git():
        report = _within_budget(open_here(invocation), lines, now)
    invocation.tell(push_lines(report, invocation.error_style))
    return Refused.exit_status if report.fails else 0


def _within_budget(repository: Repository, lines: bytes, now: int) -> PushReport:
    budget = server_budget(repository)
    try:
        with within(budget):
            return judge_received(repository, lines, server_policy(repository), now)
    except OverBudgetError:
        raise CannotRun(
            f"judging this push takes more than {budget.seconds} s, so it is refused",
            hint=f"push less at once; git config {SECONDS} on the server says how long it may be",
        ) from None
    except MemoryError:
        raise CannotRun(
            f"judging this push takes more than {budget.megabytes} MB, so it is refused",
            hint=f"push less at once; git config {MEGABYTES} on the server says how much it may be",
        ) from None
