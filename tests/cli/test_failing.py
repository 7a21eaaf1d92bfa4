"""An error is never JSON: nothing on standard output, one line and a hint beside it."""

from __future__ import annotations

import pytest

from sgm_git.cli.registry import COMMANDS, load_command
from tests.cli.runner import run

_ADD = ("add", "--type", "fact", "--id", "fact-a", "--title", "A", "--content", "x")
_FAILING = [
    ("accept", "nobody", "P305", "--reason", "so", "--json"),
    ("accept", "fact-a", "P301", "--reason", "so", "--json"),
    ("accept", "fact-a", "P301", "--reason", "", "--json"),
    ("add", "--json", "--type", "fact", "--id", "fact-a", "--title", "A"),
    ("add", "--json", "-"),
    ("annotate", "nobody", "a=b", "--json"),
    ("annotate", "fact-a", "ab", "--json"),
    ("apply", "nowhere", "--json"),
    ("apply", "-", "--json", "--expect", "0000000"),
    ("check", "nowhere", "--format", "json"),
    ("check", "--rev", "nowhere", "--format", "jsonl"),
    ("context", "--scope", "demo", "--json"),
    ("doctor", "--json", "--frobnicate"),
    ("edit", "fact-a", "--json"),
    ("export", "--rev", "nowhere"),
    ("diff", "nowhere", "--json"),
    ("history", "nobody", "--json"),
    ("history", "fact-a", "--field", "~", "--jsonl"),
    ("history", "--rev", "nowhere", "--json"),
    ("import", "nowhere", "--json"),
    ("list", "--json", "--rev", "nowhere"),
    ("list", "--jsonl", "--since", "yesterday"),
    ("merge", "HEAD", "nowhere", "--json"),
    ("merge", "HEAD", "HEAD", "--into", "main", "--json"),
    ("merge", "HEAD", "HEAD", "-m", "words", "--json"),
    ("mv", "fact-a", "elsewhere/a.md", "--json"),
    ("rename", "fact-a", "fact-a", "--json"),
    ("restore", "fact-a", "--rev", "nowhere", "--json"),
    ("review", "nowhere..HEAD", "--format", "json"),
    ("rm", "nobody", "--json"),
    ("rule", "Z999", "--json"),
    ("search", "?", "--json"),
    ("set", "fact-a", "provenance/agent=b", "--json"),
    ("set", "fact-a", "title=b", "--expect", "1111111", "--json"),
    ("show", "nobody", "--json"),
    ("sync", "nowhere", "--json"),
    ("sync", "--continue", "--json"),
    ("supersede", "fact-a", "nobody", "--json"),
    ("unset", "fact-a", "nothing", "--json"),
    ("watch", "--exec", "", "--json"),
]


def _says_json(name: str) -> bool:
    command = load_command(name)
    assert command is not None
    options = {option for each in command.params for option in each.opts}
    choices = [str(getattr(each.type, "choices", "")) for each in command.params]
    return "--json" in options or any("jsonl" in each and "text" in each for each in choices)


def test_every_command_that_says_json_is_tried() -> None:
    assert {words[0] for words in _FAILING} == {"export", *filter(_says_json, COMMANDS)}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("words", _FAILING, ids=" ".join)
def test_a_failure_says_one_line_and_no_json(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    run(*_ADD)
    outcome = run(*words)
    assert outcome.status in {1, 2, 3}
    assert outcome.out == ""
    errors = [line for line in outcome.err.splitlines() if line.startswith("sgm: error: ")]
    beside = [line for line in outcome.err.splitlines() if line not in errors]
    assert len(errors) == 1
    assert all(
        line.startswith(("hint: ", "memory/fact/fact-a.md: P302 error: ")) for line in beside
    )
