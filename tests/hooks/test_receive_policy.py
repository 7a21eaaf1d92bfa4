"""A server holds a push against what the team, and it itself, allow to whom (G901 to G904)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.git.test_signatures import SshKey, call, needs_ssh
from tests.hooks.push_support import (
    CONFIG,
    LATER,
    SIGNERS,
    begun,
    codes,
    empty_forge,
    fact,
    passes,
    refused,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hooks.push_support import Forge

RULE = "memory/rule/rule-a.md"
GRACE = "format = 1\n[policy.types]\nrule = ['grace@example.org']\n"
APPROVED = "format = 1\n[policy]\napprovers = ['ada@example.org']\n"


def rule(title: str = "A") -> str:
    """A rule that is as it should be."""
    return fact(title, "rule-a").replace("type: fact", "type: rule")


@pytest.fixture
def forge(tmp_path: Path) -> Forge:
    """A server without anything."""
    return empty_forge(tmp_path)


def test_by_the_repositorys_policy(forge: Forge) -> None:
    begun(forge, GRACE)
    forge.commit(rule(), RULE)
    assert codes(refused(forge)) == ["G901"]
    forge.commit(None, RULE)
    assert passes(forge) == []


@pytest.mark.parametrize("config", ["format = 1\n", "format = 1\n[checks]\nignore = ['G']\n"])
def test_by_the_servers_own_which_nobody_ignores(forge: Forge, tmp_path: Path, config: str) -> None:
    begun(forge, config)
    policy = tmp_path / "policy.toml"
    policy.write_text(GRACE)
    forge.server.run("config", "sgm.policy", str(policy))
    forge.commit(rule(), RULE)
    assert codes(refused(forge)) == ["G901"]


@needs_ssh
def test_approvals_are_asked_where_it_is_merged(forge: Forge, tmp_path: Path) -> None:
    """A branch beside the main one is where approvers look at a change."""
    call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada", "-f", tmp_path / "ada")
    key = SshKey(tmp_path / "ada")
    begun(forge, APPROVED, **{SIGNERS: f"ada@example.org {key.public}\n", RULE: rule()})
    forge.commit(rule("B"), RULE)
    assert codes(refused(forge)) == ["G903"]
    passes(forge, "HEAD:refs/heads/side")
    forge.commit(rule("C"), RULE)
    passes(forge, "HEAD:refs/heads/side")
    blob = forge.clone.run("rev-parse", f"HEAD:{RULE}").decode().strip()
    key.sign(forge.clone, LATER)
    message = f"Approve\n\nSGM-Approve: rule-a {blob}"
    forge.clone.run("commit", "-q", "--amend", "-S", "--allow-empty", "-m", message)
    assert passes(forge) == []
    assert (forge.clone.path / CONFIG).read_text() == APPROVED
