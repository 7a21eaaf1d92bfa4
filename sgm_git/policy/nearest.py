"""What somebody probably meant who wrote a word that is not known."""

from __future__ import annotations

import difflib
from posixpath import commonprefix
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 40  # comparing is quadratic, and nobody mistypes more than this
_SIMILAR = 0.75
_SHORT = 5  # letters of a word in which two wrong ones leave too little to tell it by


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that differs from ``word`` by case, blanks, a plural or a slip, if any.

    Of several the likeliest, and of equally likely ones the first by the alphabet.
    """
    if len(word) > _LONGEST:
        return None
    by_fold = {_folded(candidate): candidate for candidate in sorted(known, reverse=True)}
    folded = _folded(word)
    if folded in by_fold:
        return by_fold[folded]
    likeness = {c: _likeness(c, folded) for c in by_fold}
    likeliest = min(likeness, key=lambda c: (-likeness[c], c), default="")
    return by_fold[likeliest] if likeness.get(likeliest, 0) >= _SIMILAR else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message: ``; did you mean "x"?`` where a known word is near, else nothing."""
    meant = nearest(word, known)
    return "" if meant is None else f'; did you mean "{meant}"?'


def _likeness(known: str, word: str) -> float:
    if len(known) <= _SHORT and not _is_one_slip(known, word):
        return 0
    return difflib.SequenceMatcher(None, known, word).ratio()


def _is_one_slip(known: str, word: str) -> bool:
    """Whether one letter is too many, missing or wrong, or two neighbours have changed places."""
    start = len(commonprefix((known, word)))
    end = len(commonprefix((known[start:][::-1], word[start:][::-1])))
    left, right = known[start : len(known) - end], word[start : len(word) - end]
    return max(len(left), len(right)) <= 1 or (len(left) == 2 and left == right[::-1])  # noqa: PLR2004 - two neighbours


def _folded(word: str) -> str:
    plain = word.strip().casefold().replace("-", "_").replace(" ", "_")
    return plain[:-1] if plain.endswith("s") and not plain.endswith(("ss", "us")) else plain
