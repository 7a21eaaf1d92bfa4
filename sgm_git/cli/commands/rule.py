"""``sgm rule``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.checks.registry import RULES
from sgm_git.cli.codes import known_rule
from sgm_git.cli.options import command
from sgm_git.report.rules import overview_lines, rule_lines, rule_object

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation


@command("rule", example="sgm rule S203")
@click.argument("code", required=False)
@click.option("--json", "as_json", is_flag=True, help="Give what is known of it as JSON.")
def rule(invocation: Invocation, code: str | None, *, as_json: bool) -> int:
    """Explain the rules that checks go by.

    Without a CODE: a line for each of them.
    """
    chosen = RULES if code is None else (known_rule(code),)
    if as_json:
        objects = [rule_object(each) for each in chosen]
        invocation.json(list(objects) if code is None else objects[0])
    elif code is None:
        invocation.lines(overview_lines(chosen, invocation.style), page=True)
    else:
        invocation.lines(rule_lines(chosen[0], invocation.style), page=True)
    return 0
