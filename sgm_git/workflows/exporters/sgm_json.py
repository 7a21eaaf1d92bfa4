"""Records as JSON, exactly as declared: numbers, unknown fields and their order are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonObject


def write_jsonl(records: Iterable[JsonObject]) -> Iterator[bytes]:
    """Give one line for each record, UTF-8 with an LF at its end (DESIGN section 11)."""
    for record in records:
        yield dumps(record).encode() + b"\n"


def write_json(records: Iterable[JsonObject]) -> Iterator[bytes]:
    """Give the text ``{"records": [...]}`` in chunks, one record a line."""
    separator = b'{"records": [\n'
    for record in records:
        yield separator + dumps(record).encode()
        separator = b",\n"
    yield b"\n]}\n" if separator == b",\n" else b'{"records": []}\n'
