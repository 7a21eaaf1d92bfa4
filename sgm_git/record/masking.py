"""Hides secrets and account numbers in what is shown: nothing that is found is ever quoted."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sgm_git.record.account_numbers import account_numbers_in
from sgm_git.record.secret import Secret, secrets_in

if TYPE_CHECKING:
    from collections.abc import Iterable

STARS = "****"
_LETTER = re.compile(r"[^\n\r]")


def mask(secret: Secret) -> str:
    """What is shown in its place: four stars, and what may be shown of it behind them."""
    return STARS + secret.value[len(secret.value) - secret.shown :]


def masked(text: str) -> str:
    """Give a text with a mask for each secret and account number, as short as a message is."""
    return _replaced(text, [*secrets_in(text), *account_numbers_in(text)])


def masked_tokens(text: str) -> str:
    """The same, but for account numbers: what only looks like one is not taken from a title."""
    return _replaced(text, secrets_in(text))


@lru_cache(maxsize=2)
def veiled(text: str) -> str:
    """Give a text of the same length and the same lines, in which only stars stand for them."""
    parts: list[str] = []
    at = 0
    for secret in _apart([*secrets_in(text), *account_numbers_in(text)]):
        hidden = _LETTER.sub("*", text[secret.start : secret.end])
        kept = len(hidden) - secret.shown
        parts += [text[at : secret.start], hidden[:kept], text[secret.start + kept : secret.end]]
        at = secret.end
    return "".join(parts) + text[at:]


def _replaced(text: str, secrets: list[Secret]) -> str:
    if not secrets:
        return text
    parts: list[str] = []
    at = 0
    for secret in _apart(secrets):
        parts += [text[at : secret.start], mask(secret)]
        at = secret.end
    return "".join(parts) + text[at:]


def _apart(secrets: Iterable[Secret]) -> list[Secret]:
    """In their order, without those that overlap an earlier one."""
    kept: list[Secret] = []
    for secret in sorted(secrets, key=lambda secret: secret.start):
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
    return kept
