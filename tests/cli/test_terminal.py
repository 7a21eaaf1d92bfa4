"""Editor, pager and questions."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli import terminal
from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    return monkeypatch


def _typing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def _script(folder: Path, code: str) -> list[str]:
    path = folder / "editor.py"
    path.write_text(code)
    return [sys.executable, str(path)]


def test_visual_goes_before_editor_and_may_have_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "nano")
    assert terminal.editor() == ["nano"]
    monkeypatch.setenv("VISUAL", 'code --wait "a b"')
    assert terminal.editor() == ["code", "--wait", "a b"]


def test_without_a_terminal_no_editor_is_guessed() -> None:
    assert terminal.editor() is None


def test_at_a_terminal_a_usual_editor_is_found(
    at_terminal: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "vi").write_text("#!/bin/sh\n")
    (tmp_path / "vi").chmod(0o755)
    at_terminal.setenv("PATH", str(tmp_path))
    assert terminal.editor() == [str(tmp_path / "vi")]


def test_a_dumb_terminal_is_nobody(at_terminal: pytest.MonkeyPatch) -> None:
    assert terminal.is_interactive()
    at_terminal.setenv("TERM", "dumb")
    assert not terminal.is_interactive()


def test_the_editor_edits_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old")
    code = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text('new')"
    terminal.run_editor(_script(tmp_path, code), tmp_path / "a.md")
    assert (tmp_path / "a.md").read_text() == "new"


def test_an_editor_that_fails_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="ended with status 7") as caught:
        terminal.run_editor(_script(tmp_path, "raise SystemExit(7)"), tmp_path / "a.md")
    assert "$EDITOR" in (caught.value.hint or "")


def test_an_editor_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="cannot start the editor no-such-editor"):
        terminal.run_editor(["no-such-editor"], tmp_path / "a.md")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("s\n", "s"), ("S\n", "s"), ("save\n", "s"), ("\n", "e"), ("x\nq\n", "q"), ("", "q")],
)
def test_a_question_is_asked_until_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    answer: str,
) -> None:
    _typing(monkeypatch, typed)
    assert terminal.ask("What now?", "esq") == answer
    assert capsys.readouterr().err.startswith("What now? [e/s/q] ")


def test_the_pager_gets_the_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "seen"
    code = f"import sys; open({str(target)!r}, 'wb').write(sys.stdin.buffer.read())"
    command = " ".join(_script(tmp_path, code))
    monkeypatch.setenv("PAGER", command)
    assert terminal.page(["one", "zwei é"])
    assert target.read_bytes().decode() == "one\nzwei é\n"


@pytest.mark.parametrize("pager", ["cat", "", "no-such-pager", "'unclosed"])
def test_without_a_pager_nothing_is_paged(monkeypatch: pytest.MonkeyPatch, pager: str) -> None:
    monkeypatch.setenv("PAGER", pager)
    assert not terminal.page(["one"])
