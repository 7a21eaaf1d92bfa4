"""``sgm check``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from sgm_git.cli.opening import author_of, open_store
from sgm_git.cli.options import command
from sgm_git.cli.places import below_top, source_reader
from sgm_git.errors import UsageError
from sgm_git.findings import Severity
from sgm_git.report.excerpt import excerpt
from sgm_git.report.findings import finding_line, finding_object, report_object, summary_line
from sgm_git.workflows.check import check as check_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.findings import Finding
    from sgm_git.report.style import Style
    from sgm_git.workflows.check import CheckReport


@command("check", example="sgm check\nsgm check memory/decision --strict --format jsonl")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--staged", is_flag=True, help="Check what is staged, not the work tree.")
@click.option("--rev", help="Check what was there at this commit, branch or tag.")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl"]),
    default="text",
    help="How to say it.",
)
def check(
    invocation: Invocation,
    paths: tuple[str, ...],
    *,
    staged: bool,
    rev: str | None,
    strict: bool,
    form: str,
) -> int:
    """Check records.

    All of them, or those at and below the PATHs. Ends with status 1 where there are errors.
    sgm rule CODE explains a finding; [*] marks what sgm fix can mend.
    """
    if staged and rev is not None:
        raise UsageError("--staged and --rev exclude each other")
    store = open_store(invocation, despite_head=True)
    places = below_top(store.repository, paths)
    now = int(invocation.now())
    found = check_records(
        store.records, now, places, staged=staged, rev=rev, author=author_of(store)
    )
    if form == "json":
        invocation.json(report_object(found.findings, _summary(found)))
    elif form == "jsonl":
        invocation.jsonl(map(finding_object, found.findings))
    else:
        in_work_tree = sys.stdout.isatty() and not staged and rev is None
        read = source_reader(store.repository) if in_work_tree else None
        invocation.lines(_text(found.findings, invocation.style, read))
        invocation.say(summary_line(found.findings, _summary(found)))
    return int(found.fails(strict=strict))


def _summary(found: CheckReport) -> dict[str, int]:
    return {
        "records": found.records,
        "errors": found.count(Severity.ERROR),
        "warnings": found.count(Severity.WARNING),
        "infos": found.count(Severity.INFO),
    }


def _text(
    findings: tuple[Finding, ...], style: Style, read: Callable[[str], str] | None
) -> Iterator[str]:
    """A line a finding; where a person looks, the place in the file under it."""
    for finding in findings:
        yield finding_line(finding, style)
        if read is not None and finding.span is not None:
            yield from excerpt(read(finding.path), finding.span, style)
