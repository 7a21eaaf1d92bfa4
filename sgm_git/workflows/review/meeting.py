"""Tells rules of two branches that would both be in force for one scope and one subject."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import fields
from sgm_git.record.lexis import words
from sgm_git.record.spoken import quoted
from sgm_git.workflows.context.model import Nearness
from sgm_git.workflows.context.nearness import nearness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.review.naming import Name, Names

_ALIKE = 0.6  # of the words of both titles that they share
_ENDINGS = ("ing", "ed", "es", "s")
_STEM = 4  # letters that must be left of a word without its ending
MOST = 200
"""Pairs that are given: who has more has nothing to read in them."""


class Meeting(NamedTuple):
    """Two rules that meet, and in words why."""

    ours: Entry
    theirs: Entry
    text: str


class _Rule(NamedTuple):
    name: Name
    entry: Entry
    words: frozenset[str]
    links: frozenset[Name]
    scope: JsonObject

    @property
    def marks(self) -> Iterator[object]:
        """What a rule about the same subject has one of, too."""
        yield from self.words
        yield from (self.name, *self.links)


def meetings(
    ours: Mapping[Name, Entry], theirs: Mapping[Name, Entry], names: Names
) -> list[Meeting]:
    """Give the first ``MOST`` pairs of different records that meet, in the order of both.

    Their scopes are the same, or one includes the other; their titles are alike, or they link the
    same record or each other.
    """
    if not ours or not theirs:
        return []
    own = [_rule(*each, names) for each in ours.items()]
    return list(islice(_each(own, (_rule(*each, names) for each in theirs.items())), MOST))


def _each(own: Sequence[_Rule], others: Iterable[_Rule]) -> Iterator[Meeting]:
    marked = _by_mark(own)
    for other in others:
        near = {place for mark in other.marks for place in marked.get(mark, ())}
        for place in sorted(near):
            yield from _meeting(own[place], other)


def _by_mark(rules: Iterable[_Rule]) -> dict[object, list[int]]:
    """The places of those that have each mark."""
    found: dict[object, list[int]] = defaultdict(list)
    for place, rule in enumerate(rules):
        for mark in {*rule.marks}:
            found[mark].append(place)
    return found


def _meeting(one: _Rule, other: _Rule) -> Iterator[Meeting]:
    why = "" if one.name == other.name else _why(one, other)
    if why:
        scope = max(one.scope, other.scope, key=len)
        yield Meeting(one.entry, other.entry, f"both would bind {_all_in(scope)}: {why}")


def _rule(name: Name, entry: Entry, names: Names) -> _Rule:
    record = entry.record or {}
    title = frozenset(map(_stem, words(fields.text_field(record, "title") or "")))
    links = frozenset(meant for each in fields.links(record) for meant in names.of(name[0], each))
    return _Rule(name, entry, title, links, fields.scope(record))


def _stem(word: str) -> str:
    """A word without the ending that another form of it has, as far as English goes."""
    ending = next((each for each in _ENDINGS if word.endswith(each)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _STEM else word


def _why(one: _Rule, other: _Rule) -> str:
    """Why they are about one subject for somebody; empty where they are not."""
    if nearness(one.scope, other.scope) is Nearness.ELSEWHERE:
        return ""
    if one.name in other.links or other.name in one.links:
        return "one links the other"
    if len(one.words & other.words) >= _ALIKE * max(1, len(one.words | other.words)):
        return "their titles are alike"
    shared = sorted(one.links & other.links)
    return f"both link {quoted(shared[0][1])}" if shared else ""


def _all_in(scope: JsonObject) -> str:
    said = ", ".join(f"{name}={value}" for name, value in scope.items())
    return f"all in {quoted(said)}" if scope else "everybody"
