"""What records say of themselves, and keep, stands the same whatever a server insists on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.push_support import CONFIG, EVE, LATER, codes, fact, passes, refused

if TYPE_CHECKING:
    from tests.hooks.push_support import Forge

ADMINS = "[trust]\nadmins = ['Ada']\n"
HOSTS = "[trust]\nhosts = ['forge@example.org']\n"
FORGED = fact(agent="Eve", created_at='"2020-01-01T10:00:00Z"')


def by_eve(forge: Forge, text: str | None, path: str = "memory/fact/fact-a.md") -> None:
    """Commit a change of one file as Eve."""
    forge.write(text, path)
    forge.clone.commit(author=EVE, date=LATER)


class TestBeginnings:
    """Who began a record, and when, is asked for also where signatures could tell otherwise."""

    @pytest.mark.parametrize("trust", [ADMINS, HOSTS], ids=["admins", "hosts"])
    def test_where_the_repository_names_them(self, forge: Forge, trust: str) -> None:
        forge.commit(f"format = 1\n{trust}", CONFIG)
        passes(forge)
        by_eve(forge, FORGED)
        assert codes(refused(forge)) == ["P302", "P301"]

    @pytest.mark.parametrize("trust", [ADMINS, HOSTS], ids=["admins", "hosts"])
    def test_where_the_server_names_them(self, forge: Forge, trust: str) -> None:
        forge.server.write("policy.toml", trust)
        forge.server.run("config", "sgm.policy", "policy.toml")
        by_eve(forge, FORGED)
        assert codes(refused(forge)) == ["P302", "P301"]
        by_eve(forge, fact("B"))
        passes(forge)
