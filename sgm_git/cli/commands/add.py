"""``sgm add``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli import terminal
from sgm_git.cli.drafting import DraftOptions, given_record, says_nothing
from sgm_git.cli.editing import edited, working_copy
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, actor_of, who_options, write
from sgm_git.errors import Refused, UsageError
from sgm_git.workflows.edit import composed, judge_new, stem_of_new, template

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonObject


class AddOptions(DraftOptions, ChangeOptions):
    """The options of ``sgm add``."""


_EXAMPLE = """\
sgm add --type decision --title "Keep the datastore" --annotate status=accepted \\
    --annotate rationale="Nobody has to migrate." --content "We keep what we have."
echo '{"type": "rule", "content": "No prototypes."}' | sgm add --json -"""


@command("add", example=_EXAMPLE)
@click.argument("source", metavar="[-]", required=False)
@click.option("--type", "type_", metavar="TYPE", help="decision, rule, status, task, fact...")
@click.option("--id", "id_", metavar="ID", help="Its id; else one is made of type and title.")
@click.option("--title", help="Its title.")
@click.option("--scope", metavar="K=V", multiple=True, help="What it belongs to.")
@click.option("--annotate", metavar="KIND=VALUE", multiple=True, help="Such as status=accepted.")
@click.option("--link", metavar="ID", multiple=True, help="A record that it has to do with.")
@click.option("--content", metavar="TEXT", help="Its text.")
@click.option("--file", metavar="FILE", help="Its text, from a file; - is standard input.")
@click.option(
    "--json",
    "as_json",
    metavar="[FILE]",
    is_flag=False,
    flag_value="",
    help="The record, from a file; - is standard input. Also: say what was written as JSON.",
)
@click.option("--expect", metavar="ZEROS", help="0000000: refuse if there is one of this id.")
@who_options
def add(invocation: Invocation, source: str | None, **options: Unpack[AddOptions]) -> int:
    """Add a record.

    Its text is what --content says, or stands in --file, or on standard input (-). Without a
    text your editor opens, on .sgm/templates/TYPE.md if there is one. Who, when and where from
    are filled in; what you give is kept exactly. A record that is there is never written over:
    --expect can only say so, with all zeros as for git update-ref.
    """
    if source not in {None, "-"}:
        raise UsageError(f"{source} is no option", hint=f"for its text: --file {source}")
    record = given_record(options, from_stdin=source == "-")
    store = open_store(invocation)
    expect = options["expect"]
    is_given = "content" in record or options["as_json"]
    if not is_given and terminal.is_interactive():
        return _compose(invocation, store, record, options)
    if not options["as_json"] and says_nothing(record):
        raise UsageError(
            "a record needs a title or a text",
            hint="give --title, --content TEXT, --file FILE, - for standard input, or --json -",
        )
    return write(invocation, options, lambda t: t.add(record, expect=expect), store)


def _compose(invocation: Invocation, store: Store, record: JsonObject, options: AddOptions) -> int:
    """Let a person write the record in the editor."""
    actor = actor_of(store, options)
    form = template(store.records, record)
    with working_copy(invocation, store.repository, stem_of_new(record), form) as copy:
        done = edited(
            invocation, copy, lambda data: judge_new(store.records, actor, composed(data, record))
        )
        if done is None:
            invocation.say("nothing was typed, nothing was added")
            return Refused.exit_status
        new, expect = composed(done[0], record), options["expect"]
        return write(
            invocation,
            options,
            lambda t: t.add(new.record, expect=expect, typed=new.typed),
            store,
        )
