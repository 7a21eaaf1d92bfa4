"""``sgm schema``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.options import command
from sgm_git.resources import schema_names, schema_text

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("schema", example="sgm schema record > record.schema.json")
@click.argument("name", required=False)
def schema(invocation: Invocation, name: str | None) -> int:
    """Print a JSON Schema.

    Without a NAME: the names of those that there are.
    """
    shown = schema_names() if name is None else schema_text(name).splitlines()
    invocation.lines(shown, page=True)
    return 0
