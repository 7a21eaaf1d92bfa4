"""What a person must commit with their own hands: it binds others, or it smells; pure.

A watch commits what somebody typed and left alone. It does not know what they meant. Where a
mistake would be costly, or where what happened is no typing, they are told and asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.policy.copies import copied_from
from sgm_git.record import fields
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject, JsonValue

MOST_AT_ONCE = 20
"""More records than these that come to rest at about the same time are nobody's typing."""

_SUPERSESSION = ("superseded_by", "supersedes")
_HARMLESS = ("proposed",)


@dataclass(frozen=True, slots=True)
class Change:
    """A record's file before and after: None for the record that is not there or cannot be read.

    ``fullest``: what it was before it began to shrink, where that is not ``before``.
    """

    path: str
    before: JsonObject | None
    after: JsonObject | None
    fullest: JsonObject | None = None


def what_binds(change: Change) -> str | None:
    """Say why a change waits for a person; None where a watch may commit it."""
    return next(_reasons(change), None)


def _reasons(change: Change) -> Iterator[str]:
    before, after = change.before, change.after
    if after is None:
        yield "it was deleted"
        return
    if any(name.is_certain for name in copied_from(change.path)):
        yield "it is a sync client's conflict copy"
    yield from _of_kind(before or {}, after)
    if before is not None:
        yield from _of_change(before, after, change.fullest or before)


def _of_kind(before: JsonObject, after: JsonObject) -> Iterator[str]:
    """What binds by what it is: rules, and what is decided."""
    types = {fields.record_type(before), fields.record_type(after)}
    if "rule" in types:
        yield "it is a rule, which binds all readers"
    is_new_proposal = not before and not _decides(_said(after, "status"))
    if "decision" in types and _differs(before, after, "status") and not is_new_proposal:
        yield "it is a decision whose status changed"
    yield from _of_supersession(before, after)


def _of_supersession(before: JsonObject, after: JsonObject) -> Iterator[str]:
    if any(_differs(before, after, each) for each in _SUPERSESSION):
        yield "it supersedes, or is superseded"
    if "superseded" in _said(after, "status") and "superseded" not in _said(before, "status"):
        yield "it is superseded"


def _of_change(before: JsonObject, after: JsonObject, fullest: JsonObject) -> Iterator[str]:
    """What smells by how it changed."""
    if fields.record_id(before) != fields.record_id(after):
        yield "its id changed"
    if fields.record_type(before) != fields.record_type(after):
        yield "its type changed"
    if 2 * text_length(after) < max(text_length(before), text_length(fullest)):
        yield "its text shrank by more than half"


def _said(record: JsonObject, name: str) -> list[JsonValue]:
    """What the annotations of a kind say, and the field of that name, if there is one."""
    found = fields.annotation_values(record, name)
    return [*found, record[name]] if name in record else found


def _differs(before: JsonObject, after: JsonObject, name: str) -> bool:
    return not same(_said(before, name), _said(after, name))


def _decides(statuses: list[JsonValue]) -> bool:
    return any(status not in _HARMLESS for status in statuses)


def text_length(record: JsonObject) -> int:
    """The length of a record's text, in characters."""
    return len(fields.text_field(record, "content") or "")
