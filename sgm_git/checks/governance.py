"""Rules G901, G902 and G904: who may write what, and what a decision must say (DESIGN 6).

Who wrote is the author of each commit of the range that made a version of the record, or took it
away. Where the trusted side has ``.sgm/allowed_signers``, a name in a commit proves nothing: only a
good signature of one of those who may write counts, or that of a host in ``trust.hosts`` for a
commit of theirs. Where it has none, the author's name counts, by mailmap and ``[identities]``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.claims import named
from sgm_git.checks.claims_signed import is_by, signature_told
from sgm_git.checks.governance_agents import agent_in_record, agent_of_commit
from sgm_git.findings import Fault
from sgm_git.policy.governance import RULE, is_rule
from sgm_git.record import fields
from sgm_git.record.pointer import render
from sgm_git.record.spoken import listed, quoted
from sgm_git.witness.reading import Standing
from sgm_git.witness.standing import base_standing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.checks.case import Case
    from sgm_git.checks.claims_signed import Signing
    from sgm_git.commits import Commit
    from sgm_git.policy.governance import Governance
    from sgm_git.record.value import JsonObject


@dataclass(frozen=True, slots=True)
class Writing:
    """A commit that made a version of a record out of others; ``after`` None: it took it away.

    ``commit`` None: no commit did, an older state came back. ``others`` are the types of records
    that it makes this one supersede, or supersede no more: to retire a rule is to write one.
    """

    commit: Commit | None
    before: tuple[JsonObject, ...]
    after: JsonObject | None
    others: tuple[str, ...] = ()

    @property
    def states(self) -> tuple[JsonObject, ...]:
        """What the record was and is: of all that it was who wrote it had to be allowed."""
        return self.before if self.after is None else (*self.before, self.after)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of records that it writes."""
        found = [fields.record_type(each) for each in self.states]
        return tuple(dict.fromkeys(each for each in (*found, *self.others) if each is not None))


def type_guarded(
    writing: Writing, policy: Governance, signing: Signing, *, is_approved: bool = False
) -> Iterator[Fault]:
    """A record of that type was written by somebody who may not (G901).

    Why: a rule tells everybody what to do. ``[policy.types]`` names those who alone may write
    records of a type: add, change, retype or delete them, or have another record supersede them.
    ``policy.agents`` says what an agent may do to rules: ``propose`` leaves those in force to
    people. A type that only looks like one of those, as ``Rule`` or with letters of another
    script, is taken for it. A commit is an agent's by its author, a line ``SGM-Agent`` or what
    provenance says. The author's word is not enough where ``.sgm/allowed_signers`` is there: sign
    the commit.

    Bad:
        rule = ["Ada"]: commit by Eve <eve@evil.example>: type: rule

    Good:
        rule = ["Ada"]: commit by Ada <ada@example.org>: type: rule

    Fix: let one of those who may make that commit, signed. What an agent proposed, a person accepts
    in a commit of their own; where that is squashed into the agent's, approvers can approve the
    outcome (G903).
    """
    for kind in writing.types:
        yield from _type_guarded(kind, writing, policy, signing)
    agent = None if is_approved else _agent(writing, policy, signing)
    if agent is not None:
        may = "writes no rules" if policy.agents == "deny" else "only proposes rules"
        made = "a version" if writing.commit is None else named(writing.commit.oid)
        message = (
            f"an agent {may} here (policy.agents), and {made} is an agent's: {agent}; let a person"
            " make the change, in a commit of their own"
        )
        yield _fault("G901", message, ("type",), writing)


def _type_guarded(
    kind: str, writing: Writing, policy: Governance, signing: Signing
) -> Iterator[Fault]:
    for guarded, names in policy.writers_of(kind):
        if not _wrote(names, writing.commit, signing):
            what = f"records of type {quoted(guarded)}"
            told = "" if kind == guarded else f", which {quoted(kind)} looks like"
            message = f"{_only(what, names)}{told}; {_who(writing, signing)}"
            yield _fault("G901", message, ("type",), writing)


