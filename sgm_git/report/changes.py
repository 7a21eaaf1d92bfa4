"""The fields that a version changed, in words and short values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.absent import ABSENT
from sgm_git.record.diff import MATCHED_LISTS
from sgm_git.record.masking import masked_tokens
from sgm_git.record.pointer import render
from sgm_git.record.spoken import spoken
from sgm_git.report.escape import json_text, visible
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from sgm_git.record.absent import Possible
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.changes import FieldChange

LONGEST = 60
"""Characters of a value that stand in a line."""

_CONTEXT = 12  # characters that two long texts share before the place where they part


def field_name(change: FieldChange) -> str:
    """Name a field: an annotation by its kind, an item of links or aliases by its list."""
    pointer = change.pointer
    if change.kind is not None:
        inside = pointer[2:]
        rest = "" if inside in ((), ("value",)) else f".{spoken(inside)}"
        return visible(_cut(masked_tokens(change.kind)) + rest)
    is_item = pointer[:-1] in MATCHED_LISTS and len(pointer) > 1
    return visible(spoken(pointer[:-1] if is_item else pointer))


def change_line(change: FieldChange, style: Style = PLAIN) -> str:
    """Give ``NAME: BEFORE -> AFTER``, ``+ NAME: VALUE`` or ``- NAME: VALUE``; values are cut."""
    name = field_name(change)
    before, after = change.before, change.after
    if before is ABSENT and after is not ABSENT:
        return f"{style.paint(f'+ {name}:', 'green')} {_short(own_value(after, change))}"
    if after is ABSENT and before is not ABSENT:
        return f"{style.paint(f'- {name}:', 'red')} {_short(own_value(before, change))}"
    if is_reordered(change):
        return f"{style.paint(f'{name}:', 'cyan')} in another order"
    old, new = _parted(before, after)
    return f"{style.paint(f'{name}:', 'cyan')} {_short(old)} -> {_short(new)}"


def against(ours: Possible, theirs: Possible) -> tuple[str, str]:
    """Give two values of a field that nobody has settled; of long texts where they part."""
    mine, yours = _parted(ours, theirs)
    return _short(mine), _short(yours)


def own_value(value: JsonValue, change: FieldChange) -> JsonValue:
    """Give a value by itself; of a whole annotation what it says besides its kind."""
    if change.kind is None or not isinstance(value, dict) or change.pointer[2:]:
        return value
    rest = {name: each for name, each in value.items() if name != "kind"}
    return rest["value"] if rest.keys() == {"value"} else rest


def is_reordered(change: FieldChange) -> bool:
    """Whether items of a list stand in another order, which is all that this change tells."""
    is_list = isinstance(change.before, list) and isinstance(change.after, list)
    return is_list and change.pointer in MATCHED_LISTS


def change_object(change: FieldChange) -> JsonObject:
    """Give ``{op, pointer, before, after}``; ``op`` is add, remove or replace, absent is null."""
    before, after = change.before, change.after
    op = "add" if before is ABSENT else "remove" if after is ABSENT else "replace"
    return {
        "op": op,
        "pointer": render(change.pointer),
        "before": None if before is ABSENT else before,
        "after": None if after is ABSENT else after,
    }


def _parted(before: Possible, after: Possible) -> tuple[Possible, Possible]:
    """Two texts without most of what they begin with alike, if either is long."""
    if not (isinstance(before, str) and isinstance(after, str)):
        return before, after
    before, after = masked_tokens(before), masked_tokens(after)
    if max(len(before), len(after)) <= LONGEST:
        return before, after
    pairs = zip(before, after, strict=False)
    shorter = min(len(before), len(after))
    alike = next((n for n, (old, new) in enumerate(pairs) if old != new), shorter)
    start = alike - _CONTEXT
    return (before, after) if start <= 0 else (f"…{before[start:]}", f"…{after[start:]}")


def _short(value: Possible) -> str:
    if value is ABSENT:
        return "nothing"
    if isinstance(value, str):
        return json_text(_cut(masked_tokens(value)))
    return _cut(masked_tokens(json_text(value)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
