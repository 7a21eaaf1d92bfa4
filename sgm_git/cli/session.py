"""``sgm context --hook NAME``: what agents start with each session.

It never fails a session. Whatever comes, standard output is one JSON value of the form that the
agent's hook takes and the exit status is 0. Where the memory could not be loaded the value says
so, for an agent that is told nothing would think that there are no rules. A person waits for it,
so no command line is imported where the plain options are all that is given.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.api import Store
from sgm_git.cli import streams
from sgm_git.cli.contexts import make_context
from sgm_git.cli.invocation import Invocation
from sgm_git.cli.late import load_known, load_options
from sgm_git.cli.plain_options import plainly_asked
from sgm_git.errors import SgmError, UsageError
from sgm_git.record.value import loads
from sgm_git.report.context_markdown import context_markdown
from sgm_git.report.escape import visible
from sgm_git.report.session_hooks import HOOK_AGENTS, session_start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sgm_git.cli.contexts import Asked

    Ask = Callable[[], Asked]

_ONCE = "sgm list reads it all once, then it is quick"
_SECONDS = 10.0  # that a session may have to wait
_FOR_INPUT = 0.05  # seconds beyond our own start; who has something to say has said it by then
_INPUT_LIMIT = 1 << 20
_GARBAGE_THRESHOLD = 200_000  # as ``cli.frame`` has it
_LONGEST = 2_000


def run(arguments: Sequence[str], *, leaves: bool = False) -> int:
    """Run ``sgm`` with these arguments, among them ``context`` and ``--hook``; give 0.

    Prints one JSON value and raises nothing but KeyboardInterrupt. Where it ``leaves``, the
    process ends here and now, also while something still waits for a slow disk.
    """
    gc.set_threshold(_GARBAGE_THRESHOLD)
    streams.make_safe()
    directory, rest = _directory_given(arguments)
    status = start_session(_agent(rest), lambda: _asked(rest), Invocation(quiet=True), directory)
    if leaves:
        os._exit(status)
    return status


def start_session(agent: str, ask: Ask, invocation: Invocation, directory: str = ".") -> int:
    """Print what the session-start hook of an agent takes; give 0, whatever comes.

    ``ask`` says what is asked for, and may raise. The directory that the agent names on standard
    input (``cwd``) counts, else ``directory``.
    """
    heard = _Input()
    heard.listen()
    text = _in_time(lambda: _text(agent, ask, invocation, heard.directory() or directory))
    try:
        sys.stdout.write(f"{session_start(agent, text)}\n")
        sys.stdout.flush()
    except (OSError, ValueError):  # nobody is there to be told
        streams.give_up()
    return 0


def is_session(arguments: Sequence[str]) -> bool:
    """Whether a command line is ``sgm [-C DIR] context`` with a ``--hook``."""
    _, rest = _directory_given(arguments)
    return rest[:1] == ["context"] and any(word.partition("=")[0] == "--hook" for word in rest)


def _text(agent: str, ask: Ask, invocation: Invocation, directory: str) -> str:
    if agent not in HOOK_AGENTS:
        raise UsageError(f"there is no hook {agent!r}", hint=f"one of {', '.join(HOOK_AGENTS)}")
    store = Store.open(directory, engine=invocation.engine, clock=invocation.now)
    return context_markdown(make_context(store, ask(), directory))


def _in_time(work: Callable[[], str]) -> str:
    """What comes of some work, in words if that is an error; after ten seconds that it takes long.

    A thread of its own, for nothing else lets go of a disk that does not answer.
    """
    done: list[str] = []

    def act() -> None:
        """Do it, whatever comes."""
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001 - a session goes on whatever it is
            done.append(_sorry(_said(error)))

    worker = threading.Thread(target=act, daemon=True)
    worker.start()
    worker.join(_SECONDS)
    return done[0] if done else _sorry(f"it takes longer than {_SECONDS:g} seconds; {_ONCE}")


def _said(error: BaseException) -> str:
    if isinstance(error, Exception) and not isinstance(error, SgmError):
        error = load_known()(error)
    if not isinstance(error, SgmError):
        return f"it was ended by {type(error).__name__}"
    return f"{error.message} ({error.hint})" if error.hint else error.message


def _sorry(why: str) -> str:
    shown = visible(" ".join(why.split()))[:_LONGEST]
    return f"sgm: memory could not be loaded: {shown}; do not assume that there are no rules"


def _directory_given(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """What ``-C`` names, and what follows it."""
    if arguments[:1] == ["-C"] and arguments[1:]:
        return arguments[1], list(arguments[2:])
    return ".", list(arguments)


def _agent(arguments: Iterable[str]) -> str:
    """The last that ``--hook`` names, whatever else is wrong with the options."""
    words = iter(arguments)
    agent = ""
    for word in words:
        name, equals, value = word.partition("=")
        if name == "--hook":
            agent = value if equals else next(words, "")
    return agent


def _asked(arguments: Sequence[str]) -> Asked:
    """What the options ask for; raises UsageError."""
    words = arguments[1:]
    return plainly_asked(words) or load_options()(words)


class _Input:
    """What an agent tells on standard input, read while we begin: nobody waits for it."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.reader: threading.Thread | None = None

    def listen(self) -> None:
        """Begin to read, unless a person sits there."""
        try:
            if not sys.stdin.isatty():
                self.reader = threading.Thread(target=self._read, daemon=True)
                self.reader.start()
        except (OSError, ValueError):
            self.reader = None

    def directory(self) -> str | None:
        """The directory that was named, where it is one."""
        if self.reader is None:
            return None
        self.reader.join(_FOR_INPUT)
        try:
            told = loads(b"".join(self.parts))
        except ValueError:
            return None
        place = told.get("cwd") if isinstance(told, dict) else None
        return place if isinstance(place, str) and Path(place).is_dir() else None

    def _read(self) -> None:
        with suppress(Exception):  # whatever it is, a session goes on without it
            try:
                source = sys.stdin.fileno()
            except (OSError, ValueError):  # one in memory
                self.parts.append(sys.stdin.buffer.read(_INPUT_LIMIT))
                return
            size = 0
            while size < _INPUT_LIMIT and (part := os.read(source, 1 << 16)):
                self.parts.append(part)
                size += len(part)
