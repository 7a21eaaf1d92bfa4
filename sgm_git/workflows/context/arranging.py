"""Puts what was gathered into sections, in the order in which it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.times import Instant, parse_rfc3339
from sgm_git.record.value import dumps
from sgm_git.witness.review_notes import is_review_note
from sgm_git.workflows.context import parts
from sgm_git.workflows.context.model import Item, Nearness, Section
from sgm_git.workflows.context.nearness import nearness
from sgm_git.workflows.context.sections import HISTORY, KINDS, remarks, section_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.context.model import Gathered, Since, Wanted

_LONG_AGO = Instant(-(10**12))


def arranged(gathered: Gathered, wanted: Wanted) -> list[Section]:
    """Give every section that has items, whole, and its items in their order.

    First come those of the own scope, then those of its parts, then parents', then global ones;
    among these what fits query and paths best, then the newest. What lies elsewhere is left out,
    and history unless it is wanted.
    """
    by_name: dict[str, list[Item]] = {kind.name: [] for kind in KINDS}
    for reading in (*gathered.readings, *gathered.reviewed):
        name = section_of(reading)
        if name is None or (name == HISTORY and not wanted.with_history):
            continue
        item = _item(reading, gathered, wanted)
        if item.nearness is not Nearness.ELSEWHERE:
            by_name[name].append(item)
    return [
        Section(kind.name, kind.reading, tuple(_in_order(by_name[kind.name], gathered.now)))
        for kind in KINDS
        if by_name[kind.name]
    ]


def _item(reading: Reading, gathered: Gathered, wanted: Wanted) -> Item:
    record = reading.record
    relevance = gathered.found.get(reading.path, 0.0)
    if wanted.paths:
        relevance += parts.relevance.path_relevance(record, wanted.paths, reading.path)
    said = remarks(reading, gathered.broken)
    return Item(
        _without_repeats(reading) if said else reading,
        nearness(fields.scope(record), wanted.scope),
        relevance,
        (*said, *_change(reading.path, gathered.since)),
        whole_text(record),
    )


def _without_repeats(reading: Reading) -> Reading:
    """The record without the notes that our remarks put in other words."""
    notes = tuple(note for note in reading.notes if not is_review_note(note))
    return replace(reading, notes=notes)


def _change(path: str, since: Since | None) -> Iterator[str]:
    if since is not None and path in since.new:
        yield "new since then"
    elif since is not None and path in since.changed:
        yield "changed since then"


def _in_order(items: Iterable[Item], now: int) -> list[Item]:
    latest = Instant(now)
    by_path = sorted(items, key=lambda item: item.reading.path)
    by_time = sorted(by_path, key=lambda item: min(last_time(item.reading), latest), reverse=True)
    return sorted(by_time, key=lambda item: (item.nearness, -item.relevance))


def last_time(reading: Reading) -> Instant:
    """When a record was last changed, else made; long ago where nobody knows."""
    for name in ("modified_at", "created_at"):
        text = reading.effective.get(name)
        moment = parse_rfc3339(text) if isinstance(text, str) else None
        if moment is not None:
            return moment
    return _LONG_AGO


def whole_text(record: JsonObject) -> str:
    """Give the record's content; as JSON where it is no text, empty where there is none."""
    content = record.get("content")
    if content is None:
        return ""
    return content.strip() if isinstance(content, str) else dumps(content)
