"""``sgm_set_status``: says how a record stands now, and what came in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.record import fields
from sgm_git.store.editing import record_of
from sgm_git.tools import forms
from sgm_git.tools.changing import CHANGE_INPUTS, WRITE_INPUTS, WRITE_OUTPUT, WRITTEN, Task, change
from sgm_git.tools.tool import Hints, Tool

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction
    from sgm_git.tools.tool import Session

_NAME = "sgm_set_status"


def _set_status(session: Session, arguments: JsonObject) -> JsonObject:
    status, successor = str(arguments["status"]), arguments.get("superseded_by")

    def act(transaction: Transaction, entry: Entry) -> Written:
        """Set its status, and name its successor."""
        written = _set(transaction, entry, status)
        named = [each.id for each in fields.annotated_references(record_of(entry), _SUPERSEDED_BY)]
        if successor is not None and successor not in named:
            transaction.get(str(successor))
            written = transaction.annotate(entry.ref, _SUPERSEDED_BY, successor)
        return written

    return change(Task(_NAME, session, session.open_store(), arguments), act)


def _set(transaction: Transaction, entry: Entry, status: str) -> Written:
    kind = _kind(record_of(entry))
    found = fields.annotations_of(record_of(entry), kind)
    if len(found) > 1:
        raise Refused(
            f"{entry.id} has {len(found)} annotations of kind {kind}",
            hint="leave one of them first: sgm_update with drop",
        )
    if not found:
        return transaction.annotate(entry.ref, kind, status)
    place = ("annotations", str(found[0].position), "value")
    return transaction.set(entry.ref, place, status)


def _kind(record: JsonObject) -> str:
    """The kind of annotation that says how a record stands: a task has a state."""
    is_task = fields.record_type(record) == "task"
    return "state" if is_task and not fields.statuses(record) else "status"


_SUPERSEDED_BY = "superseded_by"

SET_STATUS = Tool(
    _NAME,
    "Set the status of a record",
    "Say how a record stands now: a decision is proposed, accepted, superseded or rejected; a "
    "task open or done; a rule retired. Nothing is deleted. Rules and acceptances are a person's "
    "to decide, unless the memory allows it.",
    forms.inputs(
        {
            **CHANGE_INPUTS,
            "status": forms.text("The word.", longest=100),
            "superseded_by": forms.text("The id of what came in its place."),
            **WRITE_INPUTS,
        },
        (*CHANGE_INPUTS, "status"),
    ),
    forms.outputs(WRITE_OUTPUT, WRITTEN),
    Hints(destructive=True, idempotent=True),
    _set_status,
)
