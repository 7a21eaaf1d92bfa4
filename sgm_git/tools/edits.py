"""Changes of a document that an agent asks for, as bytes; what is git's to say stays as it is."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.errors import Refused, UsageError
from sgm_git.record.pointer import has, render
from sgm_git.store.editing import record_of, removing, setting_in_step, spliced, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, MutableMapping

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonValue
    from sgm_git.store.entry import Entry

WITNESSED = frozenset(
    ("agent", "session", "origin", "scope", "created_at", "modified", "modified_at", "modified_by")
)
"""Fields of provenance that the store fills in and history bears out: no agent sets them."""

_BREAKS = re.compile(r"\s*[\x00-\x1f\x7f-\x9f\u2028\u2029]+\s*")


def pointers(texts: Iterable[str]) -> list[Pointer]:
    """Give the tokens of pointers; raises UsageError for a bad one, and for what no agent sets."""
    return [_free(tokens_of(text)) for text in texts]


def one_line(values: MutableMapping[str, JsonValue]) -> list[str]:
    """Make one line of a title among new values, by name or pointer; give what is to be said."""
    notes = []
    for name in ("title", "/title"):
        title = values.get(name)
        if isinstance(title, str) and (line := _BREAKS.sub(" ", title).strip()) != title:
            values[name] = line
            notes.append("the title was made one line")
    return notes


def assigned(entry: Entry, values: Mapping[str, JsonValue]) -> Entry:
    """The entry with values set, in their order; raises as ``pointers`` does, and Refused."""
    for text, value in values.items():
        pointer = _free(tokens_of(text))
        changes = setting_in_step(record_of(entry), pointer, value)
        entry = _with(entry, spliced(entry, changes))
    return entry


def dropped(entry: Entry, drop: Iterable[Pointer], origin: Entry) -> Entry:
    """The entry without what the pointers name, which must be there in ``origin``.

    What a change of the entry took away already is gone. The last of a list goes first.
    """
    for pointer in sorted(set(drop), key=_place, reverse=True):
        if not has(record_of(origin), pointer):
            raise Refused(f"{origin.id} has no {render(pointer)}", hint="see it with sgm_get")
        if has(record_of(entry), pointer):
            entry = _with(entry, spliced(entry, removing(record_of(entry), pointer)))
    return entry


def replaced(entry: Entry, old: str, new: str) -> Entry:
    """The entry with one piece of its content replaced; raises Refused if it is not there once."""
    content = record_of(entry).get("content")
    found = content.count(old) if isinstance(content, str) else 0
    if not isinstance(content, str) or found != 1:
        how_often = "is not" if not found else f"is {found} times"
        raise Refused(
            f"old_text {how_often} in the content of {entry.id}",
            hint="copy a piece of it exactly, long enough to be there once (sgm_get)",
        )
    return assigned(entry, {"/content": content.replace(old, new)})


def _free(pointer: Pointer) -> Pointer:
    """The pointer, if an agent may change what it names."""
    if pointer[0] == "id":
        raise UsageError("an id does not change", hint="a person does: sgm rename OLD NEW")
    if pointer == ("provenance",):
        raise UsageError("provenance is no value to set", hint="name a field: /provenance/links")
    if pointer[0] == "provenance" and pointer[1] in WITNESSED:
        raise Refused(
            f"provenance.{pointer[1]} is not an agent's to set",
            hint="the store fills it in and git bears it out; leave it away",
        )
    return pointer


def _place(pointer: Pointer) -> tuple[tuple[int, str], ...]:
    return tuple((int(each), "") if each.isdecimal() else (-1, each) for each in pointer)


def _with(entry: Entry, data: bytes) -> Entry:
    return replace(entry, data=data)
