"""Ids that look the same to a person although they are not."""

from __future__ import annotations

import re
import unicodedata

from sgm_git.policy.names import folded

# Letters of other scripts that are drawn as a Latin one, by the Latin letter.
_DRAWN_AS = {
    "a": "\u0430\u03b1",
    "b": "\u0432\u03b2\u042c\u044c",
    "c": "\u0441\u03f2",
    "d": "\u0501",
    "e": "\u0435\u03b5\u0454",
    "g": "\u0261",
    "h": "\u04bb\u043d\u03b7",
    "i": "\u0456\u03b9\u0131\u04cf",
    "j": "\u0458\u03f3",
    "k": "\u043a\u03ba",
    "m": "\u043c",
    "n": "\u0578\u043f",
    "o": "\u043e\u03bf\u0585\u05e1",
    "p": "\u0440\u03c1",
    "q": "\u051b",
    "r": "\u0433",
    "s": "\u0455",
    "t": "\u0442\u03c4",
    "u": "\u057d\u03c5",
    "v": "\u03bd\u0475",
    "w": "\u051d\u03c9",
    "x": "\u0445\u03c7",
    "y": "\u0443\u03b3\u04af",
    "z": "\u0437",
}
_LATIN = {ord(letter): latin for latin, letters in _DRAWN_AS.items() for letter in letters}
_DIGITS = {ord("0"): "o", ord("1"): "l", ord("I"): "l", ord("|"): "l"}
_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d_]")
_UNSEEN = frozenset(("Cf", "Cc"))


def skeleton(text: str) -> str:
    """A form that is equal for texts that look alike.

    Case, Unicode form and hidden characters go; letters drawn alike in Latin, Cyrillic, Greek and
    Armenian become one, as do ``0 O``, ``1 l I`` and all dashes.
    """
    plain = folded(text.translate(_DIGITS))
    seen = "".join(letter for letter in plain if unicodedata.category(letter) not in _UNSEEN)
    return _DASHES.sub("-", seen.translate(_LATIN))
