"""What the tools that write have in common: one transaction, and a reply of what it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sgm_git.errors import Refused
from sgm_git.store.writing import Writing
from sgm_git.tools import forms
from sgm_git.tools.acting import actor
from sgm_git.tools.replies import finding_texts
from sgm_git.workflows.agent_writes import mcp_config, rules_for, settle
from sgm_git.workflows.idempotency import Idempotency

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sgm_git.api import Actor, Store
    from sgm_git.findings import Finding
    from sgm_git.policy.agent_rules import Rules
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction
    from sgm_git.tools.tool import Session

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
_OF_HOOKS = "hooks "
WRITTEN = ("id", "action", "path", "blob", "commit", "notes")


@dataclass(frozen=True, slots=True)
class Task:
    """One call that writes: of which tool, for which session, with which checked arguments."""

    tool: str
    session: Session
    store: Store
    arguments: JsonObject

    @property
    def rules(self) -> Rules:
        """What the session may do to what binds."""
        configured = mcp_config(self.store.records).rules
        return rules_for(configured, on_branch=self.session.proposes)


def change(
    task: Task, act: Callable[[Transaction, Entry], Written], notes: Sequence[JsonValue] = ()
) -> JsonObject:
    """Change the record that the arguments name, if it is still the blob that the agent has seen.

    ``notes`` are what the reply says besides. Raises Refused, with nothing changed, where it is
    another one by now or the write may not be.
    """
    ref, expected = str(task.arguments["id"]), str(task.arguments["expected_blob"])

    def changing(transaction: Transaction) -> Written:
        """Change it, if it is what the agent has seen."""
        entry = transaction.get(ref)
        _refuse_other(entry, expected)
        return act(transaction, entry)

    return write(task, changing, lambda: {"notes": [*notes]} if notes else {})


def write(
    task: Task, act: Callable[[Transaction], Written], more: Callable[[], JsonObject] = dict
) -> JsonObject:
    """Run ``act`` as one write, and give what it did to its record; raises SgmError.

    ``more`` is what else the reply says, asked for after ``act``. What was done before under the
    same key is not done again.
    """
    who = actor(task.session, task.store)
    key = cast("str | None", task.arguments.get("idempotency_key"))
    asked: JsonObject = {"tool": task.tool, **task.arguments}
    with Idempotency(task.store.records).once(key, asked, agent=who.agent) as once:
        if once.result is not None:
            notes = cast("list[JsonValue]", once.result.get("notes", []))
            return {**once.result, "notes": [*notes, "done before, under this key"]}

        def guarded(transaction: Transaction) -> None:
            """Do it, if an agent may."""
            written = act(transaction)
            settle(transaction, task.rules)
            once.planned(transaction, _told(written, (), ()) | more())

        done = _propose(task, who, guarded) if task.session.proposes else _do(task, who, guarded)
        return once.done({**done, **more(), "notes": [*_notes(more()), *_notes(done)]})


def _do(task: Task, who: Actor, act: Callable[[Transaction], None]) -> JsonObject:
    how = Writing(subject=_reason(task), home=task.session.home)
    with task.store.transaction(who, how) as transaction:
        act(transaction)
    result = transaction.result
    told = _told(result.written[-1], result.findings, _new(task.session, result.notes))
    return {**told, "commit": result.commit}


def _propose(task: Task, who: Actor, act: Callable[[Transaction], None]) -> JsonObject:
    proposal = task.store.propose(who, act, title=_reason(task))
    notes = _new(task.session, proposal.notes)
    told = _told(proposal.written[-1], proposal.findings, notes)
    if proposal.commit is None:
        return told
    asked = proposal.pull_request
    note = f"proposed for {proposal.base}; read it with rev {proposal.branch}"
    return {
        **told,
        "commit": proposal.commit,
        "branch": proposal.branch,
        "push": proposal.push,
        "pull_request": {"title": asked.title, "body": asked.body},
        "notes": [*notes, note],
    }


def _new(session: Session, notes: Iterable[str]) -> list[str]:
    """The notes without what the session was told before of hooks, which stays as it is."""
    new = [each for each in notes if each not in session.kept.heard]
    session.kept.heard.update(each for each in new if each.startswith(_OF_HOOKS))
    return new


def _reason(task: Task) -> str | None:
    return cast("str | None", task.arguments.get("reason"))


def _notes(reply: JsonObject) -> list[JsonValue]:
    return cast("list[JsonValue]", reply.get("notes", []))


def _refuse_other(entry: Entry, expected: str) -> None:
    try:
        entry.refuse_other(expected)
    except Refused:
        raise Refused(
            f"{entry.id} has changed: its blob is {entry.blob} now, not {expected}",
            hint="read it again with sgm_get, then repeat the change with its new blob",
        ) from None


def _told(written: Written, findings: Iterable[Finding], notes: Iterable[str]) -> JsonObject:
    said = ["it is so already"] if written.action == "same" else []
    return {
        "id": written.id,
        "action": written.action,
        "path": written.path,
        "blob": written.blob,
        "commit": None,
        "findings": finding_texts(findings),
        "notes": [*notes, *said],
    }
