"""Reads the options that an agent's hook has as a rule, without a command line.

To import that takes a fifth of the time in which a session may be told of the memory. What is not
plain here, is wrong or is nothing for a hook, is left to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.cli.contexts import Asked
from sgm_git.workflows.context.model import BUDGET

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ONCE = ("--query", "--budget", "--since", "--hook")
_OFTEN = ("--scope", "--paths")
_FLAG = "--history"
_DIGITS = 18  # more are left to who can say what is wrong with them


def plainly_asked(words: Sequence[str]) -> Asked | None:
    """Give what the words after ``sgm context`` ask for; None where they are not plain."""
    found = _values(words)
    if found is None:
        return None
    last = {name: values[-1] for name, values in found.items()}
    budget = last.get("--budget", str(BUDGET))
    if not (budget.isascii() and budget.isdecimal() and len(budget) <= _DIGITS):
        return None
    return Asked(
        tuple(found.get("--scope", ())),
        words=last.get("--query", ""),
        paths=tuple(found.get("--paths", ())),
        budget=int(budget),
        since=last.get("--since"),
        with_history=_FLAG in found,
    )


def _values(words: Iterable[str]) -> dict[str, list[str]] | None:
    """The values of each option, in their order; None where there is another word."""
    found: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name in _ONCE or name in _OFTEN:
            given = value if equals else next(rest, None)
        else:
            given = "" if word == _FLAG else None
        if given is None:
            return None
        found.setdefault(name, []).append(given)
    return found
