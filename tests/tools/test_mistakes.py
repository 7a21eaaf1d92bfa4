from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import SgmError, UsageError
from sgm_git.tools import addresses
from sgm_git.tools.hints import fitting, is_for_a_person
from sgm_git.tools.prompts import PROMPTS, prompt
from sgm_git.tools.registry import call

if TYPE_CHECKING:
    from tests.tools.support import Memory

_MISTAKES: tuple[tuple[str, dict[str, object], str], ...] = (
    ("sgm_serch", {}, "there is no tool 'sgm_serch'; did you mean sgm_search?"),
    ("delete", {}, "there is no tool 'delete'"),
    ("sgm_search", {"rev": "HEAD", "as_of": "2026-10-10"}, "rev and as_of both name a state"),
    ("sgm_search", {"since": "yesterday"}, "since: 'yesterday' is no time"),
    ("sgm_search", {"scope": {"a": [1]}}, "scope.a must be no list or object"),
    ("sgm_check", {"cursor": "x"}, "'x' is no cursor"),
    ("sgm_check", {"cursor": "9" * 400}, f"'{'9' * 300}…' is no cursor"),
    ("sgm_get", {"ids": ["a", "b"], "offset": 1}, "sgm_get: offset is for one record"),
    ("sgm_get", {"ids": ["fact-a"], "fields": ["/~2"]}, "'/~2' is not a JSON pointer"),
    ("sgm_history", {"field": "/title"}, "a field of which record?"),
    ("sgm_update", {"id": "a", "blob": "b", "title": "x" * 2_000}, "sgm_update: title is"),
)


def test_a_mistake_is_told_in_a_line(memory: Memory) -> None:
    memory.call("sgm_create", type="fact", id="fact-a", content="Water is wet.")
    for tool, arguments, line in _MISTAKES:
        with pytest.raises(SgmError) as raised:
            memory.call(tool, **arguments)
        assert raised.value.message.startswith(line), tool
        assert "\n" not in raised.value.message
        assert raised.value.hint
        assert not is_for_a_person(raised.value.hint)


_HINTS = (
    ("sgm list shows all of them; git log --all -S ID looks through all branches", "sgm_search"),
    ("sgm list shows all of them (2 of the files cannot be read: sgm check)", "sgm_check"),
    ("sgm check memory/a.md shows the place", 'sgm_check with paths ["memory/a.md"]'),
    ("sgm show an id --json", "sgm_get"),
    ("sgm rule K401 explains it", "drop names what is to go"),
    ("sgm rule S201 explains it", "sgm://schema/record"),
    ("commit them first, or take them along: --with-edits", "a person"),
    ("what never changes is changed only with --consent", "a person's to change"),
    ("sgm rename OLD NEW", "for a person: sgm rename"),
    ("end it first: `git merge --continue` or `--abort`", "for a person: "),
    ("a person does: sgm rm", "a person does: sgm rm"),
)


@pytest.mark.parametrize(("hint", "told"), _HINTS)
def test_hints_are_in_the_words_of_tools(hint: str, told: str) -> None:
    made = fitting(hint)
    assert made is not None
    assert told in made
    assert not is_for_a_person(made) or "a person" in made
    assert fitting(made) == made


def test_a_hint_that_names_no_command_stays() -> None:
    for hint in ("the store fills it in and git bears it out", "leave id away", "as /title", None):
        assert fitting(hint) == hint


def test_pages_of_findings_have_cursors(memory: Memory) -> None:
    for number in range(3):
        memory.box.write(f"memory/fact/{number}.md", "no front matter\n")
    page = memory.call("sgm_check", limit=2)
    assert (len(page["findings"]), page["errors"]) == (2, 3)
    last = memory.call("sgm_check", limit=2, cursor=page["next"])
    assert (len(last["findings"]), last["next"]) == (1, None)


def test_two_statuses_are_not_made_one(memory: Memory) -> None:
    status = {"kind": "status", "value": "proposed"}
    made = memory.call("sgm_create", type="decision", title="A", annotations=[status, status])
    with pytest.raises(SgmError, match="2 annotations of kind status"):
        memory.call("sgm_set_status", id=made["id"], expected_blob=made["blob"], status="rejected")


def test_without_an_identity_of_git_checks_go_on(memory: Memory) -> None:
    memory.box.write("memory/fact/a.md", "---\nid: a\ntype: fact\n---\n")
    memory.box.run("config", "user.useConfigOnly", "true")
    memory.box.run("config", "user.name", "")
    assert memory.call("sgm_check")["records"] == 1
    with pytest.raises(SgmError):
        memory.decision()


def test_the_prompt_leaves_acceptance_to_a_person() -> None:
    told = prompt("record_decision", {"title": "Keep it"})
    assert "status proposed" in told
    assert "accepted only if I say" not in told


def test_prompts_have_what_was_given_in_them() -> None:
    assert "title: Keep it\ncontext: It is slow." in prompt(
        "record_decision", {"title": "Keep it", "context": "It is slow."}
    )
    assert "All of it." in prompt("review_memory", {})
    assert set(PROMPTS) == {"record_decision", "review_memory"}


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        ("record_decisions", {}, "there is no prompt 'record_decisions'"),
        ("nothing_like_it", {}, "there is no prompt 'nothing_like_it'"),
        ("record_decision", {"title": "  "}, "record_decision: title is missing"),
    ],
)
def test_a_prompt_that_is_none_is_told(name: str, given: dict[str, str], line: str) -> None:
    with pytest.raises(UsageError) as raised:
        prompt(name, given)
    assert raised.value.message == line


def test_an_address_leads_to_a_record_or_a_schema(memory: Memory) -> None:
    assert '"$id"' in addresses.read(memory.session(), "sgm://schema/record").text
    for uri in ("file:///etc/passwd", "sgm://schema/../record", "sgm://schema/nope", ""):
        with pytest.raises(UsageError):
            addresses.read(memory.session(), uri)


def test_no_arguments_are_none(memory: Memory) -> None:
    assert call(memory.session(), "sgm_search", None)["items"] == []
