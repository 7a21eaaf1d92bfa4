from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.findings import Severity
from sgm_git.policy.config import ChecksConfig, Config, Loosening
from sgm_git.record.account_numbers import account_numbers_in
from tests.checks.support import POLICY, check, document, unmarked

CARD, ACCOUNT = "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00"
TURNED_ON = Loosening(severity={"X602": Severity.WARNING})
ON = replace(POLICY, config=Config(checks=ChecksConfig(TURNED_ON)))


@pytest.mark.parametrize(
    ("marked", "pointer", "message"),
    [
        (document(f"title: Refund to «{CARD}»"), "/title", "a card number, ****1111: take it out"),
        (document("x: «378282246310005»"), "/x", "a card number, ****0005: take it out"),
        (document("x: {card: «4111111111111111»}"), "/x/card", "a card number, ****1111"),
        (
            document(body=f"\nTo \u00e9\u00e9 «{ACCOUNT}», please.\n"),
            "/content",
            "an account number (IBAN), ****3000: take it out",
        ),
        (f"no record: «{CARD}»\n", None, "a card number, ****1111: take it out"),
    ],
)
def test_x602_tells_a_number_with_its_place(marked: str, pointer: str | None, message: str) -> None:
    text, place = unmarked(marked)
    (finding,) = check(text, "X602", policy=ON)
    assert (finding.span, finding.pointer) == (place, pointer)
    assert finding.severity is Severity.WARNING
    assert finding.message.startswith(message)
    assert "sha256" not in finding.message
    assert check(text, "X602") == []


@pytest.mark.parametrize(
    "text",
    [
        document("id: '4111111111111111'"),
        document("x_order_id: 4111111111111111"),
        document("x: {session: ['4111111111111111']}"),
        document("x_hash: DE89370400440532013000"),
        document("x: 4111111111111112"),
        document(body="\nBuild 4111111111111111 of 0.4111111111111111.\n"),
    ],
)
def test_x602_passes_ids_hashes_and_wrong_check_digits(text: str) -> None:
    assert check(text, "X602", policy=ON) == []


def test_x602_is_off_until_a_severity_is_configured_there() -> None:
    text = document(body=f"\n{CARD}\n")
    checks = ChecksConfig(per_path={"memory/decision/*": TURNED_ON})
    assert len(check(text, "X602", policy=replace(POLICY, config=Config(checks=checks)))) == 1
    checks = ChecksConfig(per_path={"memory/fact/*": TURNED_ON})
    assert check(text, "X602", policy=replace(POLICY, config=Config(checks=checks))) == []


def test_x602_is_allowed_by_the_hash_of_the_digits() -> None:
    digests = tuple(found.digest for found in account_numbers_in(f"{CARD} or {ACCOUNT}"))
    assert len(digests) == 2
    policy = replace(ON, config=replace(ON.config, secrets_allow=digests))
    assert check(document(body=f"\n{CARD}\n{ACCOUNT}\n"), "X602", policy=policy) == []
