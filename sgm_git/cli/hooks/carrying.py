"""post-commit: after ``git commit PATH`` carry stamps into the work tree's own index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.cli.hooks.opening import open_here
from sgm_git.workflows.hooks.carrying import carry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.cli.invocation import Invocation


def run(invocation: Invocation, _arguments: Sequence[str]) -> int:
    """Give 0; the commit is made, and nothing can stop it."""
    carry(open_here(invocation))
    return 0