def scope_guarded(writing: Writing, policy: Governance, signing: Signing) -> Iterator[Fault]:
    """A record of that scope was written by somebody who may not (G902).

    Why: what a team knows and decides is that team's to write. ``[policy.scopes]`` names for
    ``"team=payments"`` those who alone may write records of that scope, for ``"team=*"`` those of
    all other teams. Who takes a record out of a scope writes it as well. Of several such parts of
    a scope each must allow it. Each item of a list counts, and what only looks like the value of a
    pattern (case, blanks, letters drawn alike) is guarded by that and by ``key=*``.

    Bad:
        "team=payments" = ["Ada"]: commit by Eve <eve@evil.example>: scope: {team: payments}

    Good:
        "team=payments" = ["Ada"]: commit by Ada <ada@example.org>: scope: {team: payments}

    Fix: let one of those who may make that commit, signed where ``.sgm/allowed_signers`` is there.
    """
    guards = [guard for each in writing.states for guard in policy.writers_in(each)]
    for key, pattern, names in dict.fromkeys(guards):
        if not _wrote(names, writing.commit, signing):
            message = f"{_only(f'records of {quoted(pattern)}', names)}; {_who(writing, signing)}"
            yield _fault("G902", message, ("scope", key), writing)


def decision_unreasoned(case: Case) -> Iterator[Fault]:
    """A decision has no rationale, and here each must have one (G904).

    Why: ``policy.rationale`` asks for it. Without the reason nobody can tell later whether the
    decision still holds, and it is taken again, or kept for ever.

    Bad:
        type: decision
        annotations: [{kind: status, value: accepted}, {kind: rationale, value: " "}]

    Good:
        type: decision
        annotations: [{kind: status, value: accepted}, {kind: rationale, value: one place}]

    Fix: ``sgm annotate ID rationale="..."``.
    """
    if case.type != "decision" or not any(p.rationale for p in case.policy.config.policies):
        return
    given = fields.annotations_of(case.record, "rationale")
    if any(_says_something(each.value) for each in given):
        return
    if given:
        said = ("annotations", str(given[0].position), "value")
        yield case.fault("G904", "the decision's rationale says nothing", said)
    else:
        place = ("annotations",) if "annotations" in case.record else ("type",)
        yield case.fault("G904", "the decision has no rationale, and here it must", place)


def _says_something(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value not in (None, [], {})


def _wrote(names: Collection[str], commit: Commit | None, signing: Signing) -> bool:
    """Whether one of those made a commit, as far as that can be proved here."""
    if commit is None:
        return False
    if is_by(names, commit, signing):
        return True
    is_claim_enough = not signing.has_signers
    return is_claim_enough and any(signing.people.bears(name, commit.author) for name in names)


def _agent(writing: Writing, policy: Governance, signing: Signing) -> str | None:
    """What says that an agent did what it may not do to a rule; None where nothing says so."""
    if policy.agents == "allow" or not _is_kept_from_agents(writing, policy):
        return None
    told = agent_in_record(writing.before, writing.after, signing.people)
    if writing.commit is None:
        return told
    return agent_of_commit(writing.commit, signing.people) or told


def _is_kept_from_agents(writing: Writing, policy: Governance) -> bool:
    if not any(map(is_rule, writing.types)):
        return False
    rules = [each | {"type": RULE} for each in writing.states if is_rule(fields.record_type(each))]
    is_in_force = any(base_standing(each)[0] is Standing.IN_FORCE for each in rules)
    return policy.agents == "deny" or any(map(is_rule, writing.others)) or is_in_force


def _only(what: str, names: Sequence[str]) -> str:
    if not names:
        return f"{what} are written by nobody here"
    return f"{what} are written by {listed([quoted(name) for name in names])} alone"


def _who(writing: Writing, signing: Signing) -> str:
    """By whom it was, and that this is not proved."""
    commit = writing.commit
    if commit is None:
        return "no commit of theirs makes this state: an older one comes back"
    author = quoted(f"{commit.author.name} <{commit.author.email}>")
    state = f" ({signature_told(commit, signing)})" if signing.has_signers else ""
    return f"{named(commit.oid)} is by {author}{state}"


def _fault(code: str, message: str, pointer: tuple[str, ...], writing: Writing) -> Fault:
    oid = None if writing.commit is None else writing.commit.oid
    return Fault(code, message, pointer=render(pointer), commit=oid)
