"""Runs ``sgm`` inside the test's process, with streams of its own."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest import mock

from sgm_git.cli import main


@dataclass(frozen=True)
class Outcome:
    """What one run left: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def run(*arguments: str, stdin: bytes | str = b"", terminal: bool = False) -> Outcome:
    """Run a command line; ``terminal``: all three streams say that they are one."""
    kind = _Terminal if terminal else io.TextIOWrapper
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = kind(io.BytesIO()), kind(io.BytesIO())
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        mock.patch.object(sys, "stdin", kind(io.BytesIO(data), encoding="utf-8")),
    ):
        status = main(arguments)
    return Outcome(status, _text(out), _text(err))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
