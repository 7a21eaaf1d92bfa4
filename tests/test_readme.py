"""The README says what is so: its commands, its table of rules, its list of commands."""

from __future__ import annotations

import re

import pytest

from sgm_git.checks.registry import RULES
from sgm_git.cli.registry import COMMANDS
from sgm_git.report.rules import markdown_table
from tests.support import CHECKOUT

README = CHECKOUT / "README.md"
_TABLE = re.compile(r"(?<=<!-- rules -->\n).*?(?=<!-- /rules -->)", re.DOTALL)


@pytest.fixture
def text() -> str:
    return README.read_text(encoding="utf-8")


def test_the_table_of_rules_is_the_registry(text: str, update_golden: bool) -> None:
    table = markdown_table(RULES).rstrip("\n") + "\n"
    if update_golden:
        README.write_text(_TABLE.sub(lambda _: table, text), encoding="utf-8")
        return
    found = _TABLE.search(text)
    assert found is not None
    assert found[0] == table, "write it anew: pytest tests/test_readme.py --update-golden"


def test_every_command_is_there(text: str) -> None:
    section = text.split("## Every command")[1].split("\n## ", maxsplit=1)[0]
    assert {name for name in COMMANDS if f"`sgm {name}" not in section} == set()


@pytest.mark.parametrize("name", ["main", "test"])
def test_the_two_commands_stand_where_the_gate_finds_them(text: str, name: str) -> None:
    marker = f"<!-- command: {name} -->\n```sh\n"
    assert text.count(marker) == 1
    command = text.split(marker)[1].split("```", maxsplit=1)[0]
    assert command.startswith("python3 -m venv .venv && ")


def test_the_links_within_the_page_lead_somewhere(text: str) -> None:
    titles = {
        title.lower().replace(" ", "-") for title in re.findall(r"^## (.*)$", text, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= titles
