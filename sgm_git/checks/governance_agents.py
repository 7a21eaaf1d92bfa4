"""Whether an agent wrote a version of a record, by all that says so (DESIGN section 6, G901).

Whoever acts for an agent can leave that out: what is told here are those who are honest about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.claims import Role, claims
from sgm_git.policy.spelling import folded_name
from sgm_git.record import fields
from sgm_git.record.meaning import STAMPS
from sgm_git.record.spoken import quoted
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.commits import Commit
    from sgm_git.policy.people import People
    from sgm_git.record.value import JsonObject, JsonValue

_BY_AGENTS = ("mcp", "agent")


def agent_of_commit(commit: Commit, people: People) -> str | None:
    """Say in words why a commit counts as an agent's; None: nothing says that it is one.

    Its author has a name of ``[agents]`` or one that ends in ``[bot]``, or its message has a line
    ``SGM-Agent`` with a name that is not one of ``[identities]``.
    """
    for name in dict.fromkeys((commit.author.name, people.real(commit.author).name)):
        if people.is_agent(name):
            return f"its author is {quoted(name)}"
    for claim in claims(commit.message):
        is_person = folded_name(claim.who.name) in people.identities
        if claim.role is Role.AGENT and not is_person:
            return f"its message says SGM-Agent: {quoted(claim.who.name)}"
    return None


def agent_in_record(
    before: Sequence[JsonObject], after: JsonObject | None, people: People
) -> str | None:
    """Say in words why a version counts as an agent's by its provenance; None: it does not.

    A first version by its origin (mcp, agent) or agent, a later one by whom its new stamps name.
    """
    if after is None:
        return None
    told = fields.provenance(after)
    if not before:
        return _beginner(told, people)
    if any(_has_same_stamps(told, fields.provenance(each)) for each in before):
        return None
    by = told.get("modified_by")
    is_agents = told.get("origin") in _BY_AGENTS and by is not None and by == told.get("agent")
    return f"its modified_by is {quoted(by)}" if is_agents or _is_agent(by, people) else None


def _beginner(told: JsonObject, people: People) -> str | None:
    origin, agent = told.get("origin"), told.get("agent")
    if origin in _BY_AGENTS:
        return f"its origin is {quoted(origin)}"
    return f"its agent is {quoted(agent)}" if _is_agent(agent, people) else None


def _is_agent(name: JsonValue, people: People) -> bool:
    return isinstance(name, str) and people.is_agent(name)


def _has_same_stamps(one: JsonObject, other: JsonObject) -> bool:
    ours, theirs = ({n: each[n] for n in STAMPS if n in each} for each in (one, other))
    return same(ours, theirs)
