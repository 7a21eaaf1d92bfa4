"""A signature is looked at once, unless it may become otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from sgm_git.commits import Signature, SignatureState
from sgm_git.store.index.signatures import signatures

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sgm_git.git.protocol import Repository

GOOD = Signature(SignatureState.GOOD, "ada@example.org", "SHA256:abc")


class Verifier:
    """A repository whose commits all have one signature, and which of them it was asked for."""

    def __init__(self, common_dir: Path, signature: Signature) -> None:
        self.common_dir = common_dir
        self.signature = signature
        self.asked: list[str] = []

    def signatures(self, oids: Sequence[str], _signers: bytes | None) -> dict[str, Signature]:
        """Give it for each."""
        self.asked += oids
        return dict.fromkeys(oids, self.signature)


def look(verifier: Verifier, *oids: str, signers: bytes | None = b"ada") -> dict[str, Signature]:
    """Ask through the index."""
    return signatures(cast("Repository", verifier), oids, signers)


def test_a_good_one_is_looked_at_once(tmp_path: Path) -> None:
    verifier = Verifier(tmp_path, GOOD)
    assert look(verifier, "a", "b") == look(verifier, "a", "b") == {"a": GOOD, "b": GOOD}
    assert verifier.asked == ["a", "b"]
    assert look(verifier, "a", "c") == {"a": GOOD, "c": GOOD}
    assert verifier.asked == ["a", "b", "c"]


def test_another_list_of_signers_judges_anew(tmp_path: Path) -> None:
    verifier = Verifier(tmp_path, GOOD)
    look(verifier, "a")
    verifier.signature = Signature(SignatureState.UNKNOWN_KEY)
    assert look(verifier, "a", signers=b"eve")["a"].state is SignatureState.UNKNOWN_KEY
    assert look(verifier, "a", signers=None)["a"].state is SignatureState.UNKNOWN_KEY


@pytest.mark.parametrize(
    "signature",
    [
        Signature(SignatureState.GOOD, "Ada <ada@example.org>", "0123456789ABCDEF"),  # GPG
        *(Signature(state, key="SHA256:x") for state in SignatureState if state != GOOD.state),
    ],
)
def test_what_may_become_otherwise_is_looked_at_every_time(
    tmp_path: Path, signature: Signature
) -> None:
    verifier = Verifier(tmp_path, signature)
    assert look(verifier, "a") == look(verifier, "a") == {"a": signature}
    assert verifier.asked == ["a", "a"]


def test_nothing_is_asked_of_no_commits(tmp_path: Path) -> None:
    verifier = Verifier(tmp_path, GOOD)
    assert look(verifier) == {}
    assert verifier.asked == []
