"""Speak to the installed git as to a machine: fixed switches, a scrubbed environment, one answer.

Whatever a repository's or user's configuration says, calls that only read run no other program,
ask nothing, fetch nothing and write nothing (DESIGN 13).
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from typing import IO, TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.partial import never_fetched
from sgm_git.git.run import LOCAL_SECONDS, Done, run
from sgm_git.git.variables import personal_variables

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

_SWITCHES = ("git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
_NOWHERE = "/there is no such file"
_ALWAYS = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_EDITOR": ":",
    "GIT_SEQUENCE_EDITOR": ":",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": _NOWHERE,
    "GIT_ALLOW_PROTOCOL": "https:ssh:file",
    "LANGUAGE": "C",  # messages in English, for some are told apart; all else in the user's locale
}
_READING = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # older gits do not know the line above
}
_ARGUMENT_BYTES = 24_000  # a command line of Windows ends at 32 kB
_FEW = 200
_KIND = re.compile(r"(?:fatal|error): ")
_NOT_FETCHED = re.compile(r"could not fetch ([0-9a-f]{40,64}) from promisor remote")
_NOT_ALLOWED = re.compile(r"transport '.*' not allowed")  # what an older git says before it


@dataclass(frozen=True, slots=True)
class Git:
    """git in one directory; ``own`` are the variables that belong to this very repository."""

    directory: Path
    own: Mapping[str, str] = field(default_factory=dict)

    def with_index(self, file: Path) -> Git:
        """Give a git that works on another index file."""
        return replace(self, own={**self.own, "GIT_INDEX_FILE": str(file)})

    def without_index(self) -> Git:
        """Give a git that has nothing staged: to compare trees it would read all of an index."""
        return replace(self, own={**self.own, "GIT_INDEX_FILE": _NOWHERE})

    def read(self, *arguments: str, stdin: bytes = b"", output: IO[bytes] | None = None) -> bytes:
        """Give what a call says that changes nothing; raises CannotRun if git fails."""
        done = self.ask(*arguments, stdin=stdin, output=output)
        if done.status:
            raise git_error(done.err)
        return done.out

    def ask(
        self,
        *arguments: str,
        stdin: bytes = b"",
        output: IO[bytes] | None = None,
        variables: Mapping[str, str] | None = None,
    ) -> Done:
        """Make a call that changes nothing; the caller looks at the exit status."""
        environment = personal_variables(os.environ) | dict(self.own) | _ALWAYS | _READING
        return run(
            [*_SWITCHES, *arguments],
            cwd=self.directory,
            environment=environment | dict(variables or {}),
            stdin=stdin,
            output=output,
        )

    def write(
        self,
        *arguments: str,
        stdin: bytes = b"",
        seconds: float = LOCAL_SECONDS,
        variables: Mapping[str, str] | None = None,
        keep_open: Collection[int] = (),
    ) -> Done:
        """Make a call that changes the repository and may run its hooks.

        What hooks see is kept close to what git itself would show them: pathspecs are not
        literal here, say so by ``:(literal)``.
        """
        environment = (
            personal_variables(os.environ) | dict(self.own) | _ALWAYS | dict(variables or {})
        )
        return run(
            [*_SWITCHES, *arguments],
            cwd=self.directory,
            environment=environment,
            stdin=stdin,
            seconds=seconds,
            keep_open=keep_open,
        )

    def read_paths(self, *arguments: str, paths: Sequence[str]) -> list[bytes]:
        """Give the NUL-terminated answers of a call about paths.

        Of many paths it is asked without naming any, for git compares each with each: the caller
        must be ready for answers about other paths.
        """
        if not paths:
            return []
        few = len(paths) <= _FEW and fits_command_line(paths)
        return split_nul(self.read(*arguments, "--", *(paths if few else ())))


def git_error(err: bytes, fallback: str = "git failed without a word") -> CannotRun:
    """Pass git's own message on: its first line, and the command that it recommends as hint."""
    lines = list(filter(str.strip, err.decode("utf-8", "replace").splitlines()))
    at = next((n for n, line in enumerate(lines) if _KIND.match(line)), 0)
    told = lines[at] if lines else fallback
    if told.endswith(":"):  # the matter stands in the next line
        told = " ".join([told, *(line.strip() for line in lines[at + 1 : at + 2])])
    left_out = _left_out(told, lines[at:])
    if left_out is not None:
        return never_fetched(left_out)
    advice = [line.strip() for line in lines if line.startswith("\tgit ")]
    return CannotRun(f"git: {_KIND.sub('', told, count=1)}", hint=advice[-1] if advice else None)


def _left_out(told: str, lines: Sequence[str]) -> str | None:
    """Give the object that git may not fetch here; None where something else went wrong."""
    found = _NOT_FETCHED.search("\n".join(lines))
    is_why = _NOT_FETCHED.search(told) or _NOT_ALLOWED.search(told)
    return found[1] if found and is_why else None


def split_nul(data: bytes) -> list[bytes]:
    """Split a list in which every item ends in NUL."""
    return data.split(b"\0")[:-1]


def fits_command_line(paths: Sequence[str]) -> bool:
    """Whether so many paths can be given as arguments on every system."""
    return sum(len(os.fsencode(path)) + 3 for path in paths) <= _ARGUMENT_BYTES
