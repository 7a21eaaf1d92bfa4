"""``edit`` and ``add`` with an editor: what is typed is checked, written, or kept."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.cli import terminal
from tests.cli.runner import Outcome, run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

_EDITOR = """\
import pathlib, sys
path = pathlib.Path(sys.argv[-1])
steps = pathlib.Path({steps!r})
step, _, rest = steps.read_text().partition("\\n")
steps.write_text(rest)
old, _, new = step.partition("=>")
old, new = old.replace("|", "\\n"), new.replace("|", "\\n")
path.write_text(path.read_text().replace(old, new) if old else new)
"""


class _Person:
    """Somebody at a terminal, whose edits and answers are laid out beforehand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._monkeypatch = monkeypatch
        self._steps = folder / "steps"
        script = folder / "editor.py"
        script.write_text(_EDITOR.format(steps=str(self._steps)))
        monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")

    def edits(self, *steps: str) -> None:
        """What each run of the editor replaces: ``old=>new``."""
        self._steps.write_text("".join(f"{step}\n" for step in steps))

    def sgm(self, *arguments: str, answers: str = "") -> Outcome:
        return run(*arguments, stdin="".join(f"{a}\n" for a in answers), terminal=bool(answers))


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> _Person:
    monkeypatch.setenv("PAGER", "cat")
    return _Person(monkeypatch, tmp_path_factory.mktemp("person"))


@pytest.fixture
def rule(here: GitSandbox) -> Path:
    run("add", "--type", "rule", "--id", "rule-x", "--title", "Old", "--content", "Text.")
    run("set", "rule-x", "owner=core")
    return here.path / "memory/rule/rule-x.md"


def _kept(here: GitSandbox) -> list[Path]:
    return sorted((here.path / ".git/sgm/edits").glob("*.md"))


def test_an_edit_is_written_and_committed(person: _Person, rule: Path, here: GitSandbox) -> None:
    person.edits("title: Old=>title: New  # why not")
    outcome = person.sgm("edit", "rule-x")
    assert (outcome.status, outcome.out) == (0, "change rule-x memory/rule/rule-x.md\n")
    assert "title: New  # why not\n" in rule.read_text()
    assert here.status() == ""
    assert _kept(here) == []


def test_an_edit_that_changes_nothing_writes_nothing(
    person: _Person, rule: Path, here: GitSandbox
) -> None:
    before = here.head()
    person.edits("nothing=>like that")
    outcome = person.sgm("edit", "rule-x")
    assert (outcome.status, outcome.err) == (0, "nothing was changed\n")
    assert here.head() == before
    assert _kept(here) == []
    assert rule.exists()


def test_without_a_person_a_faulty_text_is_kept_and_its_place_is_told(
    person: _Person, rule: Path, here: GitSandbox
) -> None:
    before = rule.read_bytes()
    person.edits("id: rule-x=>id: [")
    outcome = person.sgm("edit", "rule-x")
    assert outcome.status == 1
    assert "F103" in outcome.err
    (copy,) = _kept(here)
    assert f"your text is kept in {copy}" in outcome.err
    assert "id: [" in copy.read_text()
    assert rule.read_bytes() == before


def test_a_warning_does_not_stop_who_cannot_be_asked(
    person: _Person, rule: Path, here: GitSandbox
) -> None:
    person.edits("type: rule=>type: rul")
    outcome = person.sgm("edit", "rule-x")
    assert outcome.status == 0
    assert "S203" in outcome.err
    assert "type: rul\n" in rule.read_text()
    assert _kept(here) == []


def test_a_person_may_edit_again(person: _Person, rule: Path, here: GitSandbox) -> None:
    person.edits("title: Old=>title: [", "title: [=>title: New")
    outcome = person.sgm("edit", "rule-x", answers="e")
    assert outcome.status == 0
    assert "Edit again, or quit? [e/q] " in outcome.err
    assert "title: New\n" in rule.read_text()
    assert _kept(here) == []


def test_a_person_may_save_with_findings(person: _Person, rule: Path) -> None:
    person.edits("type: rule=>type: rul")
    outcome = person.sgm("edit", "rule-x", answers="s")
    assert outcome.status == 0
    assert "Edit again, save as it is, or quit? [e/s/q] " in outcome.err
    assert "type: rul\n" in rule.read_text()


def test_a_person_may_drop_an_unknown_field_on_purpose(
    person: _Person, rule: Path, here: GitSandbox
) -> None:
    person.edits("owner: core=>colour: red")
    outcome = person.sgm("edit", "rule-x", answers="s")
    assert outcome.status == 0
    assert "save and drop that on purpose" in outcome.err
    assert "owner" not in rule.read_text()
    assert "SGM-Allow: rule-x /owner" in here.run("log", "-1", "--format=%B").decode()


