"""``sgm_update``: changes fields of a record, and nothing that was not named."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sgm_git.errors import UsageError
from sgm_git.tools import forms
from sgm_git.tools.changing import CHANGE_INPUTS, WRITE_INPUTS, WRITE_OUTPUT, WRITTEN, Task, change
from sgm_git.tools.edits import assigned, dropped, one_line, pointers, replaced
from sgm_git.tools.tool import Hints, Tool

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction
    from sgm_git.tools.tool import Session

_WORK = ("set", "drop", "title", "content", "old_text")

_NAME = "sgm_update"


def _update(session: Session, arguments: JsonObject) -> JsonObject:
    if not any(name in arguments for name in _WORK):
        raise UsageError("sgm_update: nothing to change", hint=f"give one of {', '.join(_WORK)}")
    if ("old_text" in arguments) != ("new_text" in arguments):
        raise UsageError("sgm_update: old_text and new_text go together")
    values = dict(cast("JsonObject", arguments.get("set", {})))
    for name in ("title", "content"):
        if name in arguments:
            values[f"/{name}"] = arguments[name]
    notes: list[JsonValue] = [*one_line(values)]
    drop = pointers(cast("list[str]", arguments.get("drop", [])))

    def act(transaction: Transaction, entry: Entry) -> Written:
        """Set, replace and drop what was named."""
        changed = dropped(assigned(entry, values), drop, entry)
        if "old_text" in arguments:
            changed = replaced(changed, str(arguments["old_text"]), str(arguments["new_text"]))
        return transaction.rewrite(entry.ref, changed.data, drop=drop)

    return change(Task(_NAME, session, session.open_store(), arguments), act, notes)


UPDATE = Tool(
    _NAME,
    "Change a record",
    "Change fields of a record; all else stays byte for byte. For a piece of its content give "
    "old_text and new_text. Unknown fields are kept: what is to go must be named in drop.",
    forms.inputs(
        {
            **CHANGE_INPUTS,
            "set": forms.members('JSON pointer to new value, as {"/title": "..."}; - appends.'),
            "title": forms.text("Its new title."),
            "content": forms.long_text("Its whole new content."),
            "old_text": forms.text("A piece of its content that is there once.", longest=100_000),
            "new_text": forms.long_text("What replaces it."),
            "drop": forms.texts("JSON pointers of what is to go."),
            **WRITE_INPUTS,
        },
        tuple(CHANGE_INPUTS),
    ),
    forms.outputs(WRITE_OUTPUT, WRITTEN),
    Hints(destructive=True, idempotent=True),
    _update,
)
