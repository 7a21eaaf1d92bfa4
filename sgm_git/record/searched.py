"""What of a record is searched (DESIGN section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import fields
from sgm_git.record.lexis import BREAK, inner_words, lexemes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject, JsonValue


class Searched(NamedTuple):
    """The texts of a record: ``notes`` are ids, agent, scope, source, annotations, each alone."""

    title: str
    notes: tuple[str, ...]
    body: str


def searched(record: JsonObject, agent: JsonValue = None) -> Searched:
    """Give the texts of a record; ``agent`` is who made it, as far as that is known."""
    return Searched(
        fields.text_field(record, "title") or "",
        tuple(_notes(record, agent)),
        fields.text_field(record, "content") or "",
    )


def indexed(texts: Searched) -> tuple[str, str, str, str]:
    """Give the words of title, notes and body, and the parts of ``CamelCase`` words in them.

    There is a space between two words, and ``BREAK`` where two do not stand together.
    """
    inner = (
        parts for text in (texts.title, *texts.notes, texts.body) for parts in inner_words(text)
    )
    return (
        lexemes(texts.title),
        f" {BREAK} ".join(map(lexemes, texts.notes)),
        lexemes(texts.body),
        f" {BREAK} ".join(" ".join(part.text for part in parts) for parts in inner),
    )


def _notes(record: JsonObject, agent: JsonValue) -> Iterator[str]:
    record_id = fields.record_id(record)
    if record_id is not None:
        yield record_id
    yield from fields.aliases(record)
    if isinstance(agent, str):
        yield agent
    for name, value in fields.scope(record).items():
        yield " ".join((name, *_texts(value)))
    yield from _texts(fields.provenance(record).get("source"))
    for annotation in fields.annotations(record):
        yield from (annotation.kind, *_texts(annotation.value))


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
