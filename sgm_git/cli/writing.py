"""What the commands that write have in common: their options, one transaction, one report."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypedDict, TypeVar

import click

from sgm_git.cli.opening import open_store
from sgm_git.cli.places import home_of
from sgm_git.errors import UsageError
from sgm_git.report.findings import finding_lines
from sgm_git.report.results import result_lines, result_notes, result_object
from sgm_git.store.writing import Writing

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.api import Actor, Store
    from sgm_git.cli.invocation import Invocation
    from sgm_git.store.transaction import Transaction, WriteResult

_P = ParamSpec("_P")
_R = TypeVar("_R")


class WriteOptions(TypedDict):
    """Who writes, from where, how the write is to be kept, and whether to report as JSON.

    ``as_json`` is asked for by anything but None and False: ``add`` has a text there.
    """

    agent: str | None
    origin: str
    session: str | None
    with_edits: bool
    no_commit: bool
    as_json: bool | str | None


class ChangeOptions(WriteOptions):
    """The same for a write to a record that is there: the blob that its file must be."""

    expect: str | None


def change_options(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Give a command's function the options of ``ChangeOptions``."""
    text = "Refuse if its file is another blob by now (see list --json)."
    return click.option("--expect", metavar="BLOB", help=text)(write_options(function))


def without_expect(reason: str, *, hint: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Let a command refuse ``--expect`` with the reason why it has no meaning there."""

    def refuse(_context: click.Context, _option: click.Parameter, value: str | None) -> None:
        """Raise UsageError if it was given."""
        if value is not None:
            raise UsageError(reason, hint=hint)

    return click.option("--expect", hidden=True, expose_value=False, callback=refuse)


def write_options(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Give a command's function the options of ``WriteOptions``."""
    json = click.option("--json", "as_json", is_flag=True, help="Say what was written as JSON.")
    return who_options(json(function))


def who_options(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Give a command's function the options of ``WriteOptions`` but for ``--json``."""
    options = (
        click.option("--agent", metavar="NAME", help="Who writes, if not you.  [env: SGM_AGENT]"),
        click.option("--origin", default="cli", metavar="WAY", help="The way in, if not cli."),
        click.option("--session", metavar="ID", help="The tool session.  [env: SGM_SESSION]"),
        click.option("--with-edits", is_flag=True, help="Take its uncommitted edits along."),
        click.option("--no-commit", is_flag=True, help="Write the file, leave the commit to you."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def write(
    invocation: Invocation,
    options: WriteOptions,
    act: Callable[[Transaction], object],
    store: Store | None = None,
) -> int:
    """Run ``act`` in one transaction as the options say, and report; give the exit status.

    ``store`` is one that is open already. Raises SgmError with nothing written where ``act`` or
    the write is refused.
    """
    store = store or open_store(invocation)
    with store.transaction(actor_of(store, options), writing_of(store, options)) as transaction:
        act(transaction)
    report(invocation, transaction.result, as_json=options["as_json"] not in {None, False})
    return 0


def change(
    invocation: Invocation,
    options: ChangeOptions,
    ref: str,
    act: Callable[[Transaction], object],
    store: Store | None = None,
) -> int:
    """As ``write``, about the record ``ref``: refused if its file is not the expected blob."""

    def expecting(transaction: Transaction) -> None:
        """Act, if the record is what the caller has seen."""
        expect = options["expect"]
        if expect is not None:
            transaction.get(ref).refuse_other(expect)
        act(transaction)

    return write(invocation, options, expecting, store)


def actor_of(store: Store, options: WriteOptions) -> Actor:
    """Who writes, by the options, the environment and git; raises CannotRun where nobody is."""
    return store.actor(options["agent"], origin=options["origin"], session=options["session"])


def writing_of(store: Store, options: WriteOptions) -> Writing:
    """How the write is to be kept; a new record goes into the root that we stand in."""
    commit = False if options["no_commit"] else None
    home = home_of(store.repository)
    return Writing(commit=commit, with_edits=options["with_edits"], home=home)


def report(invocation: Invocation, result: WriteResult, *, as_json: bool) -> None:
    """Say what was written on standard output, and what else there is to say beside it."""
    if as_json:
        invocation.json(result_object(result))
    else:
        invocation.tell(finding_lines(result.findings, invocation.error_style))
        invocation.lines(result_lines(result))
    invocation.say(*result_notes(result))
