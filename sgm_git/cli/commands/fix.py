"""``sgm fix``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import author_of, open_plain, open_store
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.cli.places import below_top
from sgm_git.errors import UsageError
from sgm_git.findings import Severity
from sgm_git.report.diff import diff_lines
from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_lines
from sgm_git.workflows.check_range import parse_range
from sgm_git.workflows.fix import fix as fix_records
from sgm_git.workflows.fix import release_stamps as release_records
from sgm_git.workflows.fix_range import Wish, fix_range

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.api import Store
    from sgm_git.cli.invocation import Invocation
    from sgm_git.report.style import Style
    from sgm_git.workflows.fix import FileFix, FixReport

_COPY = "L512"


@command(
    "fix", example="sgm fix --diff\nsgm fix memory/decision\nsgm fix --range origin/main..HEAD"
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--diff", "as_diff", is_flag=True, help="Show what would change, change nothing.")
@click.option(
    "--release-stamps",
    is_flag=True,
    help="Instead drop modified, modified_at and modified_by where history says the same.",
)
@click.option(
    "--range",
    "span",
    metavar="A..B",
    help="Mend what B, which is checked out, has and A has not: also what was lost since.",
)
def fix(
    invocation: Invocation,
    paths: tuple[str, ...],
    *,
    as_diff: bool,
    release_stamps: bool,
    span: str | None,
) -> int:
    """Mend what can be mended without a decision.

    In the files of the work tree: look at git diff, and commit what you like. Ends with status 1
    where errors are left, with --diff where something would change.
    """
    if span is not None:
        if release_stamps:
            raise UsageError("--range and --release-stamps exclude each other")
        return _mend_range(invocation, paths, span, as_diff=as_diff)
    store = open_store(invocation)
    places = below_top(store.repository, paths)
    act = _release if release_stamps else _mend
    return act(invocation, store, places, as_diff=as_diff)


def _mend(invocation: Invocation, store: Store, places: Sequence[str], *, as_diff: bool) -> int:
    author, now = author_of(store.repository) or "", int(invocation.now())
    with patience(invocation):
        done = fix_records(store.records, now, author, places, write=not as_diff)
    return _tell(invocation, done, as_diff=as_diff)


def _mend_range(invocation: Invocation, paths: Sequence[str], span: str, *, as_diff: bool) -> int:
    repository = open_plain(invocation)
    author = author_of(repository) or ""
    wish = Wish(parse_range(span), author, below_top(repository, paths))
    with patience(invocation):
        done = fix_range(repository, wish, int(invocation.now()), write=not as_diff)
    return _tell(invocation, done, as_diff=as_diff)


def _tell(invocation: Invocation, done: FixReport, *, as_diff: bool) -> int:
    if as_diff:
        invocation.say(*done.notes)
        return _show(invocation, done.files)
    invocation.lines(map(_line, done.files))
    invocation.say(*done.notes)
    invocation.tell(finding_lines(done.remaining, invocation.error_style))
    is_left = any(finding.severity is Severity.ERROR for finding in done.remaining)
    if not done.files:
        is_told = is_left or any(finding.code == _COPY for finding in done.remaining)
        invocation.say("nothing that sgm can fix by itself" if is_told else "nothing to fix")
    return int(is_left)


def _release(invocation: Invocation, store: Store, places: Sequence[str], *, as_diff: bool) -> int:
    with patience(invocation):
        done = release_records(store.records, int(invocation.now()), places, write=not as_diff)
    invocation.say(*(f"{each.path} keeps its stamps: {each.why}" for each in done.kept))
    if as_diff:
        return _show(invocation, done.files)
    invocation.lines(visible(f"released the stamps of {each.path}") for each in done.files)
    if not done.files:
        invocation.say("no stamps to release")
    return 0


def _show(invocation: Invocation, files: tuple[FileFix, ...]) -> int:
    invocation.lines(_diffs(files, invocation.style), page=True)
    return int(bool(files))


def _diffs(files: tuple[FileFix, ...], style: Style) -> Iterator[str]:
    for file in files:
        yield from diff_lines(file.path, file.move_to or file.path, file.before, file.after, style)


def _line(file: FileFix) -> str:
    if file.merged_into is not None:
        return visible(f"merged {file.path} into {file.merged_into}")
    moved = f" -> {file.move_to}" if file.move_to else ""
    return visible(f"fixed {file.path}{moved}")
