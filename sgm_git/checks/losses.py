"""The rules of family K that compare two states of a record (DESIGN section 6, "keeping").

Each gives a code, a pointer of the base, and what was lost there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sgm_git.checks.compare import names_gone, retyped
from sgm_git.policy.nearest import nearest
from sgm_git.record import fields
from sgm_git.record.match import match_annotations
from sgm_git.record.meaning import STAMPS
from sgm_git.record.spoken import kind_of, quoted, spoken
from sgm_git.record.value import canonical, same

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault
    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

Loss: TypeAlias = "tuple[str, Pointer, str]"

_KEPT_EXACTLY = frozenset(("session", "source"))
_ELSEWHERE = frozenset(("annotations", "provenance"))


class Turned(NamedTuple):
    """An unknown type or kind that became a known one; whether that is the one it suggests."""

    pointer: Pointer
    old: str
    new: str
    is_meant: bool


def unknown_fields_gone(
    base: JsonObject, result: JsonObject, vocabulary: Vocabulary
) -> Iterator[Loss]:
    """A field that no schema knows is gone (K401).

    Why: an unknown field belongs to somebody else. A tool that reads a record into its own
    types and writes it back loses what it does not know, without a word.

    Bad:
        x_review: {by: ada}      # before
                                 # after

    Good:
        x_review: {by: ada}      # in both

    Fix: put it back, or drop it on purpose: ``sgm unset ID /x_review``.
    """
    for pointer in names_gone(_plain_fields(base), _plain_fields(result), (), vocabulary.fields):
        yield "K401", pointer, f"{spoken(pointer)}, which no schema here knows, is gone"
    for old, new, at in _annotation_pairs(base, result):
        for pointer in names_gone(old, new, at, vocabulary.annotation_fields):
            yield "K401", pointer, f"{spoken(pointer)}, which no schema here knows, is gone"


def annotations_lost(
    base: JsonObject, result: JsonObject, vocabulary: Vocabulary
) -> Iterator[Loss]:
    """An annotation of an unknown kind is gone, or was given a known kind (K402).

    Why: the standard demands that an unknown kind is preserved and never coerced: only its
    author knows what it says. Corrected to the kind that S204 suggests, it is an info.

    Bad:
        annotations: [{kind: risk, value: high}]      # before
        annotations: [{kind: status, value: high}]    # after

    Good:
        annotations: [{kind: risk, value: high}]      # in both

    Fix: put it back, or drop it on purpose: ``sgm unset ID /annotations/0``.
    """
    turned = {change.pointer[1]: change for change in kinds_turned(base, result, vocabulary)}
    before = _annotations(base)
    for place in match_annotations(before, _annotations(result)).gone:
        at = ("annotations", str(place))
        kind, change = _kind(before[place]), turned.get(str(place))
        if change is not None and not change.is_meant:
            words = f"{spoken(change.pointer)} was {quoted(change.old)}, now {quoted(change.new)}"
            yield "K402", change.pointer, f"{words}: an unknown kind must stay what it is"
        elif change is None and kind is not None and kind not in vocabulary.kinds:
            yield "K402", at, f"{spoken(at)}, of the unknown kind {quoted(kind)}, is gone"


def type_claimed(base: JsonObject, result: JsonObject, vocabulary: Vocabulary) -> Iterator[Loss]:
    """A record of an unknown type was given a known one (K403).

    Why: a note of an unknown type is never an order. Turned into a rule it would be one
    without anybody having said so. Corrected to the type that S203 suggests, it is an info.

    Bad:
        type: musing      # before
        type: rule        # after

    Good:
        type: musing      # in both

    Fix: put the type back, or change it on purpose: ``sgm set ID /type=rule``.
    """
    for change in types_turned(base, result, vocabulary):
        if not change.is_meant:
            words = f"the unknown type {quoted(change.old)} became {quoted(change.new)}"
            yield "K403", change.pointer, words


def values_retyped(base: JsonObject, result: JsonObject, _vocabulary: Vocabulary) -> Iterator[Loss]:
    """A value changed its JSON type but not its text (K404).

    Why: ``"42"`` and ``42`` are different values. A formatter that takes quotes away, or a
    reader of YAML 1.1 that takes ``no`` for false, changes what the record says.

    Bad:
        x_build: "42"      # before
        x_build: 42        # after

    Good:
        x_build: "42"      # in both

    Fix: put the value back, or change it on purpose: ``sgm set ID /x_build:=42``.
    """
    pairs = [(_plain_fields(base), _plain_fields(result), ()), *_annotation_pairs(base, result)]
    for old, new, at in pairs:
        for pointer, was, now in retyped(old, new, at):
            words = (
                f"{spoken(pointer)} was {kind_of(was)}, {quoted(was)}, and is now {kind_of(now)}"
            )
            yield "K404", pointer, words


def provenance_lost(base: JsonObject, result: JsonObject, vocabulary: Vocabulary) -> Iterator[Loss]:
    """A field of provenance is gone, or one that must stay was changed (K405).

    Why: the standard demands that provenance comes back as it was written. Only ``modified``,
    ``modified_at`` and ``modified_by`` follow an edit; ``session``, ``source`` and unknown
    fields never change.

    Bad:
        provenance: {agent: a, session: s1}      # before
        provenance: {agent: a}                   # after

    Good:
        provenance: {agent: a, session: s1}      # in both

    Fix: put it back, or drop it on purpose: ``sgm unset ID /provenance/session``.
    """
    before, after = base.get("provenance"), result.get("provenance")
    if not isinstance(before, dict):
        return
    if not isinstance(after, dict):
        yield "K405", ("provenance",), "provenance is gone"
        return
    for name in (name for name in before if name not in STAMPS):
        at = ("provenance", name)
        if name not in after:
            yield "K405", at, f"{spoken(at)} is gone"
        elif _must_stay(name, vocabulary) and not same(before[name], after[name]):
            was, now = quoted(before[name]), quoted(after[name])
            yield "K405", at, f"{spoken(at)} was {was} and is now {now}"


def record_deleted(gone: Iterable[Brief], stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """A record is there no more (K406).

    Why: that is lawful and often right, but a reviewer should see it. One that was renamed keeps
    its old id under ``aliases``, and one that was moved its id: neither is gone. Nor is one whose
    file is there and cannot be read: F says so.

    Bad:
        memory/rule/a.md: id: rule-x       # before
                                           # after

    Good:
        memory/rule/a.md: id: rule-x       # in both, wherever the file lies

    Fix: nothing, if it is meant; else ``sgm restore ID --rev REV``. What is only over stays, with
    a status that says so.
    """
    for brief in gone:
        place = (brief.root.path, brief.id or "")
        if brief.id is None or place in stock.by_id or place in stock.by_alias:
            continue
        there = stock.by_path.get(brief.path)
        if there is None or there.id is not None:
            yield brief, brief.fault("K406", f"the record {quoted(brief.id)} was deleted")


def kinds_turned(base: JsonObject, result: JsonObject, vocabulary: Vocabulary) -> Iterator[Turned]:
    """Annotations of an unknown kind that have a known one now: same value, same place in order."""
    before, after = _annotations(base), _annotations(result)
    matching = match_annotations(before, after)
    free: dict[str, list[str]] = {}
    for place in matching.added:
        kind = _kind(after[place])
        if kind is not None and kind in vocabulary.kinds:
            free.setdefault(_value_text(after[place]), []).append(kind)
    for place in matching.gone:
        old, same_value = _kind(before[place]), free.get(_value_text(before[place]))
        if old is not None and old not in vocabulary.kinds and same_value:
            new = same_value.pop(0)
            pointer = ("annotations", str(place), "kind")
            yield Turned(pointer, old, new, nearest(old, vocabulary.kinds) == new)


def types_turned(base: JsonObject, result: JsonObject, vocabulary: Vocabulary) -> Iterator[Turned]:
    """The type, if it was unknown and is a known one now."""
    old, new = fields.record_type(base), fields.record_type(result)
    if old is not None and old not in vocabulary.types and new in vocabulary.types and new:
        yield Turned(("type",), old, new, nearest(old, vocabulary.types) == new)


def _plain_fields(record: JsonObject) -> JsonObject:
    return {name: value for name, value in record.items() if name not in _ELSEWHERE}


def _must_stay(name: str, vocabulary: Vocabulary) -> bool:
    return name in _KEPT_EXACTLY or name not in vocabulary.provenance_fields


def _annotations(record: JsonObject) -> list[JsonValue]:
    found = record.get("annotations")
    return found if isinstance(found, list) else []


def _annotation_pairs(
    base: JsonObject, result: JsonObject
) -> list[tuple[JsonValue, JsonValue, Pointer]]:
    before, after = _annotations(base), _annotations(result)
    return [
        (before[old], after[new], ("annotations", str(old)))
        for old, new in match_annotations(before, after).pairs
    ]


def _kind(item: JsonValue) -> str | None:
    kind = item.get("kind") if isinstance(item, dict) else None
    return kind if isinstance(kind, str) else None


def _value_text(item: JsonValue) -> str:
    return canonical(item.get("value") if isinstance(item, dict) else None)
