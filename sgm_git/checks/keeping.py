"""What a write must keep (DESIGN section 6, "Keeping is a function of the store").

One function over two values, whoever writes: a tool that knows fewer fields than the record has
must not lose them. It compares what was there (the base) with what is to be there (the result).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks import losses
from sgm_git.checks.claims_created import IMMUTABLE, is_changed
from sgm_git.findings import Fault
from sgm_git.record import fields
from sgm_git.record.pointer import get, render
from sgm_git.record.secret import secrets_in
from sgm_git.record.spoken import quoted, spoken

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject

_IN_A_LIST = 2  # tokens that lead to an item of a list
_RULES = (
    losses.unknown_fields_gone,
    losses.annotations_lost,
    losses.type_claimed,
    losses.values_retyped,
    losses.provenance_lost,
)


def keep(
    base: JsonObject,
    result: JsonObject,
    vocabulary: Vocabulary,
    drop: Collection[Pointer] = (),
) -> list[Fault]:
    """Everything that ``result`` lacks or coerces of ``base``: K401-K405, in the rules' order.

    Pointers are those of ``base``. What lies at or below a pointer in ``drop`` goes on purpose
    and is not reported; an annotation may be named by its place or as ``kind=KIND``. Kinds and
    types that became the known one which S203 or S204 suggest are no loss; see ``corrected``. Nor
    is a text that holds a secret: who takes it out must not be told to put it back.
    """
    dropped = [tuple(pointer) for pointer in drop]
    return [
        Fault(code, message, pointer=render(pointer))
        for rule in _RULES
        for code, pointer, message in rule(base, result, vocabulary)
        if not _is_named(pointer, base, dropped) and not _holds_secret(base, pointer)
    ]


def kept_apart(
    base: JsonObject,
    result: JsonObject,
    merged: Collection[JsonObject],
    vocabulary: Vocabulary,
    drop: Collection[Pointer] = (),
) -> list[Fault]:
    """The same of a merge's record and a parent of it, but for what merging itself takes away.

    ``merged`` are the records that merging may give: what one of them lacks, too, the other
    parent dropped.
    """
    found = keep(base, result, vocabulary, drop)
    if not found:
        return []
    lawful = {(f.code, f.pointer) for each in merged for f in keep(base, each, vocabulary)}
    return [fault for fault in found if (fault.code, fault.pointer) not in lawful]


def corrected(base: JsonObject, result: JsonObject, vocabulary: Vocabulary) -> list[Fault]:
    """Unknown kinds (K402) and types (K403) that became the known one that was meant: infos."""
    changes = [
        *(("K402", change) for change in losses.kinds_turned(base, result, vocabulary)),
        *(("K403", change) for change in losses.types_turned(base, result, vocabulary)),
    ]
    return [
        Fault(
            code,
            f"{spoken(change.pointer)} was {quoted(change.old)} and is now {quoted(change.new)}",
            pointer=render(change.pointer),
        )
        for code, change in changes
        if change.is_meant
    ]


def immutable_changes(base: JsonObject, result: JsonObject) -> list[Fault]:
    """Changes of ``created_at`` (P301), ``agent`` and ``origin`` (P302), which never change.

    What a change is, those rules say. Filling in a field that was missing is none; one that is
    gone is K405.
    """
    before, after = fields.provenance(base), fields.provenance(result)
    return [
        Fault(
            code,
            f"provenance.{name} never changes; it was {quoted(before[name])}"
            f" and is now {quoted(after[name])}",
            pointer=f"/provenance/{name}",
        )
        for name, code in IMMUTABLE.items()
        if name in before and name in after and is_changed(name, before[name], after[name])
    ]


def consent_pointer(base: JsonObject, pointer: Pointer) -> Pointer:
    """The pointer by which a consent names a loss: an annotation as ``kind=KIND``, not by place."""
    if len(pointer) < _IN_A_LIST or pointer[0] != "annotations":
        return pointer
    kinds = {str(each.position): f"kind={each.kind}" for each in fields.annotations(base)}
    return (pointer[0], kinds.get(pointer[1], pointer[1]), *pointer[_IN_A_LIST:])


def _holds_secret(base: JsonObject, pointer: Pointer) -> bool:
    """Whether a value, that of an annotation, or its name is a text with a secret in it (X601)."""
    value = get(base, pointer)
    if isinstance(value, dict) and pointer[:-1] == ("annotations",):
        value = value.get("value")
    texts = (value, *pointer)
    return any(isinstance(text, str) and secrets_in(text) for text in texts)


def _is_named(pointer: Pointer, base: JsonObject, dropped: list[Pointer]) -> bool:
    names = (pointer, consent_pointer(base, pointer))
    return any(name[: len(drop)] == drop for name in names for drop in dropped)
