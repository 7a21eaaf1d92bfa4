from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.masking import masked, masked_tokens, veiled
from sgm_git.record.secret import secrets_in
from sgm_git.record.spoken import quoted, spoken
from tests.tokens import INSIDE, SAMPLES, TOKEN, drawn, private_key

CARD = "4111 1111 1111 1111"
PIECES = [*"a \n'\"\\", TOKEN, CARD, private_key(), "DE89370400440532013000", SAMPLES[20][1]]


@pytest.mark.parametrize("token", [token for _, token in SAMPLES])
def test_of_a_token_four_letters_are_shown_at_most(token: str) -> None:
    assert masked(f"it was {token}.") == f"it was ****{token[-4:]}."
    assert masked_tokens(f"it was {token}.") == f"it was ****{token[-4:]}."


def test_what_stands_around_a_secret_stays() -> None:
    for _, before, token, after in INSIDE:
        assert masked(before + token + after) == f"{before}****{token[-4:]}{after}"


def test_of_a_private_key_nothing_is_shown() -> None:
    assert masked(f"a\n{private_key()}\nb") == "a\n****\nb"


def test_account_numbers_are_masked_in_messages_and_stay_in_titles() -> None:
    assert masked(f"Refund to {CARD} now") == "Refund to ****1111 now"
    assert masked_tokens(f"Refund to {CARD} now") == f"Refund to {CARD} now"


@given(st.lists(st.sampled_from(PIECES)))
def test_a_veil_keeps_length_and_lines_and_hides_what_a_mask_hides(parts: list[str]) -> None:
    text = " ".join(parts)
    hidden = veiled(text)
    assert [len(line) for line in hidden.split("\n")] == [len(line) for line in text.split("\n")]
    assert secrets_in(hidden) == secrets_in(masked(text)) == []
    for secret in secrets_in(text):
        assert secret.value[:12] not in hidden
        assert secret.value[:12] not in masked(text)


@pytest.mark.parametrize("length", [0, 5, 30, 58, 59, 60, 100])
def test_a_value_is_masked_before_it_is_cut(length: int) -> None:
    for value in (TOKEN, private_key(), CARD):
        said = quoted("x" * (length - 1) + " " + value + " and more " * 10)
        assert value[:6] not in said, said
    assert quoted(f"key {TOKEN}") == f'"key ****{TOKEN[-4:]}"'


def test_keys_and_numbers_are_masked_too() -> None:
    assert spoken(("x_keys", TOKEN)) == f"x_keys.****{TOKEN[-4:]}"
    assert spoken((TOKEN, "a b")) == f'****{TOKEN[-4:]}["a b"]'
    assert quoted(4111111111111111) == "****1111"
    assert quoted(drawn("0123456789abcdef", 40)) == f'"{drawn("0123456789abcdef", 40)}"'
