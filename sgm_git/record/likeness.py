"""How alike two records are by their words, so that nobody writes down again what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record import fields
from sgm_git.record.lexis import words

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

_OF_TITLE, _OF_TEXT = 0.6, 0.4
_SHORT = 3  # letters of a word that says little by itself; one of another script says much
_MOST_WORDS = 400  # of a text that are compared: its beginning says what it is about


class Likeness(NamedTuple):
    """From 0 to 1, and the words that both have, the longest first."""

    score: float
    shared: tuple[str, ...]


class Words(NamedTuple):
    """The words that a record is compared by."""

    title: frozenset[str]
    text: frozenset[str]

    @classmethod
    def of(cls, record: JsonObject) -> Words:
        """Those of its title, or the first line of its text without one, and of its text."""
        content = fields.text_field(record, "content") or ""
        title = fields.text_field(record, "title") or content.strip().partition("\n")[0]
        return cls(_telling(title), _telling(content))


def likeness(one: Words, other: Words) -> Likeness:
    """Compare titles by what part of all their words is shared, texts by that of the shorter."""
    titles, texts = one.title & other.title, one.text & other.text
    score = _OF_TITLE * _part(len(titles), len(one.title | other.title))
    score += _OF_TEXT * _part(len(texts), min(len(one.text), len(other.text)))
    shared = sorted(titles | texts, key=lambda word: (word not in titles, -len(word), word))
    return Likeness(round(score, 2), tuple(shared))


def _telling(text: str) -> frozenset[str]:
    found = words(text)[:_MOST_WORDS]
    return frozenset(word for word in found if len(word) >= _SHORT or not word.isascii())


def _part(number: int, whole: int) -> float:
    return number / whole if whole else 0.0
