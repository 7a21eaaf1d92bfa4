"""``sgm annotate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from sgm_git.cli.arguments import pair
from sgm_git.cli.options import command
from sgm_git.cli.writing import ChangeOptions, change, change_options

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("annotate", example='sgm annotate dec-x rationale="Cheaper, and nobody has to migrate."')
@click.argument("ref", metavar="ID")
@click.argument("annotation", metavar="KIND=VALUE")
@change_options
def annotate(
    invocation: Invocation, ref: str, annotation: str, **options: Unpack[ChangeOptions]
) -> int:
    """Add an annotation to a record.

    KIND=VALUE has a text, KIND:=JSON any value.
    """
    kind, value = pair(annotation, "KIND=VALUE")
    return change(invocation, options, ref, lambda t: t.annotate(ref, kind, value))