@pytest.mark.parametrize(
    ("step", "command"),
    [
        ("owner: core=>colour: red", "sgm unset rule-x /owner"),
        ("agent: Ada=>agent: Bob", "sgm set rule-x /provenance/agent=VALUE --consent"),
        ("  session: s=>  # none", "sgm unset rule-x /provenance/session"),
        ("  session: s=>  session: t", "sgm set rule-x /provenance/session=VALUE"),
        ("  - kind: risk|    value: high=>", "sgm unset rule-x /annotations/0"),
        ("kind: risk=>kind: status", "sgm set rule-x /annotations/0/kind=VALUE"),
        ("build: 42=>build: '42'", "sgm set rule-x /build:=JSON"),
        ("    our note: x=>", "sgm unset rule-x '/annotations/1/our note'"),
    ],
)
def test_without_a_person_the_way_to_lose_something_is_named(
    person: _Person, rule: Path, here: GitSandbox, step: str, command: str
) -> None:
    run("set", "rule-x", "provenance/session=s", "build:=42")
    for item in ({"kind": "risk", "value": "high"}, {"kind": "source", "our note": "x"}):
        run("set", "rule-x", f"annotations/-:={json.dumps(item)}")
    before = rule.read_bytes()
    person.edits(step)
    outcome = person.sgm("edit", "rule-x")
    assert outcome.status == 1
    (copy,) = _kept(here)
    assert outcome.err.splitlines()[-3:] == [
        f"your text is kept in {copy}",
        "sgm: error: nothing was written",
        f"hint: to do that on purpose: {command}",
    ]
    assert rule.read_bytes() == before


def test_who_quits_finds_the_text_again(person: _Person, rule: Path, here: GitSandbox) -> None:
    person.edits("title: Old=>title: [")
    assert person.sgm("edit", "rule-x", answers="q").status == 1
    (copy,) = _kept(here)
    assert "title: [" in copy.read_text()
    person.edits("title: [=>title: New")
    outcome = person.sgm("edit", "rule-x", answers="y")
    assert outcome.status == 0
    assert f"Go on with the text of an earlier edit ({copy})? [y/n] " in outcome.err
    assert "title: New\n" in rule.read_text()
    assert _kept(here) == []


def test_who_begins_anew_leaves_the_kept_text(
    person: _Person, rule: Path, here: GitSandbox
) -> None:
    person.edits("title: Old=>title: [")
    person.sgm("edit", "rule-x", answers="q")
    person.edits("title: Old=>title: New")
    assert person.sgm("edit", "rule-x", answers="n").status == 0
    assert "title: New\n" in rule.read_text()
    assert len(_kept(here)) == 1


def test_a_lost_update_is_refused_and_the_text_kept(
    person: _Person, rule: Path, here: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.edits("title: Old=>title: Mine")
    edit = terminal.run_editor

    def meanwhile(command: list[str], path: Path) -> None:
        edit(command, path)
        run("set", "rule-x", "title=Theirs")

    monkeypatch.setattr(terminal, "run_editor", meanwhile)
    outcome = person.sgm("edit", "rule-x")
    assert outcome.status == 1
    assert "has changed" in outcome.err
    assert "title: Theirs\n" in rule.read_text()
    assert "title: Mine" in _kept(here)[0].read_text()


def test_an_editor_that_fails_loses_nothing(
    person: _Person, rule: Path, here: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys; open(sys.argv[1], 'a').write('typed'); sys.exit(3)"
    monkeypatch.setenv("EDITOR", f'{sys.executable} -c "{code}"')
    outcome = person.sgm("edit", "rule-x")
    assert outcome.status == 3
    assert "ended with status 3" in outcome.err
    assert _kept(here)[0].read_text().endswith("typed")
    assert "typed" not in rule.read_text()


@pytest.mark.usefixtures("rule")
def test_without_an_editor_edit_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDITOR", raising=False)
    outcome = run("edit", "rule-x")
    assert outcome.status == 3
    assert outcome.err.startswith("sgm: error: there is no editor to open here\nhint: set $VISUAL")


def test_a_person_writes_a_new_record_in_the_editor(person: _Person, here: GitSandbox) -> None:
    person.edits('title: ""=>title: Build to last')
    outcome = person.sgm("add", "--type", "rule", answers="y")
    assert (outcome.status, outcome.err) == (0, outcome.err)
    (entry,) = Store.open(here.path).entries()
    assert entry.id == "rule-build-to-last"
    assert entry.record is not None
    assert "content" not in entry.record
    assert _kept(here) == []


def test_a_new_record_begins_with_its_template(person: _Person, here: GitSandbox) -> None:
    here.write(
        ".sgm/templates/decision.md", "---\n# Short!\ntitle: T\nowner: me  # or you\n---\n\n# Why\n"
    )
    person.edits("# Why=># Why||Because.")
    assert person.sgm("add", "--type", "decision", answers="s").status == 0
    (entry,) = Store.open(here.path).entries()
    assert entry.record is not None
    assert entry.record["content"] == "# Why\n\nBecause."
    assert entry.record["owner"] == "me"
    assert entry.data.startswith(b"---\nid: decision-t\n# Short!\ntitle: T\nowner: me  # or you\n")


def test_a_form_that_is_left_as_it_is_adds_nothing(person: _Person, here: GitSandbox) -> None:
    person.edits("nothing=>like that")
    outcome = person.sgm("add", "--type", "rule", answers="y")
    assert (outcome.status, outcome.out) == (1, "")
    assert "nothing was typed, nothing was added" in outcome.err
    assert list(Store.open(here.path).entries()) == []
    assert _kept(here) == []
