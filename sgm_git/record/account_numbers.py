"""Finds the numbers of cards and accounts in a text, by their form and their check digits.

Digits within something longer are none: hashes, ids, times and addresses are full of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.record.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Iterator

CARD = "a card number"
ACCOUNT = "an account number (IBAN)"

_BEFORE = r"(?<![\w.,:+/=#@%&$~-])(?<![0-9] )"  # not in something longer, nor in a row of numbers
_AFTER = r"(?![\w+/=@~-]|[.,:][\w-]| [0-9])"
_CARD = re.compile(
    rf"{_BEFORE}(?:[0-9]{{13,19}}"
    r"|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}(?:\1[0-9]{1,3})?"
    rf"|[0-9]{{4}}([ -])[0-9]{{6}}\2[0-9]{{4,5}}){_AFTER}",
    re.ASCII,
)
# Who issues cards with these first digits, and how many digits they have.
_ISSUERS: tuple[tuple[int, int, frozenset[int]], ...] = (
    (400000, 499999, frozenset((13, 16, 19))),  # Visa
    (510000, 559999, frozenset((16,))),  # Mastercard
    (222100, 272099, frozenset((16,))),
    (340000, 349999, frozenset((15,))),  # American Express
    (370000, 379999, frozenset((15,))),
    (601100, 601199, frozenset((16, 19))),  # Discover
    (644000, 659999, frozenset((16, 19))),
    (352800, 358999, frozenset((16,))),  # JCB
    (300000, 305999, frozenset((14,))),  # Diners Club
    (360000, 369999, frozenset((14,))),
    (380000, 399999, frozenset((14,))),
    (620000, 629999, frozenset((16, 17, 18, 19))),  # UnionPay
)
_IS_NAMED = re.compile(
    r"\b(?:ids?|uuid|guid|hash|sha[0-9]*|md5|digest|oid|commit|blob|time|timestamp|session|trace"
    r"|request|run|build|order|invoice|ticket|issue)\W{0,4}\Z",
    re.ASCII | re.IGNORECASE,
)
_NAME = 16  # letters before a number among which a word can say what it is

_IBAN = re.compile(
    rf"{_BEFORE}[A-Z]{{2}}[0-9]{{2}}"
    r"(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)"
    rf"{_AFTER}",
    re.ASCII,
)
_LENGTHS = {
    length: frozenset(countries.split())
    for length, countries in {
        15: "NO",
        16: "BE",
        18: "DK FI FK FO GL NL SD",
        19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK",
        21: "CH CR HN HR LI LV",
        22: "BG BH DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG",
        25: "LY PT ST",
        26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA",
        30: "JO KW MU YE",
        31: "MT SC",
        32: "LC",
        33: "RU",
    }.items()
}
_LENGTH_OF = {country: length for length, group in _LENGTHS.items() for country in group}


def account_numbers_in(text: str) -> list[Secret]:
    """Every card and account number in a text, in its order; time grows with the text alone."""
    return sorted([*_cards(text), *_accounts(text)], key=lambda found: found.start)


def _cards(text: str) -> Iterator[Secret]:
    for match in _CARD.finditer(text):
        number = re.sub("[ -]", "", match[0])
        named = _IS_NAMED.search(text, max(match.start() - _NAME, 0), match.start())
        if named is None and _is_issued(number) and _has_luhn_digit(number):
            yield Secret(match.start(), match.end(), CARD, number)


def _is_issued(number: str) -> bool:
    first = int(number[:6])
    return any(low <= first <= high and len(number) in n for low, high, n in _ISSUERS)


def _has_luhn_digit(number: str) -> bool:
    """Whether the last digit is that of ISO/IEC 7812: every second one counts twice."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2])
    return (sum(map(int, number[-1::-2])) + sum(doubled)) % 10 == 0


def _accounts(text: str) -> Iterator[Secret]:
    for match in _IBAN.finditer(text):
        length = _LENGTH_OF.get(match[0][:2])
        end = None if length is None else _end(match[0], length)
        if end is not None:
            number = match[0][:end].replace(" ", "")
            if _has_check_digits(number):
                yield Secret(match.start(), match.start() + end, ACCOUNT, number)


def _end(written: str, length: int) -> int | None:
    """Where a number of so many letters ends in what is written, which goes on in words at most."""
    count = 0
    for place, letter in enumerate(written):
        if count == length:
            return place if letter == " " else None
        count += letter != " "
    return len(written) if count == length else None


def _has_check_digits(number: str) -> bool:
    """Whether the two digits behind the country are those of ISO 7064, MOD 97-10."""
    moved = number[4:] + number[:4]
    return int("".join(str(int(letter, 36)) for letter in moved)) % 97 == 1
