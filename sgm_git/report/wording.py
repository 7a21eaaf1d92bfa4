"""What the reader of a text can call: commands, or the tools of an agent."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonValue
    from sgm_git.workflows.context.model import Call


@dataclass(frozen=True, slots=True)
class Words:
    """The names of what checks, tells a context, shows a record and lists them.

    ``options`` are what stands in front of an option's name, and behind it.
    """

    check: str
    context: str
    show: str
    listing: str
    options: tuple[str, str]

    def budget(self) -> str:
        """What the budget of a context is called."""
        return f"{self.options[0]}budget"

    def told(self, call: Call) -> str:
        """Give a call in these words; a command can be given to a shell."""
        said = self.context if call.is_context else self.listing
        before, behind = self.options
        for name, value in call.arguments.items():
            for each in _values(value):
                is_flag = value is True and behind == " "
                said += f" {before}{name}" + ("" if is_flag else f"{behind}{shlex.quote(each)}")
        return said


def _values(value: JsonValue) -> Iterator[str]:
    if isinstance(value, list):
        yield from map(_plain, value)
    elif isinstance(value, dict):
        yield from (f"{name}={_plain(each)}" for name, each in value.items())
    else:
        yield _plain(value)


def _plain(value: JsonValue) -> str:
    return value if isinstance(value, str) else dumps(value)


COMMANDS = Words("sgm check", "sgm context", "sgm show", "sgm list", ("--", " "))
TOOLS = Words("sgm_check", "sgm_context", "sgm_get", "sgm_search", ("", "="))
