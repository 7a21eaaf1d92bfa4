"""What items are found and sorted by, in forms that the index compares as Python would.

A text is its UTF-8, lone surrogates included, so that the order of bytes is that of characters.
A time is digits that sort as the instants do, of any fraction.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.record.typed import value_key
from sgm_git.record.value import dumps
from sgm_git.store.index.database import Unusable
from sgm_git.witness.standing import due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.index.shelf_item import Item

_AROUND = '"\u201c\u201d \t\r\n'  # a name that is typed
_MARK_BYTES = 16
_LONGEST = 400  # bytes of a text that count for its order: a cursor holds them
_BEFORE = 10**12  # seconds that keep every instant's number above zero


def packed(text: str) -> bytes:
    """Give a text as bytes that sort as it does; ``unpacked`` gives it back."""
    return text.encode("utf-8", "surrogatepass")


def unpacked(data: bytes) -> str:
    """Give the text of such bytes; raises ValueError for others."""
    return data.decode("utf-8", "surrogatepass")


def path_from(data: object) -> str:
    """Give a path as the index has it; raises Unusable for what is none."""
    try:
        if isinstance(data, bytes):
            return unpacked(data)
    except ValueError:
        pass
    raise Unusable("a path that makes no sense")


def moment_key(instant: Instant) -> bytes:
    """Give an instant as bytes that sort as it does."""
    fraction = f"{instant.fraction:f}".replace(".", "", 1)
    whole = fraction[:1] + fraction[1:].rstrip("0")
    return f"{instant.seconds + _BEFORE:013d}{whole}".encode("ascii")


def stale_second(item: Item) -> int | None:
    """Give the last second in which a status is not stale for its age; None: it never is."""
    if item.as_of is None or item.stale_after is None:
        return None
    return item.as_of.seconds + item.stale_after


def due_key(record: JsonObject) -> bytes | None:
    """Give when a record is due first; None: never."""
    moment = due(record)
    return None if moment is None else moment_key(moment)


def created_key(item: Item) -> bytes | None:
    """Give when the record was made, None where that is no time."""
    created = item.effective.get("created_at")
    moment = parse_rfc3339(created) if isinstance(created, str) else None
    return None if moment is None else moment_key(moment)


def text_key(value: JsonValue) -> bytes | None:
    """Give what a value of a list is sorted by: its text, or its JSON; None where there is none."""
    if value is None:
        return None
    return packed(value if isinstance(value, str) else dumps(value))[:_LONGEST]


def time_key(value: JsonValue) -> bytes | None:
    """Give what a time of a list is sorted by: the instant, of 1970 for no time, then the text."""
    text = text_key(value)
    if text is None:
        return None
    moment = parse_rfc3339(value) if isinstance(value, str) else None
    return (moment_key(moment or Instant(0)) + b" " + text)[:_LONGEST]


def status_of(record: JsonObject) -> JsonValue:
    """Give the word of a record's status, of its state where it has none; several in one list."""
    words = fields.statuses(record) or fields.annotation_values(record, "state")
    return words[0] if len(words) == 1 else list(words) or None


def mark(kind: str, *parts: str) -> bytes:
    """Give the key that every item has in common which has ``parts`` as its ``kind``."""
    told = f"{kind}{''.join(f':{len(part)}:{part}' for part in parts)}"
    return hashlib.blake2b(packed(told), digest_size=_MARK_BYTES).digest()


def value_mark(kind: str, name: str, value: JsonValue) -> bytes:
    """Give the key of what has that value, a text or any other, under a name."""
    is_text, told = value_key(value)
    return mark(kind if is_text else f"{kind} JSON", name, told)


def called_mark(name: str) -> bytes:
    """Give the key of what is called so, as somebody types it: in any case, maybe in quotes."""
    return mark("called", name.strip(_AROUND).casefold())


def marks_of(item: Item) -> set[bytes]:
    """Give all keys that an item is found by."""
    record = item.record
    return set() if record is None else set(_marks(record, item.effective.get("agent")))


def _marks(record: JsonObject, agent: JsonValue) -> Iterator[bytes]:
    for name in names_of(record):
        yield mark("name", name)
        yield called_mark(name)
    record_type = record.get("type")
    if isinstance(record_type, str):
        yield mark("type", record_type)
    if isinstance(agent, str):
        yield mark("agent", agent)
    yield from (mark("link", link) for link in fields.links(record))
    for name, value in fields.scope(record).items():
        yield value_mark("scope", name, value)
    yield from _annotated(record)


def _annotated(record: JsonObject) -> Iterator[bytes]:
    for annotation in fields.annotations(record):
        yield mark("kind", annotation.kind)
        yield value_mark("kind", annotation.kind, annotation.value)
    for kind in ("supersedes", "superseded_by"):
        yield from (mark(kind, other.id) for other in fields.annotated_references(record, kind))


def names_of(record: JsonObject) -> list[str]:
    """Give the ids that a record has and had."""
    record_id = fields.record_id(record)
    return [*([] if record_id is None else [record_id]), *fields.aliases(record)]
