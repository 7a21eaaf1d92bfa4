"""``sgm accept``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.arguments import pointer
from sgm_git.cli.codes import known_rule
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.writing import WriteOptions, actor_of, write_options, writing_of
from sgm_git.report.accepting import accepted_line, accepted_notes, accepted_object
from sgm_git.workflows.accept import Request
from sgm_git.workflows.accept import accept as accept_finding

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


class AcceptOptions(WriteOptions):
    """The options of ``sgm accept``."""

    reason: str
    commit: str | None
    pointer: str | None


@command("accept", example='sgm accept dec-x P305 --reason "Bob committed it for Ada."')
@click.argument("ref", metavar="ID")
@click.argument("code")
@click.option("--reason", required=True, metavar="TEXT", help="Why it may stand.")
@click.option("--commit", metavar="OID", help="The commit that it is about, where it is several.")
@click.option("--pointer", metavar="POINTER", help="The field that it is about, likewise.")
@write_options
def accept(invocation: Invocation, ref: str, code: str, **options: Unpack[AcceptOptions]) -> int:
    """Close a finding that cannot be mended, with a reason.

    CODE is one of family P, which history is the witness of, such as a wrong name in a commit
    that is merged already. It becomes a line of .sgm/accepted.toml, for this finding of this
    value alone, and counts once that is committed. What is accepted is trusted no further than
    what nobody checked.
    """
    store = open_store(invocation)
    place = options["pointer"]
    request = Request(
        ref,
        known_rule(code).code,
        options["reason"],
        options["commit"],
        None if place is None else pointer(place),
    )
    actor, writing = actor_of(store, options), writing_of(store, options)
    line, result = accept_finding(store.records, request, actor, writing)
    if options["as_json"]:
        invocation.json(accepted_object(line, result.commit))
    else:
        invocation.lines([accepted_line(line)])
    invocation.say(*accepted_notes(result))
    return 0
