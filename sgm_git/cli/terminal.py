"""The person at the terminal: editor, pager and questions. Starts programs, as only git/ does."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from subprocess import Popen
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.errors import CannotRun, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Program: TypeAlias = "Popen[bytes]"
"""A program that was started and may still run."""

_FALLBACKS = ("sensible-editor", "nano", "vi", "notepad")


def is_interactive() -> bool:
    """Whether a person can see what we write and answer it."""
    return sys.stdin.isatty() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def editor() -> list[str] | None:
    """The editor's command: ``$VISUAL``, ``$EDITOR``, else a usual one where there is a terminal.

    None where no editor is named and no person is there to use one.
    """
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if named:
        return _words(named)
    if not (is_interactive() and sys.stdout.isatty()):
        return None
    return next(([found] for name in _FALLBACKS if (found := shutil.which(name))), None)


def run_editor(command: Sequence[str], path: Path) -> None:
    """Let a person edit the file; raises CannotRun if the editor cannot start or fails."""
    hint = "set $VISUAL or $EDITOR to the editor that you want"
    try:
        done = subprocess.run([*command, str(path)], check=False)
    except OSError as error:
        raise CannotRun(f"cannot start the editor {command[0]}: {error.strerror}", hint=hint) from (
            error
        )
    if done.returncode:
        raise CannotRun(f"the editor {command[0]} ended with status {done.returncode}", hint=hint)


def page(lines: Sequence[str]) -> bool:
    """Show lines through ``$PAGER`` (else less); False where there is none or it did not start."""
    command = _words(os.environ.get("PAGER", "less"))
    if not command or command == ["cat"] or shutil.which(command[0]) is None:
        return False
    environment = {"LESS": "FRX"} | dict(os.environ)
    text = "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
    sys.stdout.flush()
    try:
        subprocess.run(command, input=text, env=environment, check=False)
    except OSError:
        return False
    return True


def start(command: Sequence[str], variables: Mapping[str, str], data: bytes) -> Program:
    """Start a program that a person named, with ``data`` for its standard input.

    It has no terminal, and its output goes to our standard error. Raises CannotRun if it cannot
    start.
    """
    with tempfile.TemporaryFile() as source:
        source.write(data)
        source.seek(0)
        try:
            return Popen(
                command,
                stdin=source,
                stdout=2,
                env=dict(os.environ) | dict(variables),
                start_new_session=os.name != "nt",
            )
        except OSError as error:
            raise CannotRun(f"cannot start {command[0]}: {error.strerror}") from error


def stop(process: Program) -> None:
    """End a program that was started so, with all that it has started."""
    with suppress(OSError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def words_of(command: str) -> list[str]:
    """The words of a command that a person typed, without a shell; raises UsageError for none."""
    words = _words(command)
    if not words:
        raise UsageError("there is no command to start", hint="--exec 'notify-send memory'")
    return words


def ask(question: str, answers: str) -> str:
    """Put a question on standard error; give the letter answered, the last of ``answers`` at EOF.

    An empty line is the first of ``answers``; anything else than one of them is asked again.
    """
    while True:
        sys.stderr.write(f"{question} [{'/'.join(answers)}] ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            return answers[-1]
        answer = line.strip().lower()[:1] or answers[0]
        if answer in answers:
            return answer


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:
        return [command]
