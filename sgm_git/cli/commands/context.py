"""``sgm context``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack, cast

import click

from sgm_git.cli.contexts import Asked, make_context
from sgm_git.cli.filters import FilterOptions, filter_options, filters
from sgm_git.cli.invocation import Invocation
from sgm_git.cli.opening import open_quietly
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.cli.reading import READING
from sgm_git.cli.session import start_session
from sgm_git.errors import UsageError
from sgm_git.report.context_json import context_object
from sgm_git.report.context_markdown import context_markdown
from sgm_git.report.session_hooks import HOOK_AGENTS
from sgm_git.workflows.context.model import BUDGET, ESTIMATE

if TYPE_CHECKING:
    from collections.abc import Sequence

_REPLACED = ("since", "scope")  # filters of lists, which mean something else here
_EXAMPLE = """\
sgm context --scope project=myproject --query "datastore migration"
sgm context --paths src/auth --budget 4000
sgm context --hook claude"""


class ContextOptions(FilterOptions):
    """The options of ``sgm context``."""

    words: str
    paths: tuple[str, ...]
    budget: int
    with_history: bool
    as_json: bool
    hook: str | None


@command("context", example=_EXAMPLE)
@filter_options
@click.option("--query", "words", metavar="WORDS", default="", help="What fits these comes first.")
@click.option(
    "--paths", metavar="PATH", multiple=True, help="What names these files or folders comes first."
)
@click.option(
    "--budget",
    type=click.IntRange(min=0),
    default=BUDGET,
    metavar="TOKENS",
    help=f"How much may be printed: {ESTIMATE} ({BUDGET}).",
)
@click.option("--history", "with_history", is_flag=True, help="Also what no longer holds.")
@click.option("--json", "as_json", is_flag=True, help="Give one JSON value.")
@click.option("--hook", type=click.Choice(HOOK_AGENTS), help="Give what this agent's hook takes.")
def context(invocation: Invocation, **options: Unpack[ContextOptions]) -> int:
    """Tell an agent what holds now: rules, decisions, tasks, statuses, facts.

    Markdown for a model, within a budget: each section says how to read it, and record text can
    pose as nothing else. Without --scope it is that of the memory nearest to the current
    directory. With --hook it never fails, and says so where the memory cannot be read.
    """
    if options["hook"]:
        return start_session(options["hook"], lambda: _asked(options), invocation)
    with patience(invocation, READING):
        made = make_context(open_quietly(invocation), _asked(options))
    if options["as_json"]:
        invocation.json(context_object(made))
    else:
        invocation.lines(context_markdown(made).splitlines())
    return 0


def read_options(words: Sequence[str]) -> Asked:
    """Give what the words after ``sgm context`` ask for; raises UsageError."""
    try:
        with context.make_context("sgm context", list(words), obj=Invocation()) as made:
            return _asked(cast("ContextOptions", made.params))
    except click.ClickException as error:
        raise UsageError(error.format_message().rstrip(".")) from error


def _asked(options: ContextOptions) -> Asked:
    scope, since = options["scope"], options["since"]
    chosen: FilterOptions = {**options, "scope": (), "since": None}  # type: ignore[typeddict-unknown-key]  # those of lists are among them
    return Asked(
        scope,
        filters(chosen),
        options["words"],
        options["paths"],
        options["budget"],
        since,
        options["with_history"],
    )


context.params = [
    *(option for option in context.params if option.name not in _REPLACED),
    click.Option(
        ["--scope"], metavar="K=V", multiple=True, help="What is of this scope, and of wider ones."
    ),
    click.Option(["--since"], metavar="REV", help="Only what has changed since this revision."),
]
