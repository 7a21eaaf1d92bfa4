"""``sgm review``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli.formats import form_meant
from sgm_git.cli.opening import open_plain
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.cli.pipeline import ends_meant
from sgm_git.cli.places import below_top
from sgm_git.cli.review_formats import WRITERS, save, saved
from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.workflows.review.assembling import Wanted, review_range

if TYPE_CHECKING:
    from sgm_git.cli.invocation import Invocation
    from sgm_git.workflows.review.model import Review

_CUT = "P313"


class _Options(TypedDict):
    paths: tuple[str, ...]
    form: str | None
    saves: tuple[str, ...]
    against: tuple[str, ...]
    strict: bool
    allow_shallow: bool


@command(
    "review",
    example="sgm review\nsgm review main..HEAD\nsgm review main..HEAD --save html=review.html",
)
@click.argument("span", metavar="[A..B]", required=False)
@click.option("--path", "paths", metavar="PATH", multiple=True, help="Only at and below PATH.")
@click.option(
    "--format",
    "form",
    type=click.Choice([*WRITERS]),
    help="How to say it; text, and in a workflow of GitHub github, where none is named.",
)
@click.option(
    "--save", "saves", metavar="FORMAT=FILE", multiple=True, help="Write it to a file, too."
)
@click.option(
    "--against-open",
    "against",
    metavar="BRANCH",
    multiple=True,
    help="Say what collides with other open branches; a name or a pattern.",
)
@click.option("--strict", is_flag=True, help="Fail on new warnings too.")
@click.option(
    "--allow-shallow", is_flag=True, help="Do not fail where history is cut and cannot tell."
)
def review(invocation: Invocation, span: str | None, **options: Unpack[_Options]) -> int:
    """Tell what merging a branch would change in what a team knows.

    What B has and A has not, from where both part; A is trusted and judges. Without a range it is
    what the pipeline is run for, else what HEAD has and its upstream has not. What binds, misleads
    or is hidden comes first. Ends with status 1 where new errors arrive, with 3 where the only one
    is that history is cut.
    """
    files = saved(options["saves"])
    repository = open_plain(invocation)
    ends = ends_meant(repository, span)
    wanted = Wanted(
        below_top(repository, options["paths"]), options["against"], options["allow_shallow"]
    )
    with patience(invocation):
        found = review_range(repository, (ends.trusted, ends.tip), int(invocation.now()), wanted)
    if ends.note:
        invocation.say(ends.note)
    strict = options["strict"]
    for form, file in files:
        save(form, file, found, strict=strict)
    WRITERS[form_meant(options["form"])](invocation, found, strict)
    return CannotRun.exit_status if _cannot_tell(found) else int(found.fails(strict=strict))


def _cannot_tell(review: Review) -> bool:
    """Whether the only error is that history is cut."""
    errors = {each.code for each in review.new if each.severity is Severity.ERROR}
    return errors == {_CUT}
