"""Who else made a commit, by what its message claims (DESIGN section 5).

Anybody can write such a line: it is a claim and never a proof.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from sgm_git.commits import Identity


class Role(Enum):
    """Which line of a message claims it."""

    CO_AUTHOR = "Co-authored-by"
    AGENT = "SGM-Agent"


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody whom a message names; a name or an address that it does not give is empty."""

    role: Role
    who: Identity


# Squash merges indent and concatenate messages: any line counts, with blanks or a bullet before.
_LINE = re.compile(
    rf"(?:^|(?<=\r))[ \t*+-]*({'|'.join(role.value for role in Role)})[ \t]*:([^\r\n]*)",
    re.MULTILINE | re.IGNORECASE | re.ASCII,
)
_ROLES = {role.value.lower(): role for role in Role}
_BLANK = " \t"
_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+\Z")


def claims(message: str) -> tuple[Claim, ...]:
    """Give those whom a commit message names as co-authors or acting agents, in its order."""
    found = (
        Claim(_ROLES[match[1].lower()], _who(_ROLES[match[1].lower()], match[2].strip(_BLANK)))
        for match in _LINE.finditer(message)
    )
    return tuple(claim for claim in found if claim.who != Identity("", ""))


def is_address(text: str) -> bool:
    """Whether a text is an e-mail address and nothing else."""
    return _ADDRESS.match(text) is not None


def person(text: str) -> Identity:
    """Read ``Name <address>``, a name, or an address; what stands behind an address is left."""
    if is_address(text):
        return Identity("", text)
    name, opened, after = text.partition("<")
    address, closed, _ = after.partition(">")
    return Identity(name.strip(), address.strip()) if opened and closed else Identity(text, "")


def _who(role: Role, text: str) -> Identity:
    return person(text) if role is Role.CO_AUTHOR else Identity(text, "")
