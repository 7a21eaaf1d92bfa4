"""``search`` and pages of a list, as a person and as a program sees them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli import reading
from tests.cli.runner import run

if TYPE_CHECKING:
    from tests.support import GitSandbox

_DOCUMENT = """\
---
id: fact-{0}
type: fact
title: Number {0}
provenance:
  agent: Ada
  origin: cli
  scope: {{}}
  created_at: "2026-10-10T18:21:47Z"
---

The pump is at sea.
"""


@pytest.fixture
def many(here: GitSandbox) -> GitSandbox:
    for number in range(7):
        here.write(f"memory/fact/fact-{number}.md", _DOCUMENT.format(number))
    here.commit("begin")
    return here


def _pages(*arguments: str) -> list[list[str]]:
    """The ids of each page that a command gives, one after the other."""
    pages: list[list[str]] = []
    cursor = None
    while cursor is not None or not pages:
        more = () if cursor is None else ("--cursor", cursor)
        told = json.loads(run(*arguments, "--json", *more).out)
        pages.append([item["id"] for item in told["items"]])
        cursor = told["next"]
    return pages


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("command", [("list",), ("list", "--reverse"), ("search", "pump", "sea")])
def test_pages_give_each_record_once(command: tuple[str, ...]) -> None:
    pages = _pages(*command, "--limit", "3")
    assert [len(page) for page in pages] == [3, 3, 1]
    told = [each for page in pages for each in page]
    assert told == _pages(*command, "--limit", "100")[0]
    assert sorted(told) == [f"fact-{number}" for number in range(7)]


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("sort", [(), ("--sort", "type"), ("--reverse", "--sort", "title")])
def test_a_long_list_that_is_read_in_steps_is_the_same(
    sort: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [run("list", *sort, form) for form in ("--json", "--jsonl", "-q")]
    monkeypatch.setattr(reading, "_STEP", 2)
    assert [run("list", *sort, form) for form in ("--json", "--jsonl", "-q")] == whole


@pytest.mark.usefixtures("many")
def test_what_is_left_is_told_to_a_person_only() -> None:
    told = run("search", "pump", "--limit", "2")
    assert len(told.out.splitlines()) == 2
    assert told.err.startswith("2 of 7; the next: --cursor ")
    cursor = told.err.split()[-1]
    assert len(run("search", "pump", "--cursor", cursor).out.splitlines()) == 5
    assert run("search", "pump", "--limit", "2", "--json").err == ""
    assert run("list", "--limit", "2", "--json").err == ""
    for command in (("list",), ("search", "pump")):
        assert "2 of 7; the next: --cursor" in run(*command, "--limit", "2", "--jsonl").err
    assert run("search", "sea", "--limit", "2", "--sort", "id").status == 2


@pytest.mark.usefixtures("many")
def test_a_cursor_of_a_list_is_none_of_a_search() -> None:
    cursor = json.loads(run("list", "--limit", "1", "--json").out)["next"]
    assert run("search", "pump", "--cursor", cursor).status == 2
    assert run("list", "--reverse", "--cursor", cursor).status == 2


@pytest.mark.usefixtures("many")
def test_a_line_of_json_for_each_that_was_found() -> None:
    (line,) = run("search", "Number 3", "--jsonl").out.splitlines()
    found = json.loads(line)
    assert (found["id"], found["trust"], found["score"] > 0) == ("fact-3", "consistent", True)
    marked = [found["snippet"][start:end] for start, end in found["marks"]]
    assert marked == ["Number 3"]


@pytest.mark.usefixtures("many")
def test_an_argument_that_holds_blanks_is_a_phrase() -> None:
    assert len(run("search", "pump is").out.splitlines()) == 7
    outcome = run("search", "sea pump")
    assert outcome.out == ""
    assert outcome.err.endswith("apart: sgm search sea pump\n")
    for query in ("sea OR pump", "sea pum*", 'sea "pump"'):
        assert len(run("search", query).out.splitlines()) == 7, query
    assert run("search", "sea -pump").out == ""


@pytest.mark.usefixtures("many")
def test_what_begins_with_a_dash_is_a_word_and_no_heap_of_options() -> None:
    assert run("search", "pump", "-sea", "--type", "fact").out == ""
    assert len(run("search", "-quiet", "pump", "--limit", "3").out.splitlines()) == 3
    assert run("search", "--agent", "-sea", "pump").out == ""
    assert len(run("search", "pump", "--", "-quiet", "-x").out.splitlines()) == 7
    assert len(run("-q", "search", "-q", "pump").out.splitlines()) == 7
    assert "Show this message" in run("search", "-h").out


@pytest.mark.usefixtures("many")
def test_what_may_be_an_option_is_no_word() -> None:
    outcome = run("search", "pump", "-x")
    assert (outcome.status, "behind --" in outcome.err) == (2, True)
    outcome = run("search", "pump", "--tpye", "fact")
    assert (outcome.status, "No such option" in outcome.err) == (2, True)
    assert run("search", "--type").status == 2


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("command", [("list",), ("search", "pump")])
def test_two_forms_at_once_are_refused(command: tuple[str, ...]) -> None:
    outcome = run(*command, "--json", "--jsonl")
    assert (outcome.status, outcome.out) == (2, "")


@pytest.mark.usefixtures("many")
def test_nothing_is_told_as_nothing_in_every_form() -> None:
    for form in ((), ("--json",), ("--jsonl",)):
        assert run("list", "--type", "ruel", *form).err == "no records\n"
    assert run("list", "-q", "--type", "ruel").err == ""


def test_a_record_is_found_by_the_file_that_it_was_made_of(many: GitSandbox) -> None:
    text = _DOCUMENT.format(9).replace("  origin", "  source: docs/adr/0018-pump.md\n  origin")
    many.write("memory/fact/fact-9.md", text)
    assert run("search", "docs/adr/0018-pump.md").out.startswith("fact-9\t")
    assert run("search", "0018-pump").out.startswith("fact-9\t")


def test_a_record_without_an_id_is_listed_with_what_to_do(many: GitSandbox) -> None:
    many.write("memory/fact/loose.md", "---\ntype: fact\ntitle: Loose\n---\n\nBody.\n")
    assert run("list").err == "1 record has no id: sgm fix gives one\n"
    outcome = run("show", "loose")
    assert (outcome.status, "sgm fix memory/fact/loose.md" in outcome.err) == (3, True)


@pytest.mark.usefixtures("many")
def test_a_date_is_read_at_its_end() -> None:
    assert len(run("list", "--as-of", "2026-10-10").out.splitlines()) == 7
    assert run("list", "--as-of", "2026-10-09").status == 3


@pytest.mark.usefixtures("many")
def test_on_a_terminal_matches_stand_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("--color", "always", "search", "pump", "--limit", "1", terminal=True).out
    assert "The \x1b[1mpump\x1b[0m is at sea." in lines
    plain = run("search", "pump", "--limit", "1", terminal=True).out.splitlines()
    assert plain[0].split("  ")[1:] == ["fact", "stated"]
    assert plain[1:] == [f"  Number {plain[0][5]}", "  The pump is at sea."]
