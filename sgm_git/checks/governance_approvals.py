"""Rule G903: changes of rules that too few have approved (DESIGN section 6).

A name in a commit is nobody's approval: a signature is, by a key that the trusted side lists.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.claims_signed import is_by
from sgm_git.checks.governance_agents import agent_of_commit
from sgm_git.findings import Fault
from sgm_git.record.approval import Approval, approvals
from sgm_git.record.pointer import render
from sgm_git.record.spoken import listed, quoted
from sgm_git.witness.signing import is_signed_by_author, is_vouched, signers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.checks.claims_signed import Signing
    from sgm_git.commits import Commit
    from sgm_git.policy.governance import Governance

_NO_SIGNERS = "which nobody can approve yet: .sgm/allowed_signers is not there"


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A document that arrives and changes a rule: it is one, was one, or retires one.

    ``approval`` names the record and its blob as it arrives, zeros where it goes; ``is_rooted``:
    its root has to be named, for another root has that id, too. ``what`` says what it does, as in
    ``the rule "x" is changed``. ``makers`` are the commits that made it as it arrives;
    ``is_own``: they made that version, and no merge took an older one over a newer.
    """

    approval: Approval
    what: str
    makers: tuple[Commit, ...] = ()
    is_rooted: bool = False
    is_own: bool = True

    def is_meant(self, given: Approval) -> bool:
        """Whether an approval is of just this."""
        roots = (self.approval.root,) if self.is_rooted else (self.approval.root, None)
        ours = self.approval
        return (given.id, given.blob) == (ours.id, ours.blob) and given.root in roots

    @property
    def line(self) -> str:
        """The line that approves it."""
        root = self.approval.root if self.is_rooted else None
        return Approval(self.approval.id, self.approval.blob, root).line()


def rule_unapproved(
    change: RuleChange, commits: Iterable[Commit], policy: Governance, signing: Signing
) -> Iterator[Fault]:
    """A rule is changed without the approvals that this needs (G903).

    Why: ``policy.approvals`` says how many of ``policy.approvers`` must stand behind a change of
    a rule: one that is added, changed, deleted, moved to another root, of another type now, or
    superseded by another record. An approver approves by having made and signed the commit
    that makes the document as it arrives, its author and its signer in one, or by signing any
    commit of the range, or the merge, with a line ``SGM-Approve: ID BLOB`` in its message. A host
    in ``trust.hosts`` vouches for an approver's commit as well, but not for such lines of a merge:
    whoever asked for it may have given it its title. Different keys of one person are one approval;
    an approval of a former blob is none, and neither is a commit that says it is an agent's, but
    for such lines.
    To have made it is none where somebody else has made it so as well, or brought it back: by a
    revert, or a merge that takes an older state over a newer. That needs a line of its own.
    What an approver signs is approved until it is changed, be it a draft on some branch. A
    signature names an address; ``[identities]`` says whose it is.

    Bad:
        approvers = ["Ada"]: commit by Ada <ada@example.org>, unsigned

    Good:
        approvers = ["Ada"]: commit by Ada <ada@example.org>, good signature of ada@example.org

    Fix: let an approver run the command of the message on the branch and push it, or merge
    with such a line in a signed merge commit.
    """
    if not policy.approvers:
        return
    lines = _with_lines(change, commits)
    found = approved_by(change, lines, policy, signing)
    if len(found) >= policy.approvals:
        return
    if signing.has_signers:
        unknown = _unknown(change, lines, policy, signing)
        message = f"{change.what}, {_lacking(found, policy)}{unknown}{_how(change)}"
    else:
        message = f"{change.what}, {_NO_SIGNERS}"
    commit = change.makers[0].oid if change.makers else None
    yield Fault("G903", message, pointer=render(("type",)), commit=commit)


def _with_lines(change: RuleChange, commits: Iterable[Commit]) -> list[Commit]:
    """The commits with a line that approves just this."""
    return [c for c in commits if any(map(change.is_meant, approvals(c.message)))]


def _lacking(found: Sequence[str], policy: Governance) -> str:
    has = f" ({listed([quoted(name) for name in found])})" if found else ""
    names = listed([quoted(name) for name in policy.approvers])
    return f"which has {len(found)} of {_counted(policy.approvals)}{has} by {names}"


def _how(change: RuleChange) -> str:
    command = f"git commit --allow-empty -S -m Approve -m '{change.line}'"
    return f"; one of them approves it by: {command}"


def _unknown(
    change: RuleChange, lines: Sequence[Commit], policy: Governance, signing: Signing
) -> str:
    """Who signed what would approve it, and is none of the approvers as far as names are known."""
    found: dict[str, None] = {}
    for commit in (*change.makers, *lines):
        signature = signing.signatures.get(commit.oid)
        is_known = bool(_approvers(commit, policy, signing))
        if not is_known and not is_vouched(signature, signing.hosts):
            found |= dict.fromkeys(signers(signature))
    if not found:
        return ""
    return (
        f"; it is signed by {listed([quoted(name) for name in found])}, whom no approver's name"
        " means: [identities] says whose address that is"
    )


def approved_by(
    change: RuleChange,
    commits: Iterable[Commit],
    policy: Governance,
    signing: Signing,
    *,
    by_lines_alone: bool = False,
) -> list[str]:
    """Give a name for each of the different people who have approved a change, sorted.

    ``by_lines_alone``: to have made the commit is not enough.
    """
    lines = _with_lines(change, commits)
    groups = [_approvers(commit, policy, _of_message(commit, signing)) for commit in lines]
    if not by_lines_alone:
        groups += _making(change, policy, signing)
    return sorted(min(group) for group in _people(groups))


def _making(change: RuleChange, policy: Governance, signing: Signing) -> list[frozenset[str]]:
    """The approvers who made a change; none where a commit that makes it so is not theirs."""
    makers = change.makers if change.is_own else ()
    groups = [_approvers(c, policy, signing) if _is_own(c, signing) else () for c in makers]
    return [frozenset(each) for each in groups] if all(groups) else []


def _is_own(commit: Commit, signing: Signing) -> bool:
    """Whether who signed a commit is its author and no agent: to sign in a rebase is no making."""
    if agent_of_commit(commit, signing.people) is not None:
        return False
    signature = signing.signatures.get(commit.oid)
    is_host = is_vouched(signature, signing.hosts)
    return is_host or is_signed_by_author(signature, commit, signing.people)


def _approvers(commit: Commit, policy: Governance, signing: Signing) -> frozenset[str]:
    return frozenset(name for name in policy.approvers if is_by((name,), commit, signing))


def _of_message(commit: Commit, signing: Signing) -> Signing:
    """What vouches for a message: a forge puts the title of a request into that of its merge."""
    return replace(signing, hosts=()) if len(commit.parents) > 1 else signing


def _people(groups: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Groups of names without those in common: who has two of them is one person."""
    found: list[frozenset[str]] = []
    for group in filter(None, groups):
        joined = group.union(*(each for each in found if not each.isdisjoint(group)))
        found = [joined, *(each for each in found if each.isdisjoint(group))]
    return found


def _counted(number: int) -> str:
    return "1 approval" if number == 1 else f"{number} approvals"
