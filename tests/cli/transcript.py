"""Command line sessions as text: what was typed, and what came of it.

::

    $ sgm add --type fact --content - <<
    > what standard input gets
    added fact-x memory/fact/fact-x.md
    2> committed as <oid>
    ? 1

Standard input stands directly below the command. Lines of standard error begin with ``2>``, a
last ``?`` gives a status other than 0; what stands before the first command is a remark. Besides
``sgm`` there are ``git``, ``cat FILE`` and ``write FILE``. Object ids are shown as ``<oid>``, for
they are nothing that a person reads, and the repository's folder as ``<top>``.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.cli.runner import Outcome, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support import GitSandbox

_OID = re.compile(
    r"\b(?=[0-9]*[a-f])[0-9a-f]{7,64}\b"
    r"|(?<=committed as )[0-9]{7,64}\b|\b[0-9]{7,64}(?=\.\.)|(?<=\.\.)[0-9]{7,64}\b"  # all digits
)


@dataclass(frozen=True)
class Step:
    """One command, with the lines before its output as they were written."""

    written: tuple[str, ...]
    words: tuple[str, ...]
    stdin: bytes


def steps(text: str) -> list[Step]:
    """Take a transcript apart; what it says of the output is left out."""
    found: list[Step] = []
    head: list[str] = []
    before = ""
    for line in [*text.splitlines(), "$ end"]:
        begun = any(each.startswith("$ ") for each in head)
        if begun and line.startswith("$ "):
            found.append(_step(head))
            head = [] if before else [before]
        is_input = re.match(r">( |$)", line) and head[-1:] == [before]
        begins = line == "$" or line.startswith("$ ")
        if begins or is_input or before.endswith("\\") or not (begun or found):
            head.append(line)
        before = line
    return found


def _step(head: list[str]) -> Step:
    command = "\n".join(line for line in head if line and line[0] not in ">#")
    stdin = "".join(f"{line[2:]}\n" for line in head if line.startswith(">"))
    return Step(tuple(head), tuple(shlex.split(command[2:].replace("\\\n", " "))), stdin.encode())


def play(
    text: str, sandbox: GitSandbox, act: Callable[[Step, GitSandbox], Outcome] | None = None
) -> str:
    """Run every command of a transcript anew, in the sandbox; give the transcript with its output.

    The current directory must be the sandbox's. ``act`` runs one command; None: ``perform``.
    """
    lines: list[str] = []
    for step in steps(text):
        lines += [*step.written, *_shown((act or perform)(step, sandbox), sandbox)]
    return "\n".join(lines) + "\n"


def perform(step: Step, sandbox: GitSandbox) -> Outcome:
    """Run one command; one of git must not fail, and only its standard output is shown."""
    name, *arguments = step.words
    if name == "sgm":
        return run(*arguments, stdin=step.stdin)
    if name == "git":
        return Outcome(0, sandbox.run(*arguments).decode(), "")
    if name == "cat":
        return Outcome(0, (sandbox.path / arguments[0]).read_text(), "")
    if name == "write":
        sandbox.write(arguments[0], step.stdin)
        return Outcome(0, "", "")
    raise AssertionError(f"no command {name}")


def _shown(outcome: Outcome, sandbox: GitSandbox) -> list[str]:
    lines = outcome.out.splitlines()
    lines += [f"2> {line}" for line in outcome.err.splitlines()]
    if outcome.status:
        lines.append(f"? {outcome.status}")
    return [_OID.sub("<oid>", line.replace(str(sandbox.path), "<top>")) for line in lines]


def transcripts() -> list[Path]:
    """The transcripts that there are."""
    return sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
