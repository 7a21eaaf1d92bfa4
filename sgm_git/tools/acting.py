"""Who an agent is in the records that it writes (DESIGN section 5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.api import Actor
from sgm_git.policy.namesakes import is_namesake
from sgm_git.workflows.agent_writes import mcp_config
from sgm_git.workflows.known_people import known_people, tips_of

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.tools.tool import Session

ORIGIN = "mcp"
NAMELESS = "mcp-client"
_LONGEST = 64
_UNFIT = re.compile(r"[^\w.+/() -]+")
_BLANKS = re.compile(r"\s+")


def actor(session: Session, store: Store) -> Actor:
    """Who writes: the name that the configuration pins, else the program's own.

    A program that calls itself by the name of a person who is known here, or by what looks like
    it, is told from that person.
    """
    pinned = mcp_config(store.records).agent
    return Actor(pinned or _unlike(session, store), ORIGIN, session.id)


def _sanitised(name: str) -> str:
    """The name in letters, digits and few marks, so that it is a name and nothing else."""
    plain = _BLANKS.sub(" ", _UNFIT.sub("-", name)).strip(" -")
    return plain[:_LONGEST].rstrip(" -") or NAMELESS


def _unlike(session: Session, store: Store) -> str:
    """The program's name; asked of history once for each state of it."""
    name, names = _sanitised(session.client), session.kept.names
    key = (name, *tips_of(store.repository))
    if key not in names:
        is_taken = is_namesake(name, known_people(store.records))
        names[key] = f"{name} ({ORIGIN})" if is_taken else name
    return names[key]
