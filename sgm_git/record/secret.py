"""Finds secrets in a text: tokens by their form, and private keys between their fences.

Needed by the rule that tells them (X601) and by whatever quotes a value in a message. Takes time
in proportion to the text, whatever stands in it.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.record.made_up import is_made_up
from sgm_git.record.private_keys import private_keys_in
from sgm_git.record.tokens import FORMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.tokens import Form

_RUN = re.compile(r"[\w+/-]{20}", re.ASCII)
"""What every secret has in it, but for those with the next mark, and few other texts."""

_BROKEN = "Q~"
_LEAD = 40  # more than any lead is long
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BEHIND_ESCAPE = (
    r"|(?<=\\[bfnrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})"
)
_AT_WORD = rf"(?:(?<![\w-]){_BEHIND_ESCAPE})"
_AT_PART = rf"(?:(?<![^\W_]){_BEHIND_ESCAPE})"
"""A part of a word is what stands between its dashes: a file's name has one, and a key in it."""
_DISTINCT = 4  # letters of a mark that hardly ever begins a part of a word by chance
_SUMMED, _SUM = 30, 6  # letters, and check digits behind them


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret in a text: from ``start`` to ``end``, in code points, end exclusive.

    ``name`` says what it is, with its article; ``value`` is what opens something, without line
    ends and what else stands in it; ``shown`` is how many of its last letters may be shown.
    """

    start: int
    end: int
    name: str
    value: str
    shown: int = 4

    @property
    def digest(self) -> str:
        """The hash by which it is allowed, with the name of the hash in front."""
        encoded = self.value.encode("utf-8", "surrogatepass")
        return f"sha256:{hashlib.sha256(encoded).hexdigest()}"


def secrets_in(text: str) -> list[Secret]:
    """Every secret in a text, in its order; none of them overlaps another."""
    if _RUN.search(text) is None and _BROKEN not in text:
        return []
    found = sorted(_found(text), key=lambda secret: (secret.start, -secret.end))
    kept: list[Secret] = []
    for secret in found:
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
    return kept


def _found(text: str) -> Iterator[Secret]:
    for form in FORMS:
        for mark in form.marks:
            if mark in text:
                yield from _tokens(text, form, mark)
    for key in private_keys_in(text):
        yield Secret(key.start, key.end, "a private key", key.value, shown=0)


def _tokens(text: str, form: Form, mark: str) -> Iterator[Secret]:
    rest, at = _compiled(form.rest), text.find(mark)
    while at >= 0:
        begin = _begin(text, at, mark, form.lead)
        match = None if begin is None else rest.match(text, at + len(mark))
        if begin is not None and match is not None:
            secret = match[match.re.groups]
            if not is_made_up(secret):
                yield _token(form, begin, match)
        at = text.find(mark, at + 1)


def _token(form: Form, begin: int, match: re.Match[str]) -> Secret:
    start = match.start(1) if match.re.groups else begin
    end = match.end(match.re.groups)
    is_wrong = form.is_summed and len(match[0]) == _SUMMED + _SUM and not _is_sum_right(match[0])
    name = f"{form.name} with wrong check digits" if is_wrong else form.name
    return Secret(start, end, name, match.string[start:end])


def _begin(text: str, at: int, mark: str, lead: str) -> int | None:
    """Where a token begins whose mark stands at a place; None where it is part of a word."""
    start = _AT_WORD if len(mark) < _DISTINCT else _AT_PART
    if not lead:
        return None if _compiled(start).match(text, at) is None else at
    match = _compiled(rf"{start}(?:{lead})\Z").search(text[max(at - _LEAD, 0) : at])
    return None if match is None else at - len(match[0])


def _is_sum_right(letters: str) -> bool:
    """Whether the last six letters are, in base 62, the CRC-32 of those before them."""
    number = binascii.crc32(letters[:_SUMMED].encode())
    told = 0
    for letter in letters[_SUMMED:]:
        told = told * len(_BASE62) + _BASE62.index(letter)
    return number == told


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when it is first needed: most texts need none."""
    return re.compile(pattern, re.ASCII)
