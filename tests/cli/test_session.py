"""What an agent's session-start hook gets: one JSON value and status 0, whatever comes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.cli import session
from tests.cli.runner import Outcome, run
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support import GitSandbox

CANNOT = "sgm: memory could not be loaded: "
CAREFUL = "; do not assume that there are no rules"
RULE = """\
---
id: rule-a
type: rule
title: Ask first
scope: {{project: {project}}}
provenance:
  agent: Ada
  created_at: "2026-10-10T18:21:47Z"
  origin: cli
  scope: {{project: {project}}}
---

Never push to main.
"""


@pytest.fixture
def memory(here: GitSandbox) -> GitSandbox:
    """A memory with one rule, beside a package with one of its own."""
    here.write("memory/rule/rule-a.md", RULE.format(project="x"))
    here.write("packages/auth/memory/rule/rule-b.md", RULE.format(project="y"))
    here.write(
        ".sgm/config.toml",
        '[[root]]\npath = "memory"\n[[root]]\npath = "packages/*/memory"\n'
        'scope = {project = "{1}"}\n',
    )
    here.commit()
    return here


def told(outcome: Outcome, agent: str = "claude") -> str:
    """The text that a hook brings into the session."""
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.isascii()
    assert outcome.out.count("\n") == 1
    value = json.loads(outcome.out)
    if agent == "cursor":
        text = value["additional_context"]
    elif agent == "copilot":
        text = value["additionalContext"]
    else:
        assert value["hookSpecificOutput"]["hookEventName"] == "SessionStart"
        text = value["hookSpecificOutput"]["additionalContext"]
    assert isinstance(text, str)
    return text


def why(outcome: Outcome) -> str:
    """Why the memory could not be loaded."""
    text = told(outcome)
    assert text.startswith(CANNOT)
    assert text.endswith(CAREFUL)
    assert "\n" not in text
    return text[len(CANNOT) : -len(CAREFUL)]


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("agent", ["claude", "codex", "cursor", "copilot"])
@pytest.mark.parametrize("form", ["--hook={}", "--hook {}"])
def test_every_agent_gets_the_memory_in_its_own_shape(agent: str, form: str) -> None:
    text = told(run("context", *form.format(agent).split()), agent)
    assert text.startswith("# Memory of this repository\n")
    assert "> Never push to main." in text


def test_the_directory_that_the_agent_names_counts(memory: GitSandbox) -> None:
    memory.write("packages/auth/src/login.py", "")
    place = str(memory.path / "packages" / "auth" / "src")
    text = told(run("context", "--hook", "codex", stdin=json.dumps({"cwd": place})))
    assert "Scope: `project=auth`." in text


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"no JSON",
        b"[1]",
        b'{"cwd": 5}',
        b'{"cwd": "/does/not/exist"}',
        b'{"cwd": "a\\u0000b"}',
        b'{"cwd": "\\ud800"}',
        b"\xff\xfe",
        b'{"session_id": "x"}',
        b"[" * 100_000,
    ],
)
def test_whatever_else_stands_on_standard_input_is_ignored(given: bytes) -> None:
    assert "rule-a" in told(run("context", "--hook", "claude", stdin=given))


def test_a_directory_may_be_named_on_the_command_line(
    memory: GitSandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "rule-a" in told(run("-C", str(memory.path), "context", "--hook", "claude"))
    assert why(run("-C", str(tmp_path / "none"), "context", "--hook", "claude"))


@pytest.mark.usefixtures("memory")
def test_options_that_a_list_has_too_work_with_a_hook() -> None:
    text = told(run("context", "--type", "rule", "--hook", "claude", "--budget", "0"))
    assert "Left out: 2 rules" in text
    plain = ("--scope", "project=x", "--query", "push", "--paths=memory", "--history")
    assert "Scope: `project=x`." in told(run("context", "--hook=codex", *plain))
    assert "0 new, 0 changed" in told(run("context", "--hook=codex", "--since", "HEAD"))


def test_no_repository_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "not a git repository" in why(run("context", "--hook", "claude"))


def test_a_broken_configuration_is_said(memory: GitSandbox) -> None:
    memory.write(".sgm/config.toml", "[[root")
    assert ".sgm/config.toml:1" in why(run("context", "--hook", "claude"))


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    "options",
    [
        ["--budget", "many"],
        ["--budget", "-1"],
        ["--budget", "9" * 5_000],
        ["--budget"],
        ["--no-such-option"],
        ["--scope", "x"],
        ["--paths", "/"],
        ["--since", "no-such-revision"],
        ["--since", "--output=x"],
        ["more"],
        ["--type"],
    ],
)
def test_a_wrong_option_is_said_and_fails_no_session(options: list[str]) -> None:
    assert why(run("context", "--hook", "claude", *options))
    assert not Path("x").exists()


@pytest.mark.parametrize("words", [["--hook"], ["--hook", "emacs"], ["--hook="]])
def test_an_agent_that_nobody_knows_is_said(words: list[str]) -> None:
    assert "there is no hook" in why(run("context", *words))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("odd\nthing"), "internal error: RuntimeError: odd thing"),
        (PermissionError(13, "Permission denied", "memory"), "memory: Permission denied"),
        (MemoryError(), "internal error: MemoryError"),
        (RecursionError("deep"), "internal error: RecursionError: deep"),
        (SystemExit(3), "it was ended by SystemExit"),
        (ValueError("\x1b[2J\u202e"), "internal error: ValueError: \\x1b[2J\\u202e"),
    ],
)
def test_an_error_that_nobody_foresaw_is_said(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, said: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Store, "open", fail)
    assert why(run("context", "--hook", "claude")).startswith(said)


def test_a_disk_that_does_not_answer_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_SECONDS", 0.05)
    monkeypatch.setattr(Store, "open", lambda *_, **__: time.sleep(0.5))
    said = why(run("context", "--hook", "claude"))
    assert said.startswith("it takes longer than 0.05 seconds; sgm list reads it all once")


@pytest.mark.usefixtures("memory")
def test_an_unreadable_record_is_said_and_the_others_are_told(memory: GitSandbox) -> None:
    memory.write("memory/fact/broken.md", "---\nid: [\n---\n")
    text = told(run("context", "--hook", "claude"))
    assert "left out, for nobody can read it: 1 document, `memory/fact/broken.md`" in text
    assert "> Never push to main." in text


@pytest.mark.parametrize(
    ("words", "is_one"),
    [
        ("context --hook claude", True),
        ("-C dir context --hook=claude", True),
        ("context --query x", False),
        ("context -- --hooks", False),
        ("add --title context --content --hook", False),
        ("search context --hook", False),
        ("-C context --hook", False),
    ],
)
def test_only_a_context_with_a_hook_is_a_session(words: str, *, is_one: bool) -> None:
    assert session.is_session(words.split()) is is_one


@pytest.mark.usefixtures("memory")
def test_global_options_before_the_command_change_nothing() -> None:
    assert "rule-a" in told(run("--quiet", "context", "--hook", "claude"))


SGM = [sys.executable, "-c", "import sys; from sgm_git.cli import main; sys.exit(main())"]
HOOK = [*SGM, "context", "--hook", "claude"]


def start(memory: GitSandbox, **how: object) -> subprocess.Popen[bytes]:
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = os.environ | memory.environment | {"PYTHONPATH": str(CHECKOUT)}
    return subprocess.Popen(HOOK, cwd=memory.path, env=environment, **(streams | how))  # type: ignore[call-overload, no-any-return]  # as given


def test_who_says_nothing_and_leaves_standard_input_open_is_not_waited_for(
    memory: GitSandbox,
) -> None:
    with start(memory) as process:
        assert process.stdout is not None
        assert (
            "rule-a"
            in json.loads(process.stdout.readline())["hookSpecificOutput"]["additionalContext"]
        )
        assert process.wait(timeout=60) == 0


def test_input_that_has_no_end_is_read_as_far_as_it_goes(memory: GitSandbox) -> None:
    memory.write("packages/auth/src/login.py", "")
    place = json.dumps({"cwd": str(memory.path / "packages" / "auth")})
    with start(memory) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(place.encode())
        process.stdin.flush()
        assert b"project=auth" in process.stdout.readline()
        assert process.wait(timeout=60) == 0


def test_a_pipe_that_nobody_reads_fails_no_session(memory: GitSandbox) -> None:
    with start(memory) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_fail_no_session(memory: GitSandbox, closed: str) -> None:
    command = ["sh", "-c", f'"$@" {closed}', "sh", *HOOK]
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(
        command, cwd=memory.path, env=environment, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_directory_that_is_gone_is_said(memory: GitSandbox) -> None:
    gone = memory.path / "gone"
    gone.mkdir()
    code = f"import os; os.rmdir({str(gone)!r}); {SGM[2]}"
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(
        [sys.executable, "-c", code, "context", "--hook", "claude"],
        cwd=gone,
        env=environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert CANNOT.encode() in done.stdout


def test_where_nothing_changed_a_hook_imports_no_command_line_and_no_parser(
    memory: GitSandbox,
) -> None:
    code = (
        "import sys, os; from sgm_git.cli import main; main(sys.argv[1:]);"
        "sys.stderr.write(', '.join(name for name in"
        " ('click', 'rich', 'ruamel.yaml', 'jsonschema_rs', 'dulwich', 'mcp')"
        " if name in sys.modules))"
    )
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    imported = [
        subprocess.run(
            [sys.executable, "-c", code, "context", "--hook", "claude"],
            cwd=memory.path,
            env=environment,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=60,
        ).stderr
        for _ in range(3)  # the first makes an index, and who edits this code makes it anew
    ]
    assert b"" in imported[1:]


def test_what_is_typed_wrongly_without_a_hook_is_an_error(memory: GitSandbox) -> None:
    check: Callable[..., Outcome] = run
    assert check("context", "--budget", "-1").status == 2
    assert check("context", "--scope", "x").status == 2
    assert memory.path.is_dir()
