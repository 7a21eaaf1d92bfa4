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


class TestLosses:
    """A push is as strict about what records keep as a commit is."""

    @pytest.fixture
    def counting(self, forge: Forge) -> Forge:
        """A server whose record has a number."""
        forge.commit(fact().replace("x_review: ada", "x_review: ada\nx_count: 5"))
        passes(forge)
        return forge

    def test_a_number_that_became_a_text(self, counting: Forge) -> None:
        by_eve(counting, fact().replace("x_review: ada", 'x_review: ada\nx_count: "5"'))
        assert codes(refused(counting)) == ["K404"]
        assert codes(counting.push("HEAD:refs/heads/new")) == ["K404"]
        counting.clone.run("commit", "-q", "--amend", "-m", "x\n\nSGM-Allow: fact-a /x_count")
        assert passes(counting) == []

    def test_where_the_rules_make_little_of_it(self, counting: Forge) -> None:
        counting.commit("format = 1\n[checks]\nseverity = {K404 = 'info'}\n", CONFIG)
        passes(counting)
        by_eve(counting, fact().replace("x_review: ada", 'x_review: ada\nx_count: "5"'))
        passes(counting)

    def test_a_consent_that_comes_before(self, forge: Forge) -> None:
        forge.clone.run("commit", "-q", "--allow-empty", "-m", "SGM-Allow: fact-a /x_review")
        by_eve(forge, fact().replace("x_review: ada\n", ""))
        assert codes(refused(forge)) == ["K401"]


def test_a_revert_of_a_revert_passes(forge: Forge) -> None:
    """The stamps that come back are of who made that version, and stood here before."""
    stamps = {"modified": "true", "modified_at": f'"{LATER}"', "modified_by": "Ada"}
    forge.commit(fact("B", **stamps))
    passes(forge)
    by_eve(forge, fact())
    passes(forge)
    by_eve(forge, fact("B", **stamps))
    assert passes(forge) == []
    by_eve(forge, fact("C", **(stamps | {"modified_at": '"2024-05-07T07:08:10Z"'})))
    assert codes(refused(forge)) == ["P305"]
