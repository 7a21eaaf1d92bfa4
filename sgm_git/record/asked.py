"""What a person asks for with some words (DESIGN section 10): any text means something, and safely.

All words must occur. ``"several words"`` stand together; ``word*`` begins so; ``-word`` does not
occur, nor does the one after ``NOT`` between words; of ``one OR other`` one is enough. ``AND``
between words says what is said anyway. All else is text: its signs divide words, as they do in
what is searched (``record.lexis``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.lexis import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_QUOTES = str.maketrans(dict.fromkeys("“”„‟", '"'))
_TERM = re.compile(r'(?P<not>-?)"(?P<quoted>[^"]*)"(?P<begins>\*?)|(?P<plain>[^\s"]+)')
_OR, _AND, _NOT = "OR", "AND", "NOT"


class Phrase(NamedTuple):
    """Words that stand together; the last may be the beginning of one."""

    words: tuple[str, ...]
    is_prefix: bool = False

    def starts(self, text: Sequence[str]) -> Iterator[int]:
        """Where in a sequence of words it stands."""
        *whole, last = self.words
        size = len(self.words)
        for start in range(len(text) - size + 1):
            end = text[start + size - 1]
            is_last = end.startswith(last) if self.is_prefix else end == last
            if is_last and list(text[start : start + size - 1]) == whole:
                yield start


@dataclass(frozen=True, slots=True)
class Asked:
    """Of every group in ``wanted`` one phrase must occur, of ``unwanted`` none."""

    wanted: tuple[tuple[Phrase, ...], ...] = ()
    unwanted: tuple[Phrase, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing: there was no word."""
        return not (self.wanted or self.unwanted)

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """All that is looked for, each once."""
        return tuple(dict.fromkeys(phrase for group in self.wanted for phrase in group))

    def matches(self, texts: Sequence[str]) -> bool:
        """Whether a record is found by its texts, each words with a space between them.

        That is what ``record.searched.indexed`` gives. What finds it quickly must agree.
        """
        told = [text.split(" ") for text in texts]

        def occurs(phrase: Phrase) -> bool:
            return any(any(True for _ in phrase.starts(text)) for text in told)

        return all(any(map(occurs, group)) for group in self.wanted) and not any(
            map(occurs, self.unwanted)
        )


class _Term(NamedTuple):
    """A phrase with its sign, or where ``operator`` is one of them, maybe no phrase at all."""

    phrase: Phrase
    is_unwanted: bool = False
    operator: str = ""


def asked(query: str) -> Asked:
    """Give what a query asks for; never raises. It may be nothing (``is_empty``)."""
    wanted: list[dict[Phrase, None]] = []
    unwanted: dict[Phrase, None] = {}
    terms = [term for term in _terms(query.translate(_QUOTES)) if term.phrase.words]
    for term, is_either in _joined(terms):
        if term.is_unwanted:
            unwanted[term.phrase] = None
        elif is_either and wanted:
            wanted[-1][term.phrase] = None
        else:
            wanted.append({term.phrase: None})
    groups = dict.fromkeys(tuple(group) for group in wanted)
    return Asked(tuple(groups), tuple(unwanted))


def _joined(terms: Sequence[_Term]) -> Iterator[tuple[_Term, bool]]:
    """Each phrase, and whether it or the one before it is enough."""
    is_either = is_refused = False
    for term in _placed(terms):
        if term.operator:
            is_either |= term.operator == _OR
            is_refused |= term.operator == _NOT
        else:
            told = term._replace(is_unwanted=term.is_unwanted or is_refused)
            yield told, is_either
            is_either, is_refused = is_either and told.is_unwanted, False


def _placed(terms: Sequence[_Term]) -> Iterator[_Term]:
    """The terms with operators only between two phrases; elsewhere they are words."""
    places = [place for place, term in enumerate(terms) if not term.operator]
    between = range(places[0], places[-1]) if places else ()
    for place, term in enumerate(terms):
        yield term if place in between else term._replace(operator="")


def _terms(query: str) -> Iterator[_Term]:
    for match in _TERM.finditer(query):
        plain = match["plain"]
        if plain is None:
            phrase = _phrase(match["quoted"], is_prefix=bool(match["begins"]))
            yield _Term(phrase, is_unwanted=bool(match["not"]))
        elif plain in {_OR, _AND, _NOT}:
            yield _Term(_phrase(plain), operator=plain)
        else:
            yield _plain(plain)


def _plain(text: str) -> _Term:
    """One word of a query; what is in brackets means what it means without them."""
    bare = text.lstrip("([{").rstrip(")]}")
    is_unwanted = bare.startswith("-") and not bare.startswith("--")
    return _Term(_phrase(bare, is_prefix=bare.endswith("*")), is_unwanted)


def _phrase(text: str, *, is_prefix: bool = False) -> Phrase:
    return Phrase(tuple(words(text)), is_prefix)
