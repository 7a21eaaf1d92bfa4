"""Bytes of one document to bytes of it changed, with refusals instead of the room's own errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document import Remove, Set, read, splice, update, write
from sgm_git.errors import Refused, UsageError
from sgm_git.record import fields
from sgm_git.record.pointer import get, parse
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.entry import Entry


def record_of(entry: Entry) -> JsonObject:
    """The record of an entry; raises Refused where it cannot be read."""
    if entry.record is None:
        raise Refused(f"{entry.path} cannot be read", hint=f"sgm check {entry.path}")
    return entry.record


def read_back(path: str, data: bytes) -> JsonObject:
    """The record that changed bytes hold; raises Refused where they hold none."""
    document = read(data).document
    if document is None:
        raise Refused(f"{path} would not be readable any more", hint="this is a bug: report it")
    return document.record


def spliced(entry: Entry, changes: Sequence[Set | Remove]) -> bytes:
    """The entry's bytes with some values changed; raises Refused where a pointer leads nowhere."""
    record_of(entry)
    try:
        return splice(entry.data, changes)
    except (ValueError, LookupError) as error:
        raise Refused(f"{entry.id}: {error}", hint=f"sgm show {entry.id} --json") from error


def tokens_of(pointer: Pointer | str) -> Pointer:
    """The tokens of a JSON pointer that may be given as text; raises UsageError for a bad one."""
    try:
        tokens = parse(pointer) if isinstance(pointer, str) else pointer
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not tokens:
        raise UsageError("an empty pointer names the whole record", hint="name a field: /title")
    return tokens


def setting(record: JsonObject, pointer: Pointer, value: JsonValue) -> Set:
    """The change that sets one value, with what is not there yet on the way to it.

    That is an object for every name, and for the token ``-`` a list. A number may be meant for
    an item of a list: nothing is made for it.
    """
    for length in range(1, len(pointer)):
        try:
            get(record, pointer[:length])
        except KeyError:
            if any(map(str.isdecimal, pointer[length:])):
                break
            for name in reversed(pointer[length:]):
                value = [value] if name == "-" else {name: value}
            return Set(pointer[:length], value)
    return Set(pointer, value)


def updated(entry: Entry, record: JsonObject) -> bytes:
    """The entry's bytes made to read as ``record``; raises Refused where that has no form."""
    record_of(entry)
    try:
        return update(entry.data, record)
    except ValueError as error:
        raise Refused(f"{entry.id}: {error}") from error


def document(record: JsonObject) -> bytes:
    """A new document; raises Refused where the record is over the limits."""
    try:
        return write(record)
    except ValueError as error:
        raise Refused(f"{fields.record_id(record)}: {error}") from error


def filled(typed: bytes, record: JsonObject) -> bytes:
    """A document that a person typed, made to read as ``record`` where it lacks something of it.

    What was typed stays as it is, remarks and all. An id that it lacks goes to the top, where
    people look for it. Raises Refused where the document cannot be read or cannot hold it.
    """
    before = read(typed).document
    if before is None:
        raise Refused("the text cannot be read")
    if "id" in record and "id" not in before.record:
        line = write({"id": record["id"]}).split(b"\n")[1] + before.eol.encode()
        fence, eol, rest = typed.partition(before.eol.encode())
        named = fence + eol + line + rest
        after = read(named).document
        if after is not None and same(after.record, before.record | {"id": record["id"]}):
            typed = named
    try:
        return update(typed, record)
    except ValueError as error:
        raise Refused(f"{fields.record_id(record)}: {error}") from error


def scopes_agree(record: JsonObject) -> bool:
    """Whether provenance repeats the record's scope, as the standard asks."""
    declared = fields.provenance(record)
    return "scope" in declared and same(declared["scope"], record.get("scope", {}))


def setting_in_step(record: JsonObject, pointer: Pointer, value: JsonValue) -> list[Set]:
    """What sets a value: that of a part of ``scope`` is set in its copy in provenance, too."""
    change = setting(record, pointer, value)
    if pointer[:1] != ("scope",) or not scopes_agree(record):
        return [change]
    return [change, setting(record, ("provenance", *pointer), value)]


def removing(record: JsonObject, pointer: Pointer) -> list[Set | Remove]:
    """What removes a value: with a part of ``scope`` its copy in provenance goes along."""
    if pointer[:1] != ("scope",) or "scope" not in record or not scopes_agree(record):
        return [Remove(pointer)]
    copy = ("provenance", *pointer)
    return [Remove(pointer), Set(copy, {}) if pointer == ("scope",) else Remove(copy)]
