"""``sgm check``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from sgm_git.cli import sources
from sgm_git.cli.formats import WRITERS, form_meant
from sgm_git.cli.opening import author_of, open_plain, open_store
from sgm_git.cli.options import command
from sgm_git.cli.patience import patience
from sgm_git.cli.places import below_top
from sgm_git.errors import CannotRun, UsageError
from sgm_git.report.excerpt import excerpt
from sgm_git.report.findings import NO_FILES, finding_line, summary_line
from sgm_git.report.formats.checked import Checked, summary_of
from sgm_git.workflows.check import Selection
from sgm_git.workflows.check import check as check_records
from sgm_git.workflows.check_range import check_range, parse_range

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.cli.sources import Source
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.report.style import Style
    from sgm_git.workflows.check import CheckReport


class _Options(TypedDict):
    staged: bool
    rev: str | None
    span: str | None
    strict: bool
    allow_shallow: bool
    form: str | None


@command("check", example="sgm check\nsgm check memory/decision --strict --format jsonl")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--staged", is_flag=True, help="Check what is staged, not the work tree.")
@click.option("--rev", help="Check what was there at this commit, branch or tag.")
@click.option(
    "--range", "span", metavar="A..B", help="Check what B has and A has not, by A's rules."
)
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option(
    "--allow-shallow", is_flag=True, help="Do not fail where history is cut and cannot tell."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", *WRITERS]),
    help="How to say it; text, and in a workflow of GitHub github, where none is named.",
)
def check(invocation: Invocation, paths: tuple[str, ...], **options: Unpack[_Options]) -> int:
    """Check records.

    All of them, or those at and below the PATHs: each by itself, all together, and against git
    history. Ends with status 1 where there are errors, with 3 where the only one is that history
    is cut. sgm rule CODE explains a finding; [*] marks what sgm fix can mend.
    """
    staged, rev = options["staged"], options["rev"]
    if sum((staged, rev is not None, options["span"] is not None)) > 1:
        raise UsageError("--staged, --rev and --range exclude each other")
    with patience(invocation):
        repository, found = _found(invocation, paths, options)
    invocation.say(*found.notes)
    write = WRITERS.get(form_meant(options["form"]))
    summary, source = summary_of(found.records, found.findings), _source(repository, options)
    if write is not None:
        write(invocation, Checked(found.findings, summary, options["strict"], source=source))
    else:
        read = source if sys.stdout.isatty() else None
        invocation.lines(_text(found.findings, invocation.style, read))
        invocation.say(summary_line(found.findings, summary, *_words(options["span"])))
    fails = int(found.fails(strict=options["strict"]))
    return CannotRun.exit_status if found.cannot_tell else fails


def _found(
    invocation: Invocation, paths: tuple[str, ...], options: _Options
) -> tuple[Repository, CheckReport]:
    now, allow_shallow = int(invocation.now()), options["allow_shallow"]
    if options["span"] is not None:
        repository, ends = open_plain(invocation), parse_range(options["span"])
        selection = Selection(below_top(repository, paths), allow_shallow=allow_shallow)
        return repository, check_range(repository, ends, now, selection)
    store = open_store(invocation, despite_head=True)
    places, author = below_top(store.repository, paths), author_of(store.repository)
    selection = Selection(places, options["staged"], options["rev"], author, allow_shallow)
    return store.repository, check_records(store.records, now, selection)


def _words(span: str | None) -> tuple[str, str]:
    """Why nothing may have been checked, and what mends."""
    if span is None:
        return NO_FILES, "sgm fix"
    return "the range changes none", f"sgm fix --range {span}"


def _source(repository: Repository, options: _Options) -> Source:
    """What gives the texts of the state that was checked."""
    if options["staged"]:
        return sources.in_index(repository)
    rev = options["rev"] if options["span"] is None else parse_range(options["span"])[1]
    return sources.in_work_tree(repository) if rev is None else sources.in_commit(repository, rev)


def _text(findings: tuple[Finding, ...], style: Style, read: Source | None) -> Iterator[str]:
    """A line a finding; where a person looks, the place in the file under it."""
    for finding in findings:
        yield finding_line(finding, style)
        if read is not None and finding.span is not None:
            yield from excerpt(read(finding.path), finding.span, style)
