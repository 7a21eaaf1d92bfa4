"""What the reader of a text can call: commands, or the tools of an agent."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPTION = re.compile(r"--(\S+) ")


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

    def told(self, command: str) -> str:
        """Give a command that lists records in these words."""
        before, behind = self.options
        plain = _OPTION.sub(rf"{before}\1{behind}", command)
        return self.listing + plain.removeprefix(COMMANDS.listing)


COMMANDS = Words("sgm check", "sgm context", "sgm show", "sgm list", ("--", " "))
TOOLS = Words("sgm_check", "sgm_context", "sgm_get", "sgm_search", ("", "="))
