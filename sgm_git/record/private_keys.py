"""Finds private keys in a text: PEM, OpenSSH's form and that of PGP, between fences of dashes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.made_up import is_made_up

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = "-----BEGIN "
_DASHES = "-----"
_FIRST = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,16} ){0,2}PRIVATE KEY(?: BLOCK)?-----")
_LAST = re.compile(r"-----END [A-Z0-9 ]{1,50}-----")
_HEADERS = re.compile(r"^[^\n:]{1,80}:[^\n]*", re.MULTILINE)  # as of a key that is encrypted
_LETTERS = re.compile(r"[A-Za-z0-9+/=]+")
_MOST = 32_768  # letters between the fences; the largest keys in use have a third of that
_LINE = 32  # letters that one of its lines has at least: words have fewer
_KEY = 40  # letters of base64 below which nothing is a key
_CUT_KEY = 200  # the same where dots say that the rest was left out: all keys begin alike


class PrivateKey(NamedTuple):
    """From its first fence to its last, or to where it is cut; ``value`` is what is between."""

    start: int
    end: int
    value: str


def private_keys_in(text: str) -> Iterator[PrivateKey]:
    """Every private key in a text, in its order, whole or cut, quoted or with escaped line ends.

    One that is left out, by dots or by a sentence, is none.
    """
    at = text.find(_FENCE)
    while at >= 0:
        first = _FIRST.match(text, at)
        key = None if first is None else _key(text, at, first.end())
        if key is not None:
            yield key
        at = text.find(_FENCE, at + 1)


def _key(text: str, start: int, begin: int) -> PrivateKey | None:
    limit = min(begin + _MOST, len(text))
    close = text.find(_DASHES, begin, limit)
    inside = text[begin : limit if close < 0 else close]
    lines = list(_LETTERS.finditer(_plain(inside)))
    if not _is_key(inside, [line[0] for line in lines]):
        return None
    last = _LAST.match(text, close) if close >= 0 else None
    end = begin + lines[-1].end() if last is None else last.end()
    return PrivateKey(start, end, "".join(line[0] for line in lines))


def _plain(inside: str) -> str:
    """What stands between the fences, with blanks for what is no key; of the same length."""
    lines = inside.replace("\\n", "\n\n").replace("\\r", "\n\n")
    return _HEADERS.sub(lambda header: " " * len(header[0]), lines)


def _is_key(inside: str, lines: list[str]) -> bool:
    value = "".join(lines)
    is_cut = "..." in inside or "\u2026" in inside
    if len(value) < (_CUT_KEY if is_cut else _KEY):
        return False
    return max(map(len, lines)) >= _LINE and not is_made_up(value)
