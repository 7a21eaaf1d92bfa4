"""``sgm_annotate``: adds an annotation to a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.tools import forms
from sgm_git.tools.changing import CHANGE_INPUTS, WRITE_INPUTS, WRITE_OUTPUT, WRITTEN, Task, change
from sgm_git.tools.tool import Hints, Tool

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction
    from sgm_git.tools.tool import Session

_NAME = "sgm_annotate"


def _annotate(session: Session, arguments: JsonObject) -> JsonObject:
    kind, value = str(arguments["kind"]), arguments["value"]

    def act(transaction: Transaction, entry: Entry) -> Written:
        """Append it."""
        return transaction.annotate(entry.ref, kind, value)

    return change(Task(_NAME, session, session.open_store(), arguments), act)


ANNOTATE = Tool(
    _NAME,
    "Annotate a record",
    "Add an annotation to a record, such as rationale, confidence, source or as_of. To change "
    "its status use sgm_set_status.",
    forms.inputs(
        {
            **CHANGE_INPUTS,
            "kind": forms.text("Its kind, as rationale."),
            "value": forms.anything("Its value, mostly a text."),
            **WRITE_INPUTS,
        },
        (*CHANGE_INPUTS, "kind", "value"),
    ),
    forms.outputs(WRITE_OUTPUT, WRITTEN),
    Hints(idempotent=True),
    _annotate,
)
