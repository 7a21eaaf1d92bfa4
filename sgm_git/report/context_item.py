"""One record of a context as lines of Markdown for a model: what is said of it, then its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.record.times import parse_rfc3339
from sgm_git.record.value import dumps
from sgm_git.report.fencing import fenced, inline, inlines
from sgm_git.report.moments import ago, moment
from sgm_git.report.wording import COMMANDS
from sgm_git.witness.reading import Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.report.wording import Words
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.context.model import Item

KNOWN_TYPES = frozenset(("decision", "rule", "status", "task", "fact", "annotation"))
"""Words that are the standard's, and so may stand among our own."""

_WORDY = frozenset((Standing.STATED, Standing.UNCLASSIFIED, Standing.HISTORY, Standing.DONE))
_TOLD_KINDS = ("rationale", "source", "confidence", "review_by")
_LONG = 300
_SHELL_WORD = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")
_REASON = 160


def item_lines(item: Item, now: int, words: Words = COMMANDS) -> list[str]:
    """Give a heading with id and title, lines on how to take it, and its text as a block.

    What is wrong with it comes first. ``now`` is in seconds since the epoch.
    """
    reading = item.reading
    name = inline(reading.id or reading.path)
    title = f" {inline(reading.title)}" if reading.title else ""
    lines = [f"### {name}{title}", *_wrong(reading), _how_it_stands(reading, now)]
    lines += [f"- {remark}" for remark in item.remarks]
    lines += [f"- note: {inline(note, _LONG)}" for note in reading.notes]
    if reading.successors:
        lines.append(f"- superseded by {inlines(reading.successors)}")
    lines += _annotations(reading.record)
    if item.cut:
        lines.append(
            f"- cut, about {item.cut} tokens more: {inline(_command(reading, words), _LONG)}"
        )
    return [*lines, *(fenced(item.text) if item.text else ())]


def _wrong(reading: Reading) -> Iterator[str]:
    if reading.trust is Trust.DISPUTED:
        words = reading.wrong or ("nobody says what is wrong",)
        yield from (f"- disputed: {inline(word, _LONG)}" for word in words)


def _how_it_stands(reading: Reading, now: int) -> str:
    parts = [
        _standing(reading),
        f"scope {scope_text(fields.scope(reading.record))}",
        *_people(reading, now),
        f"trust {reading.trust.value}",
    ]
    return f"- {'; '.join(parts)}"


def _standing(reading: Reading) -> str:
    taken = reading.taken
    kind = reading.type or "no type"
    said = kind if kind in KNOWN_TYPES else inline(kind)
    if taken.standing in (Standing.CURRENT, Standing.STALE):
        return f"{said} {_as_of(reading)}"
    word = f" ({inline(taken.word)})" if taken.word and taken.standing in _WORDY else ""
    return f"{said}, {taken.standing.value}{word}"


def _as_of(reading: Reading) -> str:
    taken = reading.taken
    stale = "STALE " if taken.standing is Standing.STALE else ""
    if taken.as_of is None:
        return f"{stale}of an unknown time"
    shown = f"{stale}as of {moment(taken.as_of.seconds)}"
    if taken.age is None or taken.age < 0:
        return f"{shown}, in the future: not believed"
    return f"{shown}, {ago(-taken.age, 0)}, may be stale"


def _people(reading: Reading, now: int) -> Iterator[str]:
    made = reading.effective
    yield f"by {_said(made.get('agent'))}, made {_when(made.get('created_at'), now)}"
    if made.get("modified_at") is not None:
        by = f" by {_said(made['modified_by'])}" if made.get("modified_by") is not None else ""
        yield f"changed {_when(made['modified_at'], now)}{by}"


def _said(value: JsonValue) -> str:
    return "somebody unknown" if value is None else inline(_plain(value), 80)


def _plain(value: JsonValue) -> str:
    return value if isinstance(value, str) else dumps(value)


def _when(value: JsonValue, now: int) -> str:
    moment_of = parse_rfc3339(value) if isinstance(value, str) else None
    return "at an unknown time" if moment_of is None else ago(moment_of.seconds, now)


def _annotations(record: JsonObject) -> Iterator[str]:
    """What bears on how far to trust its text: reasons and sources."""
    for kind in _TOLD_KINDS:
        values = fields.annotation_values(record, kind)
        if kind == "source":
            values += [value for value in [fields.provenance(record).get("source")] if value]
        for value in values:
            yield f"- {kind}: {inline(_plain(value), _REASON)}"


def _command(reading: Reading, words: Words) -> str:
    name = reading.id
    if name is None:
        return f"cat {_quoted(reading.path)}"
    dashes = "-- " if name.startswith("-") and words is COMMANDS else ""
    return f"{words.show} {dashes}{_quoted(name)}"


def _quoted(word: str) -> str:
    """A word for a shell."""
    return word if _SHELL_WORD.fullmatch(word) else "'" + word.replace("'", "'\"'\"'") + "'"


def scope_text(scope: JsonObject) -> str:
    """Give a scope on a line: pairs between backticks, ``global`` for none."""
    pairs = (f"{name}={_plain(value)}" for name, value in scope.items())
    return inlines(pairs) or "global"
