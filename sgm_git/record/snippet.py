"""Where in a record's text the words stand that were searched for (DESIGN section 10)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.lexis import inner_words, placed_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.record.asked import Asked, Phrase
    from sgm_git.record.searched import Searched

_LENGTH = 160
_BEFORE = 40  # characters that are shown before the first word that was found, at most
_BORDER = 30  # characters within which a blank is sought, so that no word is cut
_LOOKED_AT = 100_000  # characters of a text
_PHRASES = 40  # that are looked for, and places that are taken
_MOST = 1_000
_BLANKS = re.compile(r"\s+")


class Snippet(NamedTuple):
    """A piece of a text in one line, and what of it was found: each from and up to a character."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


class _Match(NamedTuple):
    """A place of a phrase, by the phrase's number."""

    start: int
    end: int
    phrase: int


def snippet(texts: Searched, asked: Asked) -> Snippet:
    """Give the best place: in the body if something is found there, else in a note of many words.

    Else it is in the title, which says more than an id. Where nothing is found, it is the
    beginning. At most some 160 characters, as they stand in the record, but that blanks and ends
    of lines are one space.
    """
    sentences = [note for note in texts.notes if _BLANKS.search(note)]
    for text in (texts.body, *sentences, texts.title, *texts.notes):
        matches = _matches(text[:_LOOKED_AT], asked.phrases[:_PHRASES])
        if matches:
            return _cut(text[:_LOOKED_AT], matches)
    return _cut(texts.body.strip()[:_LOOKED_AT] or texts.title, [])


def _matches(text: str, phrases: Sequence[Phrase]) -> list[_Match]:
    found: list[_Match] = []
    for sequence in (placed_words(text), *inner_words(text)):
        said = [word.text for word in sequence]
        found += (
            _Match(sequence[start].start, sequence[start + len(phrase.words) - 1].end, number)
            for number, phrase in enumerate(phrases)
            for start in phrase.starts(said)
        )
    return sorted(found)[:_MOST]


def _cut(text: str, matches: Sequence[_Match]) -> Snippet:
    start, end = _window(text, matches)
    marks = _merged(match for match in matches if start <= match.start and match.end <= end)
    return _in_one_line(text[start:end], [(a - start, b - start) for a, b in marks])


def _window(text: str, matches: Sequence[_Match]) -> tuple[int, int]:
    """From and up to where to show a text: on the borders of words, where there are some near."""
    if not matches:
        return 0, _end(text, 0, 0)
    first, last = _best(matches)
    lead = min(_BEFORE, max(0, (_LENGTH - (last - first)) // 2))
    start = max(0, first - lead)
    if start:
        blank = _BLANKS.search(text, start, min(first, start + _BORDER))
        start = blank.end() if blank else start
    return start, _end(text, start, min(last, start + _LENGTH))


def _end(text: str, start: int, least: int) -> int:
    end = start + _LENGTH
    if end >= len(text):
        return len(text)
    blanks = [match.start() for match in _BLANKS.finditer(text, max(least, end - _BORDER), end + 1)]
    return blanks[-1] if blanks else end


def _best(matches: Sequence[_Match]) -> tuple[int, int]:
    """From and up to where most of the phrases stand near to each other, the first such place."""

    def near(place: int) -> list[_Match]:
        limit = max(matches[place].end, matches[place].start + _LENGTH - _BEFORE)
        return [each for each in matches[place : place + _BEFORE] if each.end <= limit]

    def worth(place: int) -> tuple[int, int]:
        found = near(place)
        return len({each.phrase for each in found}), len(found)

    found = near(max(range(len(matches)), key=worth))
    return found[0].start, max(each.end for each in found)


def _merged(matches: Iterable[_Match]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end, _ in matches:
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _in_one_line(text: str, marks: Iterable[tuple[int, int]]) -> Snippet:
    """Make one space of each run of blanks, and let the marks go with their words."""
    line, places = "", []
    for char in text:
        places.append(len(line))
        if not char.isspace():
            line += char
        elif line and line[-1] != " ":
            line += " "
    places.append(len(line))
    return Snippet(line.rstrip(), tuple((places[start], places[end]) for start, end in marks))
