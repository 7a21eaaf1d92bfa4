"""``sgm apply``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.arguments import bytes_of
from sgm_git.cli.options import command
from sgm_git.cli.writing import WriteOptions, write, write_options
from sgm_git.errors import SgmError, UsageError
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from sgm_git.api import Transaction
    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonObject


@command(
    "apply",
    example="""echo '{"op": "annotate", "id": "dec-x", "kind": "status", "value": "accepted"}' |
  sgm apply -""",
)
@click.argument("source", metavar="FILE")
@write_options
def apply(invocation: Invocation, source: str, **options: Unpack[WriteOptions]) -> int:
    """Do many writes as one: all or nothing, one commit.

    FILE (- is standard input) holds one JSON object a line: {"op": OP, ...} with OP one of add,
    put, set, unset, annotate, remove, move, rename and restore.
    """
    operations = _operations(bytes_of(source))

    def act(transaction: Transaction) -> None:
        for line, operation in operations:
            try:
                transaction.apply(operation)
            except SgmError as error:
                error.message = f"line {line}: {error.message}"
                raise

    return write(invocation, options, act)


def _operations(data: bytes) -> list[tuple[int, JsonObject]]:
    """Read every line before the first is acted on; blank lines are nothing."""
    return [
        (number, _operation(number, line))
        for number, line in enumerate(data.split(b"\n"), start=1)
        if line.strip()
    ]


def _operation(number: int, line: bytes) -> JsonObject:
    try:
        value = loads(line)
    except ValueError as error:
        raise UsageError(f"line {number}: {error}", hint="write one JSON object a line") from error
    if not isinstance(value, dict):
        raise UsageError(f"line {number}: not an object", hint='write {"op": "add", ...}')
    return value
