from __future__ import annotations

import hashlib
import time
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.record.made_up import is_made_up
from sgm_git.record.secret import Secret, secrets_in
from sgm_git.record.tokens import FORMS
from sgm_git.record.value import dumps
from tests.support import untraced
from tests.tokens import (
    ALNUM,
    BASE32,
    DASHES,
    HEX,
    INSIDE,
    SAMPLES,
    TOKEN,
    WORD,
    drawn,
    private_key,
    summed,
)

MIB = 1 << 20
LABELS = ("", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ")
_DESCRIBED = {name for name, *_ in (*SAMPLES, *INSIDE)}


def test_there_is_a_sample_of_every_form() -> None:
    assert {form.name for form in FORMS} == _DESCRIBED
    marks = [mark for form in FORMS for mark in form.marks]
    samples = [token for _, token in SAMPLES] + [before + token for _, before, token, _ in INSIDE]
    rare = {f"gl{kind}-" for kind in ("rtr", "cbt", "ft", "imt", "soat", "oas")}
    rare |= {f"xox{kind}-" for kind in "pars"} | {"dckr_oat_", "discordapp.com/api/webhooks/"}
    rare |= {"ATCTT3xFfGN0"}
    assert {m for m in marks if not any(m in text for text in samples)} == rare


@pytest.mark.parametrize(("name", "token"), SAMPLES, ids=[token[:10] for _, token in SAMPLES])
def test_a_token_is_found_where_it_stands(name: str, token: str) -> None:
    for before, after in (
        ("", ""),
        ("Use ", "."),
        ("x: '", "'"),
        ("[", "]"),
        ("a\\n", "\nb"),
        ("=", ","),
    ):
        text = f"{before}{token}{after}"
        found = Secret(len(before), len(before) + len(token), name, token)
        assert secrets_in(text) == [found], text


@pytest.mark.parametrize(("name", "before", "token", "after"), INSIDE)
def test_of_a_secret_in_its_context_only_the_secret_is_meant(
    name: str, before: str, token: str, after: str
) -> None:
    found = Secret(len(before), len(before) + len(token), name, token)
    assert secrets_in(f"{before}{token}{after}") == [found]
    assert secrets_in(token) == []


@pytest.mark.parametrize(("name", "token"), SAMPLES, ids=[token[:10] for _, token in SAMPLES])
def test_in_a_longer_word_or_cut_it_is_none(name: str, token: str) -> None:
    assert secrets_in(f"x{token}") == [], name
    assert secrets_in(token[: min(24, len(token) - 2)]) == []


@pytest.mark.parametrize("before", ["%3A", "%3a", "\\u003d", "\\x3d", "\\f"])
def test_behind_an_escape_any_token_begins(before: str) -> None:
    for name, token in SAMPLES:
        found = Secret(len(before), len(before) + len(token), name, token)
        assert secrets_in(f"{before}{token} x") == [found], token


@pytest.mark.parametrize("before", ["key-", "GITHUB_", "a_-_", "%3A_"])
def test_behind_a_dash_a_token_with_a_distinct_mark_begins(before: str) -> None:
    short = {mark for form in FORMS for mark in form.marks if len(mark) < 4}
    assert short == {"sk-", "r8_", "hf_", ":AA", "SG.", "Q~"}
    for name, token in SAMPLES:
        is_distinct = any(m in token for form in FORMS for m in form.marks if len(m) > 3)
        found = Secret(len(before), len(before) + len(token), name, token)
        assert secrets_in(f"{before}{token} x") == ([found] if is_distinct else []), token


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("prefix", ["", "    ", "> "])
def test_a_private_key_is_found_from_fence_to_fence(label: str, prefix: str) -> None:
    key = private_key(label)
    lines = key.split("\n")
    shown = f"\n{prefix}".join(lines)
    (found,) = secrets_in(f"Key:\n\n{prefix}{shown}\nEnd.\n")
    assert (found.start, found.end) == (6 + len(prefix), 6 + len(prefix) + len(shown))
    assert (found.name, found.value, found.shown) == ("a private key", "".join(lines[1:-1]), 0)


def test_a_private_key_in_one_line_has_the_value_of_the_same_in_many() -> None:
    key = private_key()
    (plain,) = secrets_in(key)
    (escaped,) = secrets_in(dumps({"private_key": f"{key}\n"}))
    assert escaped.digest == plain.digest


def test_a_private_key_that_is_encrypted_or_cut_is_one() -> None:
    first, *rest = private_key().split("\n")
    headers = ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,0123456789ABCDEF", ""]
    (encrypted,) = secrets_in("\n".join([first, *headers, *rest]))
    assert encrypted.value == "".join(rest[:-1])
    key = private_key(end=False)
    (cut,) = secrets_in(f"{key}\n")
    assert (cut.start, cut.end) == (0, len(key))
    pgp = key.replace("RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK")
    assert len(secrets_in(pgp)) == 1


@pytest.mark.parametrize(
    "body",
    [
        "",
        "...",
        "MIIEpAIBAAKCAQEA...",
        f"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ{drawn(ALNUM, 12)}\n...",
        "(paste what the console shows you here, with all of its lines, and nothing else)",
        "\n".join(["x" * 64] * 8),
        f"{drawn(ALNUM, 31)}",
    ],
)
def test_a_private_key_that_is_left_out_is_none(body: str) -> None:
    fence = "RSA PRIVATE KEY"
    assert secrets_in(f"{DASHES}BEGIN {fence}{DASHES}\n{body}\n{DASHES}END {fence}{DASHES}\n") == []


def test_public_keys_and_certificates_are_none() -> None:
    for label in ("PUBLIC KEY", "CERTIFICATE", "RSA PUBLIC KEY", "PGP PUBLIC KEY BLOCK"):
        assert secrets_in(private_key("").replace("PRIVATE KEY", label)) == []


@pytest.mark.parametrize(
    "text",
    [
        "AKIA" + "IOSFODNN7EXAMPLE",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "ghp_" + "x" * 36,
        "ghp_" + "X" * 36,
        "ghp_" + "ab" * 18,
        "ghp_" + "1234567890" + "abcdefghijklmnopqrstuvwxyz",
        "ghp_" + "abcdefghijklmnopqrstuvwxyz" + "0123456789",
        "gho_" + "16C7e42F292c6912E7710c838347Ae178B4a",
        "glpat-" + "your_access_token_123",
        "glpat-" + "a-token-of-the-project",
        "sk-" + "x" * 48,
        "sk-proj-" + "your-key-goes-here-" * 3,
        "sk-ant-api03-" + "...",
        "sk-ant-api03-" + "THIS-is-A-Key_for-the-tests-of-this-Module-alone",
        "dop_v1_" + "deadbeef" * 8,
        "dop_v1_" + "0123456789abcdef" * 4,
        "hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
        "AIza" + "SyExampleExampleExampleExampleExampl",
        "npm_" + "YourTokenYourTokenYourTokenYourToken",
        "${GITHUB_TOKEN} $ghp_token <ghp_...> ghp_****************",
    ],
)
def test_what_documentation_prints_in_place_of_a_token_is_none(text: str) -> None:
    assert secrets_in(text) == []


@pytest.mark.parametrize(
    "text",
    [
        drawn(HEX, 40),
        drawn(HEX, 64),
        f"sha256:{drawn(HEX, 64)}",
        f"sha512-{drawn(ALNUM, 86)}==",
        "9b2fae6c-3c1d-4e0b-8f55-0c2b9d1e7a41",
        f"data:image/png;base64,iVBORw0KGgo{drawn(ALNUM + '+/', 4000)}",
        f"data:font/woff2;base64,{drawn(ALNUM, 200)}+AKIA{drawn(BASE32, 16)}+{drawn(ALNUM, 9)}",
        f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.{drawn(WORD, 43)}",
        f"https://example.org/d/{drawn(WORD, 44)}/edit?usp=sharing",
        f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{drawn(ALNUM, 43)} ada@example.org",
        f"sk_test_{drawn(ALNUM, 24)} pk_live_{drawn(ALNUM, 24)}",
        f"task-sk-{drawn(ALNUM, 48)} build_hf_{drawn(ascii_letters, 34)}",
        f"100%ghp{drawn(ALNUM, 36)} a-npm_{drawn(ALNUM, 20)}_{drawn(ALNUM, 20)}",
        "risk-" + "assessment-of-the-whole-migration-to-the-new-store",
        "2026-10-10T18:21:47Z 10.5281/zenodo.1234567 +49 30 901820",
        "arn:aws:iam::123456789012:role/deploy-role-of-the-build-agent",
    ],
)
def test_hashes_ids_images_and_statements_are_none(text: str) -> None:
    assert secrets_in(text) == []


def test_random_text_is_none() -> None:
    for letters in (HEX, ALNUM, WORD, ALNUM + "+/"):
        assert secrets_in("\n".join(drawn(letters, 76, seed) for seed in range(3_000))) == []


@untraced
def test_a_drawn_token_hardly_ever_looks_made_up() -> None:
    for letters, count in ((BASE32, 16), (WORD, 20), (HEX, 32), (ALNUM, 36), (WORD, 93)):
        assert sum(is_made_up(drawn(letters, count, seed)) for seed in range(2_000)) < 5


def test_wrong_check_digits_are_told_and_excuse_nothing() -> None:
    for mark, name in (("ghs_", "a GitHub token"), ("npm_", "an npm token")):
        token = summed(mark)
        assert [found.name for found in secrets_in(token)] == [name]
        changed = token[:-1] + ("a" if token[-1] != "a" else "b")
        assert [found.name for found in secrets_in(changed)] == [f"{name} with wrong check digits"]


def test_check_digits_are_those_of_a_token_that_its_maker_printed() -> None:
    (found,) = secrets_in("ghp_" + "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ" + "0mLq17")
    assert found.name == "a GitHub token"


def test_several_are_found_in_their_order_and_apart() -> None:
    tokens = [summed("ghp_", 1), private_key(), drawn(HEX, 40), summed("npm_", 2), TOKEN]
    assert [found.value[:4] for found in secrets_in(" ".join(tokens))] == [
        *("ghp_", private_key().split("\n")[1][:4], "npm_", "ghp_"),
    ]


def test_the_hash_is_that_of_the_value_alone() -> None:
    (found,) = secrets_in(f"use {TOKEN}.")
    assert found.digest == f"sha256:{hashlib.sha256(TOKEN.encode()).hexdigest()}"


def seconds(text: str) -> float:
    began = time.process_time()
    secrets_in(text)
    return time.process_time() - began


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "Q~",
            ":AA",
            "sk-",
            "hvs.",
            "glpat-",
            "pypi-AgE-",
            ".atlasv1.",
            "AKIA",
            "SG.",
            "a",
            "1",
            "-",
            "aB3/",
        ),
        *("SecretAccessKey:    ", "1234567890:AA", "glpat-a1.", "abc8Q~", "xoxb-12345678-"),
        "pypi-AgE-",
        *(
            f"{DASHES}BEGIN ",
            f"{DASHES}BEGIN PRIVATE KEY{DASHES}",
            f"{DASHES}BEGIN PRIVATE KEY{DASHES}\na:",
        ),
        f"{DASHES}BEGIN PRIVATE KEY{DASHES}" + "a" * 33_000,
    ],
)
@untraced
def test_no_text_takes_long(piece: str) -> None:
    for end in ("", "\n", " " + TOKEN):
        assert seconds(piece * (MIB // len(piece)) + end) < 4, end


@given(st.lists(st.sampled_from([*"ghp_sk-A1.:~\n\\ ", TOKEN, f"{DASHES}BEGIN ", private_key()])))
def test_what_is_found_is_in_order_and_within_the_text(parts: list[str]) -> None:
    text, at = "".join(parts), 0
    for found in secrets_in(text):
        assert at <= found.start < found.end <= len(text)
        at = found.end
