"""A name is not somebody else's because of case, script, blanks or marks."""

from __future__ import annotations

import pytest

from sgm_git.commits import Identity
from sgm_git.policy.config import Config
from sgm_git.policy.mailmap import parse_mailmap
from sgm_git.policy.namesakes import is_namesake, names_of_people


@pytest.mark.parametrize(
    "name",
    ["Ian Doe", "ian doe", "IANDOE", "lan Doe", "\u0406an D\u043ee", "Ian-D0e.", "Ian\u200b Doe"],
)
def test_what_looks_like_a_name_is_taken_for_it(name: str) -> None:
    assert is_namesake(name, {"Ian Doe"})


@pytest.mark.parametrize("name", ["Ian", "Ian Doer", "", ".", "claude-code", "Doe Ian"])
def test_another_name_is_another(name: str) -> None:
    assert not is_namesake(name, {"Ian Doe", "", "-"})


def test_people_are_those_of_history_and_tables() -> None:
    config = Config(identities={"Eve": ("eve@x.example",)}, agents={"Bot": ("bot@x.example",)})
    mailmap = parse_mailmap(b"Ada Lovelace <ada@x.example> <1+lady@users.noreply.github.com>\n")
    seen = [Identity("Ada", "1+lady@users.noreply.github.com"), Identity("bot", "bot@x.example")]
    found = names_of_people(config, mailmap, seen)
    assert {"Eve", "eve@x.example", "Ada Lovelace", "Ada", "lady", "ada@x.example"} <= found
    assert "bot" not in found
