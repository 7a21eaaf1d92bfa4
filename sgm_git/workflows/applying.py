"""Writes as JSON objects: what one asks for, read strictly, and the doing of it.

An operation is ``{"op": NAME, ...}`` with exactly the members that its name wants; a member that
is misspelled is refused and never passed over, because it was meant to do something.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from sgm_git.errors import UsageError
from sgm_git.policy.nearest import nearest
from sgm_git.record.pointer import Pointer, parse
from sgm_git.workflows.superseding import supersede

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction

Past: TypeAlias = "Callable[[str, str], Entry]"
"""Gives a record, by ref, as it was at a revision."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One write that is asked for; ``op`` says which of the members it uses."""

    op: str
    id: str = ""
    record: JsonObject | None = None
    pointer: Pointer = ()
    value: JsonValue = None
    kind: str = ""
    path: str | None = None
    to: str = ""
    by: str = ""
    rev: str = ""
    expect: str | None = None
    drop: tuple[Pointer, ...] = ()
    consent: bool = False


_MEMBERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "add": (("record",), ("path", "expect")),
    "put": (("record",), ("expect", "drop")),
    "set": (("id", "pointer", "value"), ("expect", "consent")),
    "unset": (("id", "pointer"), ("expect",)),
    "annotate": (("id", "kind", "value"), ("expect",)),
    "supersede": (("id", "by"), ("expect",)),
    "remove": (("id",), ("expect",)),
    "move": (("id", "path"), ("expect",)),
    "rename": (("id", "to"), ("expect",)),
    "restore": (("id", "rev"), ("expect",)),
}
"""What each operation needs and what it may have besides."""


def parse_operation(value: JsonValue) -> Operation:
    """Read one operation; raises UsageError for anything that is none, naming what is wrong."""
    if not isinstance(value, dict):
        raise UsageError("an operation is a JSON object", hint='such as {"op": "remove", "id": ID}')
    name = value.get("op")
    if not isinstance(name, str) or name not in _MEMBERS:
        known = ", ".join(_MEMBERS)
        raise UsageError(f"there is no operation {name!r}", hint=f"op is one of {known}")
    members = {key: member for key, member in value.items() if key != "op"}
    _refuse_members(name, members)
    read = {key: _READERS[key](key, member) for key, member in members.items()}
    return Operation(name, **read)


def _refuse_members(name: str, members: JsonObject) -> None:
    """Raise UsageError for a member that the operation does not have, or one that it lacks."""
    needed, possible = _MEMBERS[name]
    for key in members:
        if key not in (*needed, *possible):
            close = nearest(key, (*needed, *possible))
            meant = f"; did you mean {close}?" if close else ""
            raise UsageError(f"{name} has no {key!r}{meant}", hint=_form(name))
    for key in needed:
        if key not in members:
            raise UsageError(f"{name} lacks {key!r}", hint=_form(name))


def perform(operation: Operation, transaction: Transaction, past: Past) -> Written:
    """Do an operation in a transaction; raises what its methods raise."""
    return _ACTS[operation.op](operation, transaction, past)


def _form(name: str) -> str:
    needed, possible = _MEMBERS[name]
    more = f", and perhaps {', '.join(possible)}" if possible else ""
    return f"{name} has {', '.join(needed)}{more}"


def _text(key: str, value: JsonValue) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{key!r} is a text")
    return value


def _object(key: str, value: JsonValue) -> JsonObject:
    if not isinstance(value, dict):
        raise UsageError(f"{key!r} is an object")
    return value


def _flag(key: str, value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{key!r} is true or false")
    return value


def _any(_key: str, value: JsonValue) -> JsonValue:
    return value


def _pointer(key: str, value: JsonValue) -> Pointer:
    try:
        pointer = parse(_text(key, value))
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not pointer:
        raise UsageError("an empty pointer names the whole record", hint="use put or remove")
    return pointer


def _pointers(key: str, value: JsonValue) -> tuple[Pointer, ...]:
    if not isinstance(value, list):
        raise UsageError(f"{key!r} is a list of pointers")
    return tuple(_pointer(key, each) for each in value)


_READERS: dict[str, Callable[[str, JsonValue], Any]] = {
    "id": _text,
    "record": _object,
    "pointer": _pointer,
    "value": _any,
    "kind": _text,
    "path": _text,
    "to": _text,
    "by": _text,
    "rev": _text,
    "expect": _text,
    "drop": _pointers,
    "consent": _flag,
}


def _add(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.add(o.record or {}, path=o.path, expect=o.expect)


def _put(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.put(o.record or {}, expect=o.expect, drop=o.drop)


def _set(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.set(o.id, o.pointer, o.value, expect=o.expect, consent=o.consent)


def _unset(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.unset(o.id, o.pointer, expect=o.expect)


def _annotate(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.annotate(o.id, o.kind, o.value, expect=o.expect)


def _supersede(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return supersede(transaction, o.id, o.by, expect=o.expect)


def _remove(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.remove(o.id, expect=o.expect)


def _move(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.move(o.id, o.path or "", expect=o.expect)


def _rename(o: Operation, transaction: Transaction, _past: Past) -> Written:
    return transaction.rename(o.id, o.to, expect=o.expect)


def _restore(o: Operation, transaction: Transaction, past: Past) -> Written:
    return transaction.restore(past(o.id, o.rev), expect=o.expect)


_ACTS: dict[str, Callable[[Operation, Transaction, Past], Written]] = {
    "add": _add,
    "put": _put,
    "set": _set,
    "unset": _unset,
    "annotate": _annotate,
    "supersede": _supersede,
    "remove": _remove,
    "move": _move,
    "rename": _rename,
    "restore": _restore,
}
