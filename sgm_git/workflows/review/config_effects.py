"""What the change of ``.sgm/config.toml`` does, in sentences: what loosens stands first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.config_file import parse_config
from sgm_git.record.spoken import quoted
from sgm_git.resources import schema_texts
from sgm_git.workflows.review.check_effects import check_effects
from sgm_git.workflows.review.coming import (
    Words,
    came_and_gone,
    duration,
    former,
    set_in,
    switched,
)
from sgm_git.workflows.review.policy_effects import policy_effects
from sgm_git.workflows.review.root_effects import root_effects

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.findings import Fault
    from sgm_git.policy.config import Config

_HOSTS = Words(
    "merges that {} signs count as vouched for by a forge now",
    "merges that {} signs count as vouched for by a forge no more",
)
_SECRETS = Words(
    "the value with the digest {} is no secret now", "the value with the digest {} may be one again"
)
_ADMINS = Words("{} may change trust files now", "{} may change trust files no more")
_NOBODY = Words("{} is a name that no address has now", "{} is a name without address no more")
_GUARDS = Words(
    "trust files need the signature of one of the admins now",
    "trust files need nobody's signature any more: no admins are named",
)
_SYNC = "sync brings both sides together by {} now, {} before"
_AGENT_RULES = {
    "allow": "an agent may write rules that bind",
    "propose": "an agent may propose rules, and write none that bind",
    "deny": "an agent may not write rules at all",
}


def config_changes(before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Say what another configuration does; None is an absent one. Raises nothing."""
    try:
        new, faults = _parsed(after)
    except CannotRun as error:
        yield f"nothing can be checked once it is merged: {error.message}"
        return
    (old, known), unread = former(_parsed, before)
    yield from unread
    yield from config_effects(old, new)
    told = {fault.message for fault in known}
    yield from (fault.message for fault in faults if fault.message not in told)


def _parsed(data: bytes | None) -> tuple[Config, tuple[Fault, ...]]:
    return parse_config(data, schema_texts())


def config_effects(before: Config, after: Config) -> Iterator[str]:
    """Say what another configuration does, a sentence for each effect; none for the same one."""
    yield from check_effects(before.checks, after.checks)
    yield from _trust(before, after)
    yield from _names(before.identities, after.identities, "{} is taken for {}")
    yield from _names(before.agents, after.agents, "{} may commit what the agent {} says")
    yield from came_and_gone(before.secrets_allow, after.secrets_allow, _SECRETS)
    yield from policy_effects(before.policy, after.policy)
    yield from root_effects(before, after)
    yield from _rest(before, after)


def _trust(before: Config, after: Config) -> Iterator[str]:
    old, new = before.trust, after.trust
    yield from set_in(old.admins, new.admins, _GUARDS)
    yield from came_and_gone(old.admins, new.admins, _ADMINS)
    yield from came_and_gone(old.hosts, new.hosts, _HOSTS)
    where = "what counts as reviewed is {} now, {} before"
    yield from switched(old.ref, new.ref, where, empty="the default branch")


def _names(
    before: Mapping[str, tuple[str, ...]], after: Mapping[str, tuple[str, ...]], is_so: str
) -> Iterator[str]:
    """Say which addresses of which names came and went, and which names have none."""
    old, new = (
        [(address, name) for name in each for address in each[name]] for each in (before, after)
    )
    yield from came_and_gone(old, new, Words(f"{is_so} now", f"{is_so} no more"))
    bare, barer = ([name for name in each if not each[name]] for each in (before, after))
    yield from came_and_gone(bare, barer, _NOBODY)


def _rest(before: Config, after: Config) -> Iterator[str]:
    if before.mcp.rules != after.mcp.rules:
        yield f"over MCP, {_AGENT_RULES[after.mcp.rules]} now"
    over = "over MCP, an agent's name is {} now, {} before"
    yield from switched(before.mcp.agent, after.mcp.agent, over, empty="its own")
    yield from switched(before.sync_mode, after.sync_mode, _SYNC)
    old, new = before.stale_after, after.stale_after
    for name in sorted(old.keys() | new.keys()):
        ages = (_age(each.get(name)) for each in (old, new))
        yield from _aged(name, *ages)


def _aged(name: str, before: str, after: str) -> Iterator[str]:
    line = "how old a {} may be before nobody should rely on it is {} now, {} before"
    if before != after:
        yield line.format(quoted(name), after, before)


def _age(seconds: int | None) -> str:
    return "without limit" if seconds is None else duration(seconds)
