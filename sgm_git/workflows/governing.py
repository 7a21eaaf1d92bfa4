"""Judges who wrote what arrives, and who approved it (G901 to G903; DESIGN section 6).

The trusted side's policy judges, and a server's beside it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.case import Case
from sgm_git.checks.governance import scope_guarded, type_guarded
from sgm_git.checks.governance_approvals import RuleChange, approved_by, rule_unapproved
from sgm_git.checks.run import apply_policy, finding_of
from sgm_git.policy.governance import is_rule
from sgm_git.record import fields
from sgm_git.record.approval import Approval, approvals
from sgm_git.record.pointer import parse
from sgm_git.record.spoken import quoted
from sgm_git.store.subjects import subject_of
from sgm_git.witness.references import possible_names
from sgm_git.workflows.governed_changes import Makers, brought
from sgm_git.workflows.governed_copies import turned
from sgm_git.workflows.governed_references import Naming
from sgm_git.workflows.hooks.sides import names_of
from sgm_git.workflows.judging import signing
from sgm_git.workflows.side import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.checks.claims_signed import Signing
    from sgm_git.checks.governance import Writing
    from sgm_git.commits import Commit
    from sgm_git.findings import Fault, Finding
    from sgm_git.policy.governance import Governance
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.arrival_history import Look
    from sgm_git.workflows.governed_changes import Brought
    from sgm_git.workflows.witnessing import Witnessed

_APPROVALS = "G903"
_CUT = "history is cut: who wrote what arrives, and who approved it, cannot be told"


class Governed(NamedTuple):
    """What is to be told; ``notes`` of what cannot be."""

    findings: list[Finding]
    notes: tuple[str, ...] = ()


class _Item(NamedTuple):
    """A record that arrives otherwise: who wrote it, and what there is to approve."""

    change: Brought
    writings: tuple[Writing, ...]
    rule: RuleChange | None

    @property
    def commits(self) -> list[Commit]:
        made = () if self.rule is None else self.rule.makers
        wrote = (each.commit for each in self.writings if each.commit is not None)
        return [*made, *wrote]


def governed(look: Look, seen: Witnessed) -> Governed:
    """Judge by what ``look`` trusts who wrote the records that arrive, and who approved them.

    Raises CannotRun where git cannot tell.
    """
    state = look.state
    policies = [p for p in state.records.settings.config.policies if p.is_about_commits]
    if not policies:
        return Governed([])
    if any(commit.is_cut for commit in state.commits):
        return Governed([], (_CUT,))
    items = list(_items(look, seen, policies))
    found = list(_found(look, seen, items, policies))
    told = Governed(apply_policy(found, state.records.settings.config))
    return _proposed(told.findings) if look.is_proposal else told


def _proposed(findings: Sequence[Finding]) -> Governed:
    """The same of a proposal: approvals of it are still to come."""
    waiting = sorted({each.path for each in findings if each.code == _APPROVALS})
    notes = tuple(f"{path} needs approvals (G903) before it is merged" for path in waiting)
    return Governed([each for each in findings if each.code != _APPROVALS], notes)


def _found(
    look: Look, seen: Witnessed, items: Sequence[_Item], policies: Sequence[Governance]
) -> Iterator[Finding]:
    commits = look.state.commits if items else ()
    approving = [each for each in commits if any(approvals(each.message))]
    asked = [*approving, *(commit for each in items for commit in each.commits)]
    signed = signing(look.state.records, seen, list(dict.fromkeys(each.oid for each in asked)))
    for item, policy in product(items, policies):
        for fault in _judged(item, policy, signed, approving):
            yield _placed(look, item.change, fault)


def _judged(
    item: _Item, policy: Governance, signed: Signing, approving: Sequence[Commit]
) -> Iterator[Fault]:
    is_approved = False
    if item.rule is not None and policy.approvers:
        yield from rule_unapproved(item.rule, approving, policy, signed)
        by = approved_by(item.rule, approving, policy, signed, by_lines_alone=True)
        is_approved = len(by) >= policy.approvals
    for writing in item.writings:
        yield from type_guarded(writing, policy, signed, is_approved=is_approved)
        yield from scope_guarded(writing, policy, signed)


def _placed(look: Look, change: Brought, fault: Fault) -> Finding:
    after = change.after
    if after is not None and after.record is not None:
        case = Case(subject_of(after), look.found.stock.policy)
        fault = replace(fault, span=case.place(parse(fault.pointer or "")))
    return finding_of(change.entry.path, fault, change.name)


def _items(look: Look, seen: Witnessed, policies: Sequence[Governance]) -> Iterator[_Item]:
    side = _side(look)
    types_of = partial(_types_of, look, _sides(look, side))
    makers = Makers(look.state.records, _commits(look), seen.testimonies)
    is_about_writers = any(policy.is_about_writers for policy in policies)
    naming = Naming(look.found.stock.briefs, types_of)
    same = turned(look.state, side, look.found.stock.copies)
    for change in brought(side, _entries(look, side), types_of, same):
        if not _is_judged(look, makers, change):
            continue
        meant = naming.meant_otherwise(change)
        rule = None
        if any(map(is_rule, (*change.kinds, *change.others, *meant))):
            rule = _rule_change(look, side, change, makers)
        writings = makers.writings(change, types_of) if is_about_writers else ()
        wrote = (replace(each, others=(*each.others, *meant)) for each in writings)
        yield _Item(change, tuple(wrote), rule)


def _side(look: Look) -> Side:
    """What stands where the documents go, or what is trusted where both have no common base."""
    state = look.state
    return state.there or Side(state.records, look.trusted, state.blobs)


def _sides(look: Look, side: Side) -> tuple[Side, ...]:
    """What stands there, and what is trusted where that has moved on: both will stay."""
    if side.oid == look.trusted:
        return (side,)
    return side, Side(look.state.records, look.trusted, look.state.blobs)


def _commits(look: Look) -> Sequence[Commit]:
    """The commits by whose authors it is judged: all that the place has not where they go.

    Where that is a new place, those that stand in another one were judged there.
    """
    return look.fresh if _is_new_place(look) else look.state.commits


def _is_new_place(look: Look) -> bool:
    return look.replacing is None and bool(look.state.elsewhere)


def _entries(look: Look, side: Side) -> list[Entry]:
    """The documents that arrive and do not stand there just so, but for a sync client's copies."""
    copies = look.found.stock.copies
    paths = {path for path in look.state.blobs if not side.has(path) and path not in copies}
    return list(look.state.entries(paths)) if paths else []


