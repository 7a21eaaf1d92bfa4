"""Whatever happens, a run ends with its status, and with one line for the user."""

from __future__ import annotations

import errno
import inspect

import click
import pytest

from sgm_git import __version__, errors
from sgm_git.cli import program
from sgm_git.cli.options import command
from sgm_git.cli.registry import COMMANDS, Entry, load_command
from sgm_git.errors import CannotRun, NoSuchRecord, Refused, SgmError, UsageError
from sgm_git.findings import Finding, Severity
from tests.cli.runner import Outcome, run

ERRORS = [
    (SgmError("it broke", hint="mend it"), 3),
    (UsageError("it broke", hint="mend it"), 2),
    (CannotRun("it broke", hint="mend it"), 3),
    (NoSuchRecord("it broke", hint="mend it"), 3),
    (Refused("it broke", hint="mend it"), 1),
]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> _Ending:
    return _Ending(monkeypatch)


class _Ending:
    """Runs a command that ends by raising what it is given, or with a status."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, end: BaseException | int, *options: str) -> Outcome:
        @command("end", example="sgm end")
        def made(_invocation: object) -> int:
            if isinstance(end, BaseException):
                raise end
            return end

        self._monkeypatch.setitem(COMMANDS, "end", Entry("end", "End.", "Begin"))
        self._monkeypatch.setattr(program, "load_command", {"end": made}.get)
        return run(*options, "end")


@pytest.mark.parametrize(("error", "status"), ERRORS, ids=lambda x: type(x).__name__)
def test_every_error_is_one_line_a_hint_and_its_status(
    ending: _Ending, error: SgmError, status: int
) -> None:
    assert ending(error) == Outcome(status, "", "sgm: error: it broke\nhint: mend it\n")


def test_every_class_of_error_is_tried_here() -> None:
    classes = {c for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, SgmError)}
    assert classes == {type(error) for error, _ in ERRORS}


@pytest.mark.parametrize("status", [0, 1, 3])
def test_the_status_of_a_command_is_the_status_of_the_run(ending: _Ending, status: int) -> None:
    assert ending(status) == Outcome(status, "", "")


def test_a_refused_write_shows_its_findings_first(ending: _Ending) -> None:
    finding = Finding("K401", Severity.ERROR, "memory/a.md", "owner would be lost")
    assert ending(Refused("nothing was written", findings=[finding])).err == (
        "memory/a.md: K401 error: owner would be lost\nsgm: error: nothing was written\n"
    )


def test_words_of_a_hook_are_lines_of_their_own_and_harmless(ending: _Ending) -> None:
    words = [
        "ruff....Failed",
        "",
        "- exit code:\t1",
        "\x1b[31mx.py:1: F401",
        "sgm: error: all is lost",
    ]
    outcome = ending(Refused("the hook refused the commit:", words=words, hint="see there"))
    assert outcome.err.splitlines() == [
        "sgm: error: the hook refused the commit:",
        "  ruff....Failed",
        "  ",
        "  - exit code:    1",
        r"  \x1b[31mx.py:1: F401",
        "  sgm: error: all is lost",
        "hint: see there",
    ]


def test_words_of_a_hook_have_an_end(ending: _Ending) -> None:
    words = [*map(str, range(500)), "x" * 1_000]
    lines = ending(Refused("the hook refused the commit:", words=words)).err.splitlines()
    assert lines[1:3] == ["  (461 lines left out)", "  461"]
    assert lines[-1] == f"  {'x' * 400}…"
    assert len(lines) == 42


def test_an_error_message_stays_one_line_and_harmless(ending: _Ending) -> None:
    outcome = ending(CannotRun("a\x1b[2J\nb\u202e", hint="c\x07\n\n d"))
    assert outcome.err == "sgm: error: a\\x1b[2J b\\u202e\nhint: c\\x07 d\n"


def test_an_error_of_ours_is_one_line_and_says_that_it_is_a_bug(ending: _Ending) -> None:
    outcome = ending(ZeroDivisionError("by zero"))
    assert outcome.status == 3
    assert outcome.err.splitlines() == [
        "sgm: error: internal error: ZeroDivisionError: by zero",
        "hint: this is a bug in sgm: run it again with --debug and report what it says",
    ]


def test_debug_shows_where_an_error_comes_from(ending: _Ending) -> None:
    outcome = ending(ZeroDivisionError("by\x1bzero"), "--debug")
    assert "Traceback" in outcome.err
    assert "\x1b" not in outcome.err
    assert outcome.err.splitlines()[-2].startswith("sgm: error: internal error")


def test_an_error_of_the_system_names_the_file(ending: _Ending) -> None:
    outcome = ending(OSError(errno.ENOSPC, "No space left on device", "memory/a.md"))
    assert outcome == Outcome(3, "", "sgm: error: memory/a.md: No space left on device\n")


def test_ctrl_c_ends_with_130_and_no_word(ending: _Ending) -> None:
    assert ending(KeyboardInterrupt()) == Outcome(130, "", "\n")


def test_a_reader_that_went_away_is_no_error(ending: _Ending) -> None:
    assert ending(BrokenPipeError()) == Outcome(141, "", "")


def test_a_command_may_end_early(ending: _Ending) -> None:
    assert ending(click.exceptions.Exit(1)) == Outcome(1, "", "")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["schem"], "sgm: error: there is no command schem; did you mean schema?"),
        (["\x1b[2J"], "sgm: error: there is no command \\x1b[2J"),
        (["--nope"], "sgm: error: No such option"),
        (["schema", "a", "b"], "sgm: error: Got unexpected extra argument (b)"),
        (["schema", "nope"], "sgm: error: there is no schema 'nope'"),
    ],
)
def test_what_has_no_meaning_is_refused_with_a_hint(arguments: list[str], line: str) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(line)
    assert outcome.err.splitlines()[-1].startswith("hint: ")


def test_without_a_command_the_help_goes_to_standard_error() -> None:
    outcome = run()
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("Usage: sgm")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_the_help_names_every_command(arguments: list[str]) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.err) == (0, "")
    assert all(f"  {name} " in outcome.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_its_summary_and_an_example(name: str) -> None:
    loaded = load_command(name)
    assert loaded is not None
    assert loaded.name == name
    assert (loaded.help or "").startswith(COMMANDS[name].summary)
    assert f"Example:\n    sgm {name}" in run(name, "-h").out


def test_the_version_may_stand_behind_other_options() -> None:
    assert run("-C", ".", "--version") == Outcome(0, f"sgm {__version__}\n", "")


def test_the_folder_to_run_in_must_be_there() -> None:
    outcome = run("-C", "/no/such/folder", "schema")
    assert outcome.status == 3
    assert "cannot change to /no/such/folder" in outcome.err


def test_colour_is_taken_on_either_side_of_the_command(ending: _Ending) -> None:
    coloured = "\x1b[31;1msgm: error:\x1b[0m it broke\n"
    assert ending(CannotRun("it broke"), "--color", "always").err == coloured
    assert "\x1b" not in ending(CannotRun("it broke"), "--color", "never").err
