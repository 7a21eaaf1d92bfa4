"""``sgm hooks run NAME``: what git's hooks start, before anything of a command line is imported.

A person waits for it at every commit, so each hook imports only what it needs itself.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from sgm_git.cli.frame import framed
from sgm_git.cli.invocation import Invocation
from sgm_git.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODULES = "sgm_git.cli.hooks"
HOOKS = {
    "pre-commit": "committing",
    "pre-merge-commit": "merging",
    "files": "files",
    "prepare-commit-msg": "preparing",
    "commit-msg": "verifying",
    "post-commit": "carrying",
    "pre-push": "pushing",
    "pre-receive": "receiving",
}
"""The hooks by name, each with its module in ``cli/hooks``; ``files`` is a manager's of hooks."""


class Hook(Protocol):
    """The one function of a hook's module, by the name ``run``."""

    def __call__(self, invocation: Invocation, arguments: Sequence[str]) -> int:
        """Do what git asks with these arguments; give the exit status, 0 to let it go on."""
        ...


def run(arguments: Sequence[str], *, leaves: bool = False) -> int:
    """Run the hook that the first argument names, with the others; give the exit status.

    1 where what it looks at is refused, 3 where it cannot tell: git stops at both. Prints errors,
    raises none. Where it ``leaves``, the process ends here and now: Python would take a seventh of
    the time that a commit waits to put every object away by itself.
    """
    invocation = Invocation(goes_unheard=True)
    status = framed(lambda: run_hook(invocation, arguments), invocation)
    if leaves:
        os._exit(status)
    return status


def run_hook(invocation: Invocation, arguments: Sequence[str]) -> int:
    """As ``run``, within a run that is under way; raises UsageError for a name of no hook."""
    name = arguments[0] if arguments else ""
    if name not in HOOKS:
        raise UsageError(
            f"there is no hook {name!r}" if name else "which hook is to run?",
            hint=f"one of {', '.join(HOOKS)}",
        )
    hook = cast("Hook", import_module(f"{_MODULES}.{HOOKS[name]}").run)
    return hook(invocation, arguments[1:])
