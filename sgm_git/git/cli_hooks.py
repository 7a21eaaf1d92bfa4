"""Run the repository's commit hooks as git runs them (githooks)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.run import TimeIsOver

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sgm_git.git.command import Git
    from sgm_git.git.run import Done

_ALIAS = 'alias.run-hook=!f() { exec "$SGM_HOOK" "$@" >&2 </dev/null; }; f'
"""An alias gives a hook the folder and environment that git gives it, on every system and in
versions that have no `git hook run` yet."""


@dataclass(frozen=True, slots=True)
class HookRunner:
    """The installed hooks by name, and the variables that they are to see."""

    git: Git
    installed: Mapping[str, Path]
    variables: Mapping[str, str]

    def run(self, name: str, *arguments: str, seconds: float) -> bool:
        """Run a hook if it is installed; say whether it is.

        Raises Refused with the hook's own words if it fails, CannotRun if it takes too long.
        """
        if name not in self.installed:
            return False
        variables = {**self.variables, "SGM_HOOK": str(self.installed[name])}
        call = ("-c", _ALIAS, "run-hook", *arguments)
        try:
            done = self.git.write(*call, seconds=seconds, variables=variables)
        except TimeIsOver as error:
            raise CannotRun(
                f"the {name} hook did not end within {seconds:.3g} s: the commit was given up",
                hint="see what it waits for",
            ) from error
        if done.status:
            raise _refusal(name, done)
        return True

    def edit(self, file: Path, message: bytes, *, seconds: float) -> bytes:
        """Let the message hooks look at the message, in ``file``, and give what they left."""
        if not self.installed.keys() & {"prepare-commit-msg", "commit-msg"}:
            return message
        file.write_bytes(message)
        self.run("prepare-commit-msg", str(file), "message", seconds=seconds)
        self.run("commit-msg", str(file), seconds=seconds)
        edited = file.read_bytes()
        if not edited.strip():
            raise Refused("the hooks left nothing of the commit message")
        return edited


def _refusal(name: str, done: Done) -> Refused:
    """The refusal in the hook's words: one line ends the message, several follow it."""
    text = done.err.decode("utf-8", "replace")
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        return Refused(f"the {name} hook refused the commit:", words=lines)
    why = lines[0].strip() if lines else f"it ended with status {done.status} without a word"
    return Refused(f"the {name} hook refused the commit: {why}")
