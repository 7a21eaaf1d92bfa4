"""Gathers what a context can be made of: no more of each kind of record than may find room."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.errors import SgmError
from sgm_git.record import fields
from sgm_git.record.lexis import words
from sgm_git.record.value import dumps
from sgm_git.store.query import Filters, passing
from sgm_git.store.window import Window
from sgm_git.workflows.context import parts
from sgm_git.workflows.context.model import BYTES_OF_TOKEN, Gathered, Nearness
from sgm_git.workflows.context.nearness import nearness
from sgm_git.workflows.context.questions import IN_FORCE, questions
from sgm_git.workflows.context.sections import RULES, section_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.context.model import Since, Wanted
    from sgm_git.workflows.context.questions import Question
    from sgm_git.workflows.context.source import FoundReading, Source

_SMALLEST = 160
"""Bytes below which hardly an item is printed."""

_MOST = 100_000
"""Records of each kind that are asked for, however large the budget."""

_LOOKED_AT = 2_000
"""Records of each kind that are looked at for those of wider scopes."""

_MANY_WORDS = 12
_NEWEST = "created_at"


class _Basket:
    """What has been gathered: readings by path, how well they fit, and how many there are more."""

    def __init__(self) -> None:
        self.readings: dict[str, Reading] = {}
        self.found: dict[str, float] = {}
        self.beyond: Counter[str] = Counter()
        self.notes: list[str] = []

    def add(self, readings: Iterable[Reading]) -> None:
        """Take these too."""
        self.readings.update((each.path, each) for each in readings)


def room_for(budget: int) -> int:
    """How many records may find room within a budget."""
    return min(max(budget * BYTES_OF_TOKEN // _SMALLEST, 1), _MOST)


def gather(
    source: Source, wanted: Wanted, before: Source | None = None, *, few: int | None = None
) -> Gathered:
    """Give what a context can be made of; of no kind but binding rules more than ``few``.

    With ``before``, the records as they were, only what has changed since then.
    """
    basket = _Basket()
    since: Since | None = None
    here = replace(wanted, filters=replace(wanted.filters, is_here=True))
    reviewed = [
        each for each in source.reviewed_versions() if passing(each, wanted.filters, source.now)
    ]
    if before is None:
        _seek(basket, source, here, room_for(wanted.budget))
        _ask(basket, source, here, few)
    else:
        then, now = (each.each(Filters(is_here=True)) for each in (before, source))
        since = parts.changes.changes(then, now, wanted.since or "")
        basket.add(
            each for each in source.each(here.filters) if parts.changes.is_changed(each, since)
        )
        reviewed = [each for each in reviewed if parts.changes.is_changed(each, since)]
    return Gathered(
        tuple(basket.readings.values()),
        source.now,
        tuple(reviewed),
        basket.found,
        basket.beyond,
        tuple(path for path, _ in source.broken),
        (*source.notes, *basket.notes, *_hidden_rules(source, wanted.filters)),
        since,
    )


def _ask(basket: _Basket, source: Source, wanted: Wanted, few: int | None) -> None:
    """Ask for the newest of each kind of record; of a scope, for its own ones first."""
    room = room_for(wanted.budget)
    some = room if few is None else min(few, room)
    asked = list(questions(wanted.filters, with_history=wanted.with_history))
    limits = [room if each.section == RULES else some for each in asked]
    _ask_within(basket, source, wanted.scope, list(zip(asked, limits, strict=True)))
    kinds = [(each.filters, limit) for each, limit in zip(asked, limits, strict=True)]
    for question, (_, limit), page in zip(asked, kinds, source.newest(kinds), strict=True):
        basket.add(page.items)
        if page.total > len(page.items):
            _ask_more(basket, source, wanted.scope, (question, limit))
            seen = _passing(basket, question.filters, source.now)
            basket.beyond[_section(question, page.items)] += max(page.total - seen, 0)


def _ask_within(
    basket: _Basket, source: Source, scope: JsonObject, asked: Iterable[tuple[Question, int]]
) -> None:
    """Ask for the newest of each kind that are of the scope, and for enough that say no more."""
    if not scope:
        return
    own = tuple((name, _typed(value)) for name, value in scope.items())
    within = [
        (replace(each.filters, scope=(*each.filters.scope, *own)), limit) for each, limit in asked
    ]
    for (filters, limit), page in zip(within, source.newest(within), strict=True):
        basket.add(page.items)
        if page.total > len(page.items):
            basket.add(_more(source, filters, (scope, Nearness.OWN), limit))


def _typed(value: JsonValue) -> str:
    return value if isinstance(value, str) else dumps(value)


def _ask_more(
    basket: _Basket, source: Source, scope: JsonObject, asked: tuple[Question, int]
) -> None:
    """Look further for what is of concern to a scope, where there is one."""
    question, limit = asked
    if scope:
        basket.add(_more(source, question.filters, (scope, Nearness.GLOBAL), limit))


def _passing(basket: _Basket, filters: Filters, now: int) -> int:
    return sum(passing(each, filters, now) for each in basket.readings.values())


def _section(question: Question, readings: Sequence[Reading]) -> str:
    """Where what passes a question stands: no rule binds where those that could do not."""
    return (section_of(readings[0]) if readings else None) or question.section


def _more(
    source: Source, filters: Filters, near_to: tuple[JsonObject, Nearness], limit: int
) -> Iterator[Reading]:
    """What is so near to a scope, among the newest of all: ``limit``, if there are so many."""
    scope, farthest = near_to
    window = Window(limit=limit, sort=_NEWEST, reverse=True)
    looked = near = 0
    while near < limit and looked < _LOOKED_AT:
        page = source.page(filters, window)
        yield from page.items
        looked += len(page.items)
        near += sum(_nearness(each, scope) <= farthest for each in page.items)
        if page.next is None:
            return
        window = replace(window, cursor=page.next)


def _nearness(reading: Reading, scope: JsonObject) -> Nearness:
    return nearness(fields.scope(reading.record), scope)


def _seek(basket: _Basket, source: Source, wanted: Wanted, limit: int) -> None:
    """Search for the query, as it is and for any of its words, and for what names the paths."""
    window = Window(limit=limit)
    for base, asked in _asked(wanted.words):
        try:
            _rank(basket, source.search(asked, wanted.filters, window).items, base)
        except SgmError as error:
            basket.notes.append(f"the query was left out: {error.message}")
            break
    names = dict.fromkeys(name for path in wanted.paths for name in _names(path))
    for name in list(names)[:_MANY_WORDS]:
        with suppress(SgmError):  # a path may be all signs, and without a search the newest count
            page = source.search(f'"{name}"', wanted.filters, window)
            basket.add(each.reading for each in page.items)


def _asked(query: str) -> Iterator[tuple[float, str]]:
    """What to search for, each with the least that a hit is worth: all words are worth more."""
    if query:
        yield 1.0, query
        several = words(query)[:_MANY_WORDS]
        if len(several) > 1:
            yield 0.0, " OR ".join(f'"{word}"' for word in several)


def _names(path: str) -> tuple[str, ...]:
    folder, _, name = path.replace('"', " ").rpartition("/")
    return (name, folder) if folder else (name,)


def _rank(basket: _Basket, hits: Sequence[FoundReading], base: float) -> None:
    """Note how well each fits by its place: ``base`` and more, up to one more for the best."""
    basket.add(hit.reading for hit in hits)
    for place, hit in enumerate(hits):
        score = base + (len(hits) - place) / len(hits)
        basket.found.setdefault(hit.reading.path, score)


def _hidden_rules(source: Source, filters: Filters) -> Iterator[str]:
    """Say that filters keep out rules which bind all the same."""
    if filters == Filters():
        return
    window = Window(limit=1)
    every = source.page(IN_FORCE.filters, window).total
    asked = [each for each in questions(filters, with_history=False) if each.section == RULES]
    shown = sum(source.page(question.filters, window).total for question in asked)
    if every > shown:
        number = every - shown
        rules = "1 rule in force passes" if number == 1 else f"{number} rules in force pass"
        yield f"{rules} no filter here, and may bind all the same: sgm context without filters"
