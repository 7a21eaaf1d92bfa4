"""``sgm apply``."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.arguments import bytes_of
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.writing import WriteOptions, without_expect, write, write_options
from sgm_git.errors import SgmError, UsageError
from sgm_git.record.value import loads
from sgm_git.workflows.applying import Operation, parse_operation, perform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction


@command("apply", example="sgm apply changes.jsonl\nsgm apply - < changes.jsonl")
@click.argument("source", metavar="FILE")
@write_options
@without_expect(
    "apply writes many records, and a blob is the file of one",
    hint='let each operation say it: {"op": ..., "expect": BLOB}',
)
def apply(invocation: Invocation, source: str, **options: Unpack[WriteOptions]) -> int:
    """Do many writes as one: all or nothing, one commit.

    FILE (- is standard input) holds one JSON object a line:

    \b
    {"op": "add", "record": {...}}                       perhaps path, expect
    {"op": "put", "record": {...}}                       perhaps expect, drop
    {"op": "set", "id": ID, "pointer": P, "value": V}    perhaps expect, consent
    {"op": "unset", "id": ID, "pointer": P}              perhaps expect
    {"op": "annotate", "id": ID, "kind": K, "value": V}  perhaps expect
    {"op": "supersede", "id": ID, "by": NEW}             perhaps expect
    {"op": "remove", "id": ID}                           perhaps expect
    {"op": "move", "id": ID, "path": PATH}               perhaps expect
    {"op": "rename", "id": ID, "to": NEW}                perhaps expect
    {"op": "restore", "id": ID, "rev": REV}              perhaps expect

    Each operation expects the blob of its own record (list --json gives it); all zeros expect
    that there is none.
    """  # noqa: D301 - the backslash is click's mark for lines that stay as they are
    operations = _operations(bytes_of(source))
    store = open_store(invocation)

    def past(ref: str, rev: str) -> Entry:
        """A record as it was."""
        return store.get(ref, rev=rev)

    def act(transaction: Transaction) -> None:
        """Do all of them, in order."""
        for line, operation in operations:
            with _at(line):
                perform(operation, transaction, past)

    return write(invocation, options, act, store)


def _operations(data: bytes) -> list[tuple[int, Operation]]:
    """Read every line before the first is acted on; blank lines are nothing."""
    found = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            with _at(number):
                found.append((number, _operation(line)))
    return found


def _operation(line: bytes) -> Operation:
    try:
        return parse_operation(loads(line))
    except ValueError as error:
        column = str(error).removeprefix("1:")  # each line is a JSON text of its own
        raise UsageError(f"column {column}", hint="write one JSON object a line") from error


@contextmanager
def _at(line: int) -> Iterator[None]:
    """Let an error say which line it is about."""
    try:
        yield
    except SgmError as error:
        error.message = f"line {line}: {error.message}"
        raise
