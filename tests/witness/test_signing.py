from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.commits import Commit, Identity, Signature, SignatureState
from sgm_git.policy.config import Config
from sgm_git.witness.signing import is_signed_by, is_signed_by_author, is_vouched
from tests.checks.witness_support import ADA, BOB, Step, identity, people

GOOD = SignatureState.GOOD
FINGERPRINT = "968479A1AFF927E37D1A566BB5690EEEBB952194"
SSH = "SHA256:uNiVztksCsDhcc0u9e8BrNJLcYWBIiuKuYXrgPlvDGY"
PEOPLE = people(
    Step(who=ADA),
    Step(who=BOB),
    config=Config(identities={"grace": ("grace@example.org", "g@navy.example")}),
    mailmap=b"Ada <ada@example.org> <ada@home.example>\n",
)


def gpg(user: str) -> Signature:
    return Signature(GOOD, user, FINGERPRINT)


def ssh(principals: str) -> Signature:
    return Signature(GOOD, principals, SSH)


def commit(author: str) -> Commit:
    who = identity(author)
    return Commit("c" * 40, (), who, 0, Identity("GitHub", "noreply@github.com"), 0, "", ())


@pytest.mark.parametrize(
    ("signature", "author", "expected"),
    [
        (ssh("ada@example.org"), ADA, True),
        (ssh("ADA@EXAMPLE.ORG"), "Somebody <ada@example.org>", True),
        (ssh("bob@example.org,ada@example.org"), ADA, True),
        (ssh("ada@example.org"), "Ada <ada@home.example>", True),  # the mailmap joins them
        (ssh("grace"), "Grace <g@navy.example>", True),
        (ssh("grace@example.org"), "Grace <g@navy.example>", True),
        (gpg("Lovelace, Ada (work) <ada@example.org>"), ADA, True),
        (gpg("ada@example.org"), ADA, True),
        (ssh("bob@example.org"), ADA, False),
        (ssh("*@example.org"), ADA, False),
        (ssh("ada"), "Ada <eve@evil.example>", False),
        # Whoever signs may write any name, also that of a principal.
        (ssh("eve@evil.example"), "eve@evil.example <ada@example.org>", False),
        (gpg("Ada <eve@evil.example>"), ADA, False),
        (replace(ssh("ada@example.org"), state=SignatureState.BAD), ADA, False),
        (replace(ssh("ada@example.org"), state=SignatureState.UNKNOWN_KEY), ADA, False),
        (replace(ssh("ada@example.org"), state=SignatureState.UNVERIFIABLE), ADA, False),
        (Signature(SignatureState.UNSIGNED), ADA, False),
        (ssh(""), ADA, False),
        (ssh(""), "Nobody <>", False),
        (None, ADA, False),
    ],
)
def test_a_signature_is_the_authors_by_address(
    signature: Signature | None, author: str, expected: bool
) -> None:
    assert is_signed_by_author(signature, commit(author), PEOPLE) is expected


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        (gpg("GitHub <noreply@github.com>"), True),
        (ssh("forge.example.org"), True),
        (ssh("other, Forge.Example.org"), True),
        (
            replace(gpg("forge.example.org"), key="A" * 40),
            False,
        ),  # a user id says what its maker likes
        (replace(gpg("x"), key=FINGERPRINT[-16:]), False),
        (replace(gpg("x"), key=""), False),
        (ssh("ada@example.org"), False),
        (replace(gpg("x"), state=SignatureState.BAD), False),
        (None, False),
    ],
)
def test_a_host_vouches_by_principal_or_full_fingerprint(
    signature: Signature | None, expected: bool
) -> None:
    hosts = ("forge.example.org", "9684 79A1 AFF9 27E3 7D1A  566B B569 0EEE BB95 2194", "")
    assert is_vouched(signature, hosts) is expected


@pytest.mark.parametrize(
    ("names", "signature", "expected"),
    [
        (("ada@example.org",), ssh("ada@example.org"), True),
        (("ada@example.org",), gpg("Ada <ada@example.org>"), True),
        (("grace",), ssh("g@navy.example"), True),
        (("Ada",), ssh("ada@example.org"), False),
        (("ada@home.example",), ssh("ada@example.org"), True),
        ((FINGERPRINT.lower(),), gpg("x"), True),
        (("ada@example.org",), ssh("bob@example.org"), False),
        (("ada@example.org",), replace(ssh("ada@example.org"), state=SignatureState.BAD), False),
        ((), ssh("ada@example.org"), False),
        (("ada@example.org",), None, False),
    ],
)
def test_an_admin_is_known_by_key_principal_address_or_identity(
    names: tuple[str, ...], signature: Signature | None, expected: bool
) -> None:
    assert is_signed_by(signature, names, PEOPLE) is expected
