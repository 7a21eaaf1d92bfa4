"""What the tools that write have in common: one transaction, and a reply of what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sgm_git.errors import Refused
from sgm_git.policy.agent_rules import guard
from sgm_git.store.writing import Writing
from sgm_git.tools import forms
from sgm_git.tools.acting import actor
from sgm_git.tools.replies import finding_texts
from sgm_git.workflows.proposing import propose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sgm_git.api import Store
    from sgm_git.findings import Finding
    from sgm_git.policy.agent_rules import Guarded, Rules
    from sgm_git.record.value import JsonObject
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction
    from sgm_git.tools.tool import Session
    from sgm_git.workflows.proposing import Proposal

CHANGE_INPUTS = {
    "id": forms.text("The record, as id or root:id."),
    "expected_blob": forms.text("Its blob as sgm_get gave it: refused if it changed since."),
}
WRITE_INPUTS = {
    "reason": forms.text("Why, for the commit message.", longest=300),
    "idempotency_key": forms.text(
        "Your word for this call: sent again, it is done once.", longest=200
    ),
}
WRITE_OUTPUT = {
    "id": forms.STRING,
    "action": forms.STRING,
    "path": forms.STRING,
    "blob": forms.maybe(forms.STRING),
    "commit": forms.maybe(forms.STRING),
    "branch": forms.STRING,
    "pull_request": forms.members("Of a proposal: title and body for a person to send."),
    "push": forms.STRING,
    "findings": forms.NOTES,
    "notes": forms.NOTES,
}
WRITTEN = ("id", "action", "path", "blob", "commit", "notes")


def change(
    session: Session,
    arguments: JsonObject,
    act: Callable[[Transaction, Entry], Written],
) -> JsonObject:
    """Change the record that the arguments name, if it is still the blob that the agent has seen.

    Raises Refused, with nothing changed, where it is another one by now or the write may not be.
    """
    ref, expected = str(arguments["id"]), str(arguments["expected_blob"])

    def changing(transaction: Transaction) -> Written:
        """Change it, if it is what the agent has seen."""
        entry = transaction.get(ref)
        _refuse_other(entry, expected)
        written = act(transaction, entry)
        after = transaction.get(entry.ref).record
        permitted(guard(rules_of(session, store), entry.record, after))
        return written

    store = session.open_store()
    return write(session, store, arguments, changing)


def rules_of(session: Session, store: Store) -> Rules:
    """What the session may do to what binds: a person reviews what it proposes on a branch."""
    rules = store.config.mcp.rules
    return "allow" if session.proposes and rules != "deny" else rules


def permitted(judged: Guarded) -> JsonObject:
    """Give the record that may be written; raises Refused where none may."""
    if judged.record is None:
        raise Refused(judged.why, hint=judged.hint)
    return judged.record


def write(
    session: Session,
    store: Store,
    arguments: JsonObject,
    act: Callable[[Transaction], Written],
) -> JsonObject:
    """Run ``act`` as one write, and give what it did to its record; raises SgmError."""
    who, reason = actor(session, store), cast("str | None", arguments.get("reason"))
    if session.proposes:
        return _proposed(propose(store.records, who, act, title=reason))
    with store.transaction(who, Writing(subject=reason, home=session.home)) as transaction:
        act(transaction)
    result = transaction.result
    told = _told(result.written[-1], result.findings, result.notes)
    return {**told, "commit": result.commit}


def _refuse_other(entry: Entry, expected: str) -> None:
    try:
        entry.refuse_other(expected)
    except Refused:
        raise Refused(
            f"{entry.id} has changed: its blob is {entry.blob} now, not {expected}",
            hint="read it again with sgm_get, then repeat the change with its new blob",
        ) from None


def _proposed(proposal: Proposal) -> JsonObject:
    told = _told(proposal.written[-1], proposal.findings, proposal.notes)
    if proposal.commit is None:
        return {**told, "commit": None}
    asked = proposal.pull_request
    note = f"proposed for {proposal.base}; read it with rev {proposal.branch}"
    return {
        **told,
        "commit": proposal.commit,
        "branch": proposal.branch,
        "push": proposal.push,
        "pull_request": {"title": asked.title, "body": asked.body},
        "notes": [*proposal.notes, note],
    }


def _told(written: Written, findings: Iterable[Finding], notes: Iterable[str]) -> JsonObject:
    said = ["it is so already"] if written.action == "same" else []
    return {
        "id": written.id,
        "action": written.action,
        "path": written.path,
        "blob": written.blob,
        "findings": finding_texts(findings),
        "notes": [*notes, *said],
    }
