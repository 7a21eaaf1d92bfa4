"""Tells a token that somebody made up for an example from one that a machine drew."""

from __future__ import annotations

import re
from itertools import pairwise

_WORDS = (
    "example",
    "sample",
    "dummy",
    "fake",
    "placeholder",
    "redacted",
    "changeme",
    "your",
    "xxxx",
)
_PRINTED = (
    "16C7e42F292c6912E7710c838347Ae178B4a",  # in GitHub's documentation, behind each prefix
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2U",  # what Azure's emulator ships
)
_LONGEST = 128  # the beginning of a longer one says enough
_VARIED = 32
_FEW = 4  # a random text of n letters, up to 32, has more than n / 4 different ones
_STEPS = 4  # so many letters in the order of the alphabet are no accident
_REPEATS = 3
_SEVERAL = 3


def is_made_up(secret: str) -> bool:
    """Whether a token is typed by a person: words, the alphabet, or the same again and again.

    Of random ones fewer than one in a thousand look so.
    """
    text = secret[:_LONGEST]
    lower = text.lower()
    return (
        any(word in lower for word in _WORDS)
        or text.startswith(_PRINTED)
        or len(set(text)) * _FEW <= min(len(text), _VARIED)
        or _is_in_words(text)
        or 2 * _in_order(text) > len(text)
        or _is_repeated(text)
    )


def _is_in_words(text: str) -> bool:
    """Whether it is a word in small letters, or several: ``PUT-the_key-here``.

    The first of them may be the kind of the token, as in ``api03-``.
    """
    words = re.split("[_-]", text)
    if len(words) < _SEVERAL:
        return text.isalpha() and text.islower()
    return all(word.isalpha() and word in _spellings(word) for word in words[1:])


def _spellings(word: str) -> tuple[str, str, str]:
    return word.lower(), word.upper(), word.capitalize()


def _in_order(text: str) -> int:
    """How many letters stand in runs like ``abcd`` and ``4567``."""
    total, run = 0, 1
    for before, after in pairwise(f"{text}\0"):
        if ord(after) == ord(before) + 1:
            run += 1
        else:
            total += run if run >= _STEPS else 0
            run = 1
    return total


def _is_repeated(text: str) -> bool:
    """Whether it is one piece at least three times."""
    return any(text[size:] == text[:-size] for size in range(1, len(text) // _REPEATS + 1))
