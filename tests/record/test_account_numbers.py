from __future__ import annotations

import random
import time

import pytest

from sgm_git.record.account_numbers import ACCOUNT, CARD, account_numbers_in
from sgm_git.record.secret import Secret
from tests.tokens import ALNUM, HEX, drawn

CARDS = [
    *("4111111111111111", "4222222222222", "5555555555554444", "2223003122003222"),
    *("378282246310005", "6011111111111117", "3530111333300000", "30569309025904"),
    *("38520000023237", "6212345678901232"),
]
ACCOUNTS = [
    *("DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"),
    *("NO9386011117947", "NL91ABNA0417164300", "CH9300762011623852957", "BE68539007547034"),
    *("MT84MALT011000012345MTLCAST001S", "SA0380000000608010167519", "AT611904300234573201"),
]


def spaced(number: str) -> str:
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))


@pytest.mark.parametrize("number", CARDS)
def test_a_card_number_is_known_by_issuer_length_and_check_digit(number: str) -> None:
    for before, after in (("", ""), ("card ", "."), ("'", "'"), ("(", "),"), ("| ", " |")):
        found = Secret(len(before), len(before) + len(number), CARD, number)
        assert account_numbers_in(f"{before}{number}{after}") == [found]
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    assert account_numbers_in(wrong) == []


@pytest.mark.parametrize(
    "written",
    [
        *("4111 1111 1111 1111", "4111-1111-1111-1111", "3782 822463 10005", "3056-930902-5904"),
    ],
)
def test_a_card_number_is_known_in_the_groups_that_are_printed_on_it(written: str) -> None:
    (found,) = account_numbers_in(f"Pay with {written}, please.")
    assert (found.start, found.end) == (9, 9 + len(written))
    assert found.value == "".join(filter(str.isdigit, written))


@pytest.mark.parametrize("number", ACCOUNTS)
def test_an_account_number_is_known_by_country_length_and_check_digits(number: str) -> None:
    for written in (number, spaced(number)):
        for after in ("", ".", " NEXT", ", and"):
            found = Secret(5, 5 + len(written), ACCOUNT, number)
            assert account_numbers_in(f"IBAN {written}{after}") == [found], written + after
    digits = (int(number[2:4]) + 1) % 97
    assert account_numbers_in(f"{number[:2]}{digits:02}{number[4:]}") == []
    assert account_numbers_in(f"XX{number[2:]}") == []
    assert account_numbers_in(number[:-1]) == []


@pytest.mark.parametrize(
    "text",
    [
        "4111-1111 11111111",  # not in groups as people write them
        "41 11 11 11 11 11 11 11",
        "4111111111111111.5 0.4111111111111111",
        "a4111111111111111 4111111111111111a",
        "task-4111111111111111 4111111111111111-a",
        "https://example.org/4111111111111111 ?id=4111111111111111&x",
        "sha:4111111111111111 order 4111111111111111",
        "id 4111111111111111, issue #4111111111111111",
        "1 4111 1111 1111 1111",
        "4111 1111 1111 1111 2222",
        "1730000000000 1730000000000000 1730000000000000000",  # times in fractions of a second
        "9b2fae6c-4111-1111-1111-1111c9d1e7a4",
        "de89370400440532013000 xDE89370400440532013000",
    ],
)
def test_digits_within_something_else_are_none(text: str) -> None:
    assert account_numbers_in(text) == []


def test_hashes_and_random_text_are_none() -> None:
    text = "\n".join(drawn(HEX, 40, n) + " " + drawn(ALNUM, 64, n) for n in range(2_000))
    assert account_numbers_in(text) == []


@pytest.mark.parametrize("piece", ["4", "4 ", "4111 ", "4111-", "DE89", "DE89 ", "DE893704 ", "A"])
def test_no_text_takes_long(piece: str) -> None:
    began = time.process_time()
    account_numbers_in(piece * ((1 << 20) // len(piece)))
    assert time.process_time() - began < 4


def test_one_number_in_thirty_of_sixteen_digits_is_taken_for_a_card_at_most() -> None:
    chance = random.Random(4)
    drawn_numbers = [str(chance.randrange(10**15, 10**16)) for _ in range(3_000)]
    assert sum(bool(account_numbers_in(each)) for each in drawn_numbers) < 100
