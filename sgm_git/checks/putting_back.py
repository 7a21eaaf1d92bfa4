"""What a document lost since HEAD, and what puts it back (DESIGN section 6, K)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.compare import place_of
from sgm_git.checks.fixing import text_fix
from sgm_git.checks.keeping import keep
from sgm_git.document.changes import Remove, Set, appending, applied
from sgm_git.document.former import former, former_list
from sgm_git.document.read import read
from sgm_git.document.splice import splice
from sgm_git.record import fields
from sgm_git.record.match import match_annotations
from sgm_git.record.pointer import get, parse
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.checks.case import Case
    from sgm_git.document.document import Document
    from sgm_git.findings import Fault, Fix
    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_CLAIM = "K403"  # whether the new type or the old one is meant is a decision
_LIST = ("annotations",)
_ANNOTATION = 2  # tokens of the pointer to one
_MOST = 50  # losses that are looked at one by one: each look costs as much as the record is large


class Base(NamedTuple):
    """What a record was, and the document that said so, where that is at hand."""

    record: JsonObject
    document: Document | None = None

    def place(self, loss: Fault) -> int:
        """Where in the document stood what was lost."""
        pointer = parse(loss.pointer or "")
        node = None if self.document is None else self.document.node_at(pointer)
        return 0 if node is None else node.start


def losses_since(case: Case) -> Iterator[Fault]:
    """Give what the record at this path had (``previous``) and lacks or coerces: K401 to K405.

    Nothing where another record is there now (L503 says so), or nobody asks (``allowed``). Places
    are those of what stands nearest to the loss.
    """
    base, allowed = case.subject.previous, case.subject.allowed
    if base is None or allowed is None or case.document is None:
        return
    if fields.record_id(base) not in (case.id, *fields.aliases(case.record)):
        return
    found = keep(base, case.record, case.policy.schemas.vocabulary, allowed)
    stood = case.subject.stood if found else None
    before = Base(base, None if stood is None else read(stood).document)
    for number, loss in enumerate(placed(case, found)):
        is_looked_at = loss.code != _CLAIM and number < _MOST
        change = _change(before, case.record, parse(loss.pointer or "")) if is_looked_at else None
        fix = None if change is None else _fix(case, base, change, loss)
        yield replace(loss, fix=fix)


def placed(case: Case, losses: Iterable[Fault]) -> Iterator[Fault]:
    """Give losses with the places of what stands nearest to them now."""
    for loss in losses:
        pointer = parse(loss.pointer or "")
        place = case.place(pointer[:1] if pointer[0] == "annotations" else pointer)
        yield replace(loss, span=place)


def way_back(
    base: Base, result: JsonObject, losses: Sequence[Fault], vocabulary: Vocabulary
) -> list[Set]:
    """The changes that put back what ``result`` lost of ``base``, to be made in their order.

    It comes back where and as it stood, if the document is at hand that said so. What only a
    person can decide (a type that was claimed), and what cannot be put back without losing
    something else, is left out. Where there are very many, one change makes them all.
    """
    wanted = [loss for loss in losses if loss.code != _CLAIM]
    base = base if len(wanted) <= _MOST else Base(base.record)
    wanted.sort(key=base.place)  # so that each has about it what it had
    changes, state = _made(base, result, wanted)
    if not _leads_back(base.record, (result, state), wanted, vocabulary):
        changes, state = _one_by_one(base, result, wanted, vocabulary)
    return [Set((), state)] if len(changes) > _MOST else changes


def lost_again(
    base: JsonObject, result: JsonObject, restored: JsonObject, loss: Fault
) -> Set | Remove | None:
    """The change that loses on purpose what ``result`` had lost and ``restored`` has again.

    None where the restored record does not have it.
    """
    pointer = parse(loss.pointer or "")
    now, back = _place(base, result, pointer), _place(base, restored, pointer)
    if back is None or now is None:
        is_gone = back is not None and pointer[0] == "annotations"
        return Remove((back or ())[:_ANNOTATION]) if is_gone else None
    try:
        return Set(back, get(result, now))
    except KeyError:
        return Remove(back)


def _place(base: JsonObject, record: JsonObject, pointer: Pointer) -> Pointer | None:
    """Where a record has what the base has at a pointer; None if the annotation is gone."""
    if pointer[0] != "annotations" or len(pointer) < _ANNOTATION:
        return place_of(base, record, pointer)
    place, old, new = int(pointer[1]), _items(base), _items(record)
    partner = _partner(old, new, place)
    rest = None if partner is None else place_of(old[place], new[partner], pointer[2:])
    return None if rest is None else ("annotations", str(partner), *rest)


def _one_by_one(
    base: Base, result: JsonObject, losses: Sequence[Fault], vocabulary: Vocabulary
) -> tuple[list[Set], JsonObject]:
    """Those changes of which each leads back by itself; of very many losses the first ones."""
    changes: list[Set] = []
    state = result
    for loss in losses[:_MOST]:
        change, after = _made(base, state, [loss])
        if change and _leads_back(base.record, (state, after), [loss], vocabulary):
            changes, state = changes + change, after
    return changes, state


def _made(base: Base, result: JsonObject, losses: Iterable[Fault]) -> tuple[list[Set], JsonObject]:
    """The changes that bring back what was lost, and the record with them made."""
    changes: list[Set] = []
    state: JsonObject = result
    for loss in losses:
        try:
            change = _change(base, state, parse(loss.pointer or ""))
            after = None if change is None else _with(state, change)
        except ValueError:
            continue
        if change is not None and isinstance(after, dict):
            changes.append(change)
            state = after
    return changes, state


def _with(record: JsonObject, change: Set) -> JsonValue:
    """The record with a change made as a splice makes it."""
    if change.pointer == ("annotations", "-"):
        return applied(record, appending(change, _items(record)))
    return applied(record, change)


def _leads_back(
    base: JsonObject,
    states: tuple[JsonObject, JsonObject],
    losses: Iterable[Fault],
    vocabulary: Vocabulary,
) -> bool:
    """Whether the second state has lost no more than the first, and these things no longer."""
    before, after = (
        {(each.code, each.pointer) for each in keep(base, state, vocabulary)} for state in states
    )
    return after <= before - {(loss.code, loss.pointer) for loss in losses}


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
    is_way_back = _leads_back(base, (case.record, document.record), [loss], vocabulary)
    return text_fix(case.subject.data.decode(), data.decode()) if is_way_back else None


def _change(base: Base, result: JsonObject, pointer: Pointer) -> Set | None:
    """The change that brings back the value at a pointer of the base; None where none can."""
    is_annotation = pointer[0] == "annotations" and len(pointer) == _ANNOTATION
    where = None if is_annotation else _place(base.record, result, pointer)
    if where is not None:
        stood = former(base.document, pointer) if base.document else None
        return Set(where, get(base.record, pointer), stood)
    if pointer[0] != "annotations" or len(pointer) < _ANNOTATION:
        return None
    return _annotation(base, result, int(pointer[1]))


def _annotation(base: Base, result: JsonObject, number: int) -> Set:
    """The change that brings back an annotation, behind those that stood before it."""
    old, new = _items(base.record), _items(result)
    if not new:
        stood = former_list(base.document, _LIST, number) if base.document else None
        return Set(_LIST, [old[number]], stood)
    stood = former(base.document, (*_LIST, str(number))) if base.document else None
    partners = dict(match_annotations(old, new).pairs)
    before = (partners[each] + 1 for each in range(number, -1, -1) if each in partners)
    after = (partners[each] for each in range(number, len(old)) if each in partners)
    place = next(before, next(after, None))
    return Set((*_LIST, "-"), old[number], stood and replace(stood, place=place))


def _partner(old: list[JsonValue], new: list[JsonValue], place: int) -> int | None:
    """The place of an annotation in another list, also if its kind was turned into another."""
    matching = match_annotations(old, new)
    partner = dict(matching.pairs).get(place)
    if partner is not None:
        return partner
    return next((each for each in matching.added if _is_turned(old[place], new[each])), None)


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
