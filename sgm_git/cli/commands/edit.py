"""``sgm edit``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.editing import edited, working_copy
from sgm_git.cli.opening import open_store
from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, actor_of, change_options, write
from sgm_git.workflows.edit import judge_edit, stem_of

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("edit", example="sgm edit dec-keep-datastore")
@click.argument("ref", metavar="ID")
@change_options
def edit(invocation: Invocation, ref: str, **options: Unpack[ChangeOptions]) -> int:
    """Edit a record in your editor.

    That is $VISUAL, else $EDITOR. What you save is checked before it is written; what is not
    written is kept, and you are told where.
    """
    store = open_store(invocation)
    entry = store.get(ref)
    if options["expect"] is not None:
        entry.refuse_other(options["expect"])
    actor = actor_of(store, options)
    with working_copy(invocation, store.repository, stem_of(entry), entry.data) as copy:
        done = edited(
            invocation,
            copy,
            lambda data: judge_edit(store.records, actor, entry, data, int(invocation.now())),
        )
        if done is None:
            invocation.say("nothing was changed")
            return 0
        data, verdict = done
        return write(
            invocation,
            options,
            lambda t: t.rewrite(entry.ref, data, expect=entry.blob, drop=verdict.drop),
            store,
        )