def _is_judged(look: Look, makers: Makers, change: Brought) -> bool:
    if look.state.there is not None and not _is_new_place(look):
        return True
    if change.after is not None and look.state.there is not None:
        return look.state.is_changed(change.entry.path)
    return bool(makers.makers(change))


def _types_of(look: Look, sides: Sequence[Side], reference: str) -> set[str]:
    """The types of the records that a reference may mean, here or there."""
    names = {*possible_names(reference)}
    here = [brief.type for brief in look.found.stock.briefs if names & {brief.id, *brief.aliases}]
    there = [
        fields.record_type(old.record)
        for old in chain.from_iterable(side.differing for side in sides)
        if old.record is not None and names & {old.id, *fields.aliases(old.record)}
    ]
    return {each for each in (*here, *there) if each is not None}


def _rule_change(look: Look, side: Side, change: Brought, makers: Makers) -> RuleChange:
    root, name = change.entry.root.path, change.name
    others = ((e.root.path, e.id) for e in side.differing if e is not change.before)
    ids = chain(look.found.stock.by_id, others)
    is_rooted = any(each == name and place != root for place, each in ids)
    blob = "0" * len(look.state.rev or "") if change.after is None else change.after.blob
    approval, made = Approval(name, blob, root), tuple(makers.makers(change))
    is_own = not makers.dropping(change)
    return RuleChange(approval, _what(change), made, is_rooted, is_own=is_own)


def _what(change: Brought) -> str:
    """What a change does to a rule, in words."""
    name, (old, new) = quoted(change.name), map(is_rule, change.kinds)
    if not old and not new:
        return f"{name} changes which rules are superseded"
    if change.after is None:
        return f"the rule {name} is taken away"
    if change.before is None:
        return f"the rule {name} is added"
    return _became(name, change.before, change.after)


def _became(name: str, before: Entry, after: Entry) -> str:
    """What a rule is now that was something else, or the other way about."""
    old, new = is_rule(before.type), is_rule(after.type)
    was = before.id
    if was not in (*names_of(after), None):
        one, other = ("the rule" if each else "the record" for each in (old, new))
        return f"{one} {quoted(was)} is made {other} {name}"
    if old != new:
        return f"{name} is a rule now" if new else f"the rule {name} is none any more"
    if before.root.path != after.root.path:
        return f"the rule {name} is moved to another root"
    return f"the rule {name} is changed"
