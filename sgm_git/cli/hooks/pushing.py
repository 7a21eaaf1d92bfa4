"""pre-push: judge what is new to the remote."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import open_here
from sgm_git.errors import Refused, UsageError
from sgm_git.report.pushing import push_lines
from sgm_git.workflows.hooks.push import judge_pushed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation


def run(invocation: Invocation, arguments: Sequence[str]) -> int:
    """Give 0 to let the push go on, Refused's status to stop it.

    git gives the remote's name and address, and on standard input what it is about to push.
    """
    if not arguments:
        raise UsageError("pre-push needs the name of a remote, and what is pushed on its input")
    lines, now = sys.stdin.buffer.read(), int(invocation.now())
    report = judge_pushed(open_here(invocation), arguments[0], lines, now)
    invocation.tell(push_lines(report, invocation.error_style))
    return Refused.exit_status if report.fails else 0
