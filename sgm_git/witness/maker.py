"""Who made a commit, as a record names them (DESIGN section 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.claims import Role, claims

if TYPE_CHECKING:
    from sgm_git.witness.testimony import History


def agent_of(history: History, oid: str) -> str | None:
    """The agent that a commit's message names as acting; None where it names none, or several.

    The name of a known person is none: anybody could write it there.
    """
    message = history.commits[oid].message
    named = {
        claim.who.name
        for claim in claims(message)
        if claim.role is Role.AGENT and history.people.is_claimed(claim.who.name, message)
    }
    return named.pop() if len(named) == 1 else None


def maker(history: History, oid: str) -> str:
    """The agent that a commit names as acting, if it is one, else its author's real name.

    The author's address where the name is empty, or is tied to somebody else's addresses. Empty
    where there is neither.
    """
    agent, author = agent_of(history, oid), history.commits[oid].author
    if agent is not None:
        return agent
    name = history.people.real(author).name
    return name if history.people.bears(name, author) else author.email
