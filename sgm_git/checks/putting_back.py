"""What a document lost since HEAD, and the fixes that put it back (DESIGN section 6, K)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.fixing import text_fix
from sgm_git.checks.keeping import keep
from sgm_git.document.changes import Set
from sgm_git.document.read import read
from sgm_git.document.splice import splice
from sgm_git.record import fields
from sgm_git.record.match import match_annotations
from sgm_git.record.pointer import get, parse
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.findings import Fault, Fix
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_CLAIM = "K403"  # whether the new type or the old one is meant is a decision
_ANNOTATION = 2  # tokens of the pointer to one


def losses_since(case: Case) -> Iterator[Fault]:
    """Give what the record at this path had (``previous``) and lacks or coerces: K401 to K405.

    Nothing where another record is there now (L503 says so), or nobody asks (``allowed``). Places
    are those of what stands nearest to the loss.
    """
    base, allowed = case.subject.previous, case.subject.allowed
    if base is None or allowed is None or case.document is None:
        return
    if fields.record_id(base) != case.id:
        return
    for loss in keep(base, case.record, case.policy.schemas.vocabulary, allowed):
        pointer = parse(loss.pointer or "")
        place = case.place(pointer[:1] if pointer[0] == "annotations" else pointer)
        change = None if loss.code == _CLAIM else _change(base, case.record, pointer)
        fix = None if change is None else _fix(case, base, change, loss)
        yield replace(loss, span=place, fix=fix)


def _fix(case: Case, base: JsonObject, change: Set, loss: Fault) -> Fix | None:
    """The fix that makes a change, if that puts back what was lost and loses nothing else."""
    vocabulary = case.policy.schemas.vocabulary
    try:
        data = splice(case.subject.data, [change])
    except ValueError:
        return None
    document = read(data).document
    if document is None:
        return None
    before = {(each.code, each.pointer) for each in keep(base, case.record, vocabulary)}
    after = {(each.code, each.pointer) for each in keep(base, document.record, vocabulary)}
    is_way_back = after <= before - {(loss.code, loss.pointer)}
    return text_fix(case.subject.data.decode(), data.decode()) if is_way_back else None


def _change(base: JsonObject, result: JsonObject, pointer: Pointer) -> Set | None:
    """The change that brings back the value at a pointer of the base; None where none can."""
    value = get(base, pointer)
    if pointer[0] != "annotations" or len(pointer) < _ANNOTATION:
        return Set(pointer, value)
    place = int(pointer[1])
    old, new = _items(base), _items(result)
    if len(pointer) == _ANNOTATION:
        there = isinstance(result.get("annotations"), list)
        return Set(("annotations", "-"), value) if there else Set(("annotations",), [value])
    matching = match_annotations(old, new)
    partner = dict(matching.pairs).get(place)
    if partner is None:
        partner = next((each for each in matching.added if _is_turned(old[place], new[each])), None)
    return None if partner is None else Set(("annotations", str(partner), *pointer[2:]), value)


def _is_turned(old: JsonValue, new: JsonValue) -> bool:
    """Whether two annotations differ in their kind only."""
    return (
        isinstance(old, dict)
        and isinstance(new, dict)
        and same(old | {"kind": None}, new | {"kind": None})
    )


def _items(record: JsonObject) -> list[JsonValue]:
    found = record.get("annotations")
    return found if isinstance(found, list) else []
