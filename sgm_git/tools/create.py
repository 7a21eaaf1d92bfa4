"""``sgm_create``: adds a record, and says which ones it resembles."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, cast

from sgm_git.errors import UsageError
from sgm_git.policy.agent_rules import is_fit_id
from sgm_git.policy.names import slug
from sgm_git.policy.nearest import nearest
from sgm_git.tools import forms
from sgm_git.tools.changing import WRITE_INPUTS, WRITE_OUTPUT, WRITTEN, Task, write
from sgm_git.tools.edits import WITNESSED, one_line
from sgm_git.tools.replies import short
from sgm_git.tools.tool import Hints, Tool
from sgm_git.tools.vantage import vantage
from sgm_git.workflows.agent_writes import candidates, create, similar

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.drafts import Written
    from sgm_git.store.transaction import Transaction
    from sgm_git.tools.tool import Session

_NAME = "sgm_create"
_OWN = ("id", "type", "title", "content", "scope")
_STANDARD = frozenset((*_OWN, "annotations", "provenance"))


def _create(session: Session, arguments: JsonObject) -> JsonObject:
    record, notes = _record(arguments)
    task = Task(_NAME, session, session.open_store(), arguments)
    notes += _of_type(task.store, str(record["type"]))
    more: JsonObject = {"similar": _similar(task, record), "notes": [*notes]}
    salt = f"{session.id} {secrets.token_hex(8)}"

    def act(transaction: Transaction) -> Written:
        """Add it."""
        created = create(transaction, record, task.rules, salt=salt)
        more["notes"] = [*notes, *([created.note] if created.note else [])]
        return created.written

    return write(task, act, lambda: more)


def _of_type(store: Store, name: str) -> list[JsonValue]:
    """What is to be said of the type, where nobody knows it."""
    known = store.records.settings.schemas.vocabulary.types
    if name in known:
        return []
    close = nearest(name, known)
    meant = f" (did you mean {close}?)" if close else ""
    return [f"nobody knows the type {short(name)!r}{meant}: such a record never binds"]


def _similar(task: Task, record: JsonObject) -> list[JsonValue]:
    """What is there already and looks like it."""
    with task.store.reading(rev=vantage(task.session, task.store).rev) as reader:
        found = similar(record, candidates(reader, record))
    return [
        {"id": each.id, "type": each.type, "title": each.title, "why": each.why} for each in found
    ]


def _record(arguments: JsonObject) -> tuple[JsonObject, list[JsonValue]]:
    """The record that the arguments describe, and what of them does not go into it."""
    record: JsonObject = {name: arguments[name] for name in _OWN if name in arguments}
    _refuse_unfit(record)
    notes: list[JsonValue] = [*one_line(record)]
    record.update(_extra(arguments))
    annotations = _annotations(arguments)
    if annotations:
        record["annotations"] = annotations
    declared, refused = _provenance(arguments)
    if declared:
        record["provenance"] = declared
    notes += [f"provenance.{name} was not taken: the store fills it in" for name in refused]
    return record, notes


def _refuse_unfit(record: JsonObject) -> None:
    name = record.get("id")
    if isinstance(name, str) and not is_fit_id(name):
        fit = slug(name)
        raise UsageError(
            f"{short(name)!r} is no id that an agent may give",
            hint=f"{fit} would do; or leave id away" if is_fit_id(fit) else "leave id away",
        )


def _extra(arguments: JsonObject) -> JsonObject:
    extra = cast("JsonObject", arguments.get("fields", {}))
    for name in extra:
        if name in _STANDARD:
            raise UsageError(f"{name} is an argument of its own, not one of fields")
    return extra


def _annotations(arguments: JsonObject) -> list[JsonValue]:
    given = list(cast("list[JsonValue]", arguments.get("annotations", [])))
    named: list[tuple[str, JsonValue]]
    named = [(name, arguments[name]) for name in ("status", "rationale") if name in arguments]
    named += [("tag", tag) for tag in cast("list[JsonValue]", arguments.get("tags", []))]
    return [*given, *({"kind": kind, "value": value} for kind, value in named)]


def _provenance(arguments: JsonObject) -> tuple[JsonObject, list[str]]:
    """What an agent may say of where a record is from, and the names of what it may not."""
    given = dict(cast("JsonObject", arguments.get("provenance", {})))
    for name in ("source", "links"):
        if name in arguments:
            given[name] = arguments[name]
    refused = sorted(WITNESSED & given.keys())
    return {name: value for name, value in given.items() if name not in WITNESSED}, refused


_ANNOTATION: JsonObject = {"type": "object", "required": ["kind"]}

CREATE = Tool(
    _NAME,
    "Add a record",
    "Add a record to the memory. Search first: the reply names similar ones. A decision has a "
    "rationale and a status; a status has as_of. Who, when and where from are filled in. A new "
    "rule is a proposal until a person accepts it.",
    forms.inputs(
        {
            "type": forms.text("decision, rule, status, task, fact, or another."),
            "title": forms.text("A short title."),
            "content": forms.long_text("Its text, in Markdown."),
            "id": forms.text("Leave it away: a readable one is made.", longest=200),
            "scope": forms.members('What it belongs to, as {"project": "x"}.'),
            "status": forms.text("As proposed, open; accepted is a person's to say."),
            "rationale": forms.long_text("Why it was decided so."),
            "annotations": forms.listed(_ANNOTATION, "Others, as {kind, value}."),
            "tags": forms.texts("Annotations of kind tag."),
            "links": forms.texts("Ids of records that it has to do with."),
            "source": forms.anything("Where it is from."),
            "fields": forms.members("Fields of your own, beside the standard's."),
            "provenance": forms.members("Provenance of your own, beside the standard's."),
            **WRITE_INPUTS,
        },
        ("type",),
    ),
    forms.outputs({**WRITE_OUTPUT, "similar": forms.listed(forms.members())}, WRITTEN),
    Hints(),
    _create,
)
