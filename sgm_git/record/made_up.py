"""Tells a token that somebody made up for an example from one that a machine drew."""

from __future__ import annotations

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
        or (text == lower and not any(map(str.isdigit, text)))
        or 2 * _in_order(text) > len(text)
        or _is_repeated(text)
    )


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
