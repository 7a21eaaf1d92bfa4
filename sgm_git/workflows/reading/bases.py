"""Items as their documents and git make them, each by itself, before others have their say.

What others say of a record - that it stands twice, that one supersedes it, that the trusted side
has it otherwise - is worked out from what is kept here (``relations``), without judging anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from sgm_git.commits import UNCOMMITTED
from sgm_git.record.times import Instant
from sgm_git.store.index.shelf_item import Item
from sgm_git.witness import standing
from sgm_git.witness.time_notes import note_of_time
from sgm_git.witness.trust import Trust
from sgm_git.workflows.reading.telling import told_times
from sgm_git.workflows.reading.verdicts import Verdict, verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sgm_git.checks.stock import Loader, Stock
    from sgm_git.store.records import Records
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.reading.gather import Document
    from sgm_git.workflows.reading.reviewed_past import ReviewedPast
    from sgm_git.workflows.witnessing import Witnessed

_TRUST, _WRONG = "trust", "wrong"
_VOLATILE, _KEYRING, _SIDE = "volatile", "keyring", "side"
_NOTE = "note"


@dataclass(frozen=True, slots=True)
class Own:
    """What git and its document alone say of an item: trust, and in words what disputes it."""

    trust: Trust
    wrong: tuple[str, ...]

    @classmethod
    def of(cls, item: Item) -> Own:
        """What is kept in an item that ``bases`` has made."""
        wrong = cast("list[str]", item.told.get(_WRONG, []))
        return cls(Trust(cast("str", item.told.get(_TRUST, Trust.UNKNOWN))), tuple(wrong))


def own_note(item: Item) -> str | None:
    """What is to be told of an item that ``bases`` has made, whatever others say of it."""
    return cast("str | None", item.told.get(_NOTE))


def is_volatile(item: Item) -> bool:
    """Whether its verdict may be another one at another time, though nothing changes."""
    return item.told.get(_VOLATILE) is True


def rests_on_side(item: Item) -> bool:
    """Whether its verdict holds only as long as the trusted side stands where it does."""
    return item.told.get(_SIDE) is True


def rests_on_keyring(item: Item) -> bool:
    """Whether its verdict holds only as long as the user's GPG keys are the same."""
    return item.told.get(_KEYRING) is True


@dataclass(frozen=True, slots=True)
class Bench:
    """Where documents are judged: with whose testimony, beside which others.

    ``load`` reads documents again. ``past`` is what the trusted side's history says of documents
    that it has, too: those that do not lie where the two are ``apart``.
    """

    records: Records
    seen: Witnessed
    stock: Stock
    load: Loader
    limits: Mapping[str, int] = field(default_factory=dict)
    past: ReviewedPast | None = None
    apart: frozenset[str] = frozenset()


def bases(bench: Bench, documents: Iterable[Document]) -> Iterator[Item]:
    """Give the items of documents, by themselves; all are judged before the first is made.

    Raises CannotRun where git cannot tell.
    """
    wanted = list(documents)
    judged = verdicts(bench.records, bench.seen, bench.stock, bench.load, wanted)
    if bench.past is not None:
        same = [each for each in wanted if each.text is not None and each.path not in bench.apart]
        judged |= bench.past.rejudged(bench.stock, bench.load, judged, same)
    testimonies = bench.seen.testimonies
    silent = {
        each.path: testimonies[each.path]
        for each in wanted
        if each.path in testimonies and _is_silent(each)
    }
    told = told_times(bench.records.repository, silent)

    def made(document: Document) -> Item:
        if document.text is None:
            why = document.why
            return Item(document.path, document.root, document.blob, None, why)
        moments = _moment(told.get(document.path)), _last(testimonies.get(document.path))
        return base_item(document, judged[document.path], moments, bench.limits)

    return map(made, wanted)


def base_item(
    document: Document,
    verdict: Verdict,
    moments: tuple[Instant | None, Instant | None],
    limits: Mapping[str, int],
) -> Item:
    """Give the item of a readable document that was judged.

    ``moments`` are when what it says was told, and when its last version was made; ``limits`` map
    types to the seconds after which they are stale.
    """
    record = document.record
    taken, word = standing.base_standing(record)
    note = note_of_time(record, *moments)
    return Item(
        document.path,
        document.root,
        document.blob,
        record,
        meaning=document.meaning,
        standing=taken,
        word=word,
        as_of=standing.as_of(record, *moments),
        stale_after=standing.stale_after(record, limits),
        trust=verdict.trust,
        wrong=verdict.wrong,
        effective=verdict.effective,
        told={
            _TRUST: verdict.trust.value,
            _WRONG: [*verdict.wrong],
            **({} if verdict.is_lasting else {_VOLATILE: True}),
            **({_KEYRING: True} if verdict.rests_on_keyring else {}),
            **({_SIDE: True} if verdict.rests_on_side else {}),
            **({} if note is None else {_NOTE: note}),
        },
    )


def _is_silent(document: Document) -> bool:
    """Whether it is a status that does not say itself when it is true."""
    record = {} if document.text is None else document.record
    return record.get("type") == "status" and standing.as_of(record, None) is None


def _last(testimony: Testimony | None) -> Instant | None:
    """When the last version was made; None where nobody knows, and of what is not committed."""
    last = None if testimony is None else testimony.last
    if testimony is None or last is None or last.commit == UNCOMMITTED:
        return None
    return _moment(testimony.commit(last).author_time)


def _moment(seconds: int | None) -> Instant | None:
    return None if seconds is None else Instant(seconds)
