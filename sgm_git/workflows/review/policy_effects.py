"""What another ``[policy]`` does: who may write what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.coming import Words, came_and_gone, set_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.policy.governance import Governance

_AGENTS = {
    "allow": "agents may write rules now",
    "propose": "agents may write only rules that are not in force now",
    "deny": "agents may write no rules now",
}
_APPROVERS = Words("{} approves changes of rules now", "{} approves changes of rules no more")
_APPROVAL = Words(
    "a change of a rule needs approval now", "a change of a rule needs nobody's approval any more"
)
_RATIONALE = Words("a decision needs a rationale now", "a decision needs no rationale any more")


def policy_effects(before: Governance, after: Governance) -> Iterator[str]:
    """Say what it does, a sentence for each effect; none where both are the same."""
    if before.agents != after.agents:
        yield _AGENTS[after.agents]
    yield from set_in(before.approvers, after.approvers, _APPROVAL)
    if before.approvals != after.approvals:
        yield f"a change of a rule needs {after.approvals} approvals now, {before.approvals} before"
    yield from came_and_gone(before.approvers, after.approvers, _APPROVERS)
    yield from set_in(before.rationale, after.rationale, _RATIONALE)
    yield from _writers(before.types, after.types, "records of the type {}")
    yield from _writers(before.scopes, after.scopes, "records of the scope {}")


def _writers(
    before: Mapping[str, tuple[str, ...]], after: Mapping[str, tuple[str, ...]], what: str
) -> Iterator[str]:
    for name in dict.fromkeys((*before, *after)):
        told = what.format(quoted(name))
        if name not in after:
            yield f"anybody may write {told} now"
        elif name not in before:
            yield f"only those who are named may write {told} now"
            yield from (f"{quoted(each)} may write {told} now" for each in after[name])
        else:
            told = told.replace("{", "{{").replace("}", "}}")
            words = Words(f"{{}} may write {told} now", f"{{}} may write {told} no more")
            yield from came_and_gone(before[name], after[name], words)
