"""One version of a record as the index keeps it: all that a reader is told but the clock's part."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, cast
from zlib import crc32

from sgm_git.record import value as json
from sgm_git.record.times import Instant
from sgm_git.store.index.database import NONSENSE, Unusable
from sgm_git.witness.reading import Reading, Review, Standing
from sgm_git.witness.standing import at
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sgm_git.record.value import JsonObject, JsonValue

_SUM = 8  # digits


@dataclass(frozen=True, slots=True)
class Item:
    """A document at a path, and how its record must be taken.

    ``record`` is None where the document cannot be read; ``why`` says why. ``meaning`` is the
    digest of its meaning. A status is ``current`` whatever its age; ``as_of`` and ``stale_after``
    (in seconds) tell when it is stale (``witness.standing.is_stale``). ``is_reviewed_version``:
    it is what the trusted ref has of a record that was changed or removed here. The rest is as in
    a ``Reading``; ``told`` is whatever its maker wants to know again.
    """

    path: str
    root: str
    blob: str
    record: JsonObject | None
    why: str | None = None
    meaning: str = ""
    standing: Standing = Standing.UNCLASSIFIED
    word: str | None = None
    as_of: Instant | None = None
    stale_after: int | None = None
    review: Review = Review.UNKNOWN
    trust: Trust = Trust.UNKNOWN
    wrong: tuple[str, ...] = ()
    effective: Mapping[str, JsonValue] = field(default_factory=dict)
    successors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_reviewed_version: bool = False
    told: Mapping[str, JsonValue] = field(default_factory=dict)


def item_reading(item: Item, now: int) -> Reading:
    """Give what a reader is told of an item at ``now``, in seconds since the epoch.

    Its standing is taken to say already whether it binds: a rule that does not is a proposal.
    Raises ValueError for a document that cannot be read.
    """
    record = item.record
    if record is None:
        raise ValueError(item.why)
    taken = at(item.standing, item.word, item.as_of, item.stale_after, now)
    is_binding = item.standing is Standing.IN_FORCE and record.get("type") == "rule"
    return Reading(
        *(record, item.root, item.path, item.blob, taken, item.review, item.trust, item.wrong),
        effective=item.effective,
        successors=item.successors,
        notes=item.notes,
        is_reviewed_version=item.is_reviewed_version,
        binds=is_binding and item.trust is not Trust.DISPUTED,
    )


def item_text(item: Item) -> str:
    """Write all of an item but its path, in ASCII, behind a sum of both: damage is noticed."""
    as_of = item.as_of
    told: list[JsonValue] = [
        *(item.root, item.blob, item.record, item.why, item.meaning),
        *(item.standing.value, item.word, item.review.value, item.trust.value, item.stale_after),
        None if as_of is None else [as_of.seconds, str(as_of.fraction)],
        *map(_list, (item.wrong, item.successors, item.notes)),
        *(dict(item.effective), item.is_reviewed_version, dict(item.told)),
    ]
    text = json.dumps(told, ascii=True)
    return _sum(item.path, text) + text


def _sum(path: str, text: str) -> str:
    return f"{crc32(text.encode('ascii'), crc32(path.encode('utf-8', 'surrogatepass'))):08x}"


def _list(texts: Iterable[str]) -> JsonValue:
    return list(texts)


def item_from(path: str, text: str) -> Item:
    """Read an item; raises Unusable where that makes no sense."""
    try:
        return _item(path, text)
    except NONSENSE as error:
        raise Unusable("an item that makes no sense") from error
    except ArithmeticError as error:
        raise Unusable("a time that makes no sense") from error


def _item(path: str, text: str) -> Item:
    told = text[_SUM:]
    if text[:_SUM] != _sum(path, told):
        raise ValueError
    root, blob, record, why, meaning, *rest = cast("list[JsonValue]", json.loads(told))
    standing, word, review, trust, stale_after, as_of, *lists = rest
    wrong, successors, notes, effective, is_reviewed, more = lists
    return Item(
        *(path, _text(root), _text(blob), None if record is None else _object(record)),
        *(_text_or_none(why), _text(meaning), Standing(_text(standing)), _text_or_none(word)),
        None if as_of is None else _instant(as_of),
        None if stale_after is None else _whole(stale_after),
        *(Review(_text(review)), Trust(_text(trust)), _texts(wrong), _object(effective)),
        *(_texts(successors), _texts(notes), is_reviewed is True, _object(more)),
    )


def _instant(told: JsonValue) -> Instant:
    seconds, fraction = cast("list[JsonValue]", told)
    return Instant(_whole(seconds), Decimal(_text(fraction)))


def _texts(told: JsonValue) -> tuple[str, ...]:
    return tuple(map(_text, cast("Iterable[JsonValue]", told)))


def _text_or_none(told: JsonValue) -> str | None:
    return None if told is None else _text(told)


def _text(told: JsonValue) -> str:
    if not isinstance(told, str):
        raise TypeError
    return told


def _whole(told: JsonValue) -> int:
    if not isinstance(told, int):
        raise TypeError
    return told


def _object(told: JsonValue) -> JsonObject:
    if not isinstance(told, dict):
        raise TypeError
    return told
