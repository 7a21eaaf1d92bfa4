"""The formats of a check for machines, and which one is meant where none is named."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.report.findings import finding_object, report_object
from sgm_git.report.formats import parts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sgm_git.cli.invocation import Invocation
    from sgm_git.report.formats.checked import Checked

    Writer = Callable[[Invocation, Checked], None]

_SUMMARY = "GITHUB_STEP_SUMMARY"


def form_meant(named: str | None) -> str:
    """Give the format: the one that was named, else what this pipeline shows best, else text."""
    if named is not None:
        return named
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def _json(invocation: Invocation, checked: Checked) -> None:
    invocation.json(report_object(checked.findings, checked.summary))


def _jsonl(invocation: Invocation, checked: Checked) -> None:
    invocation.jsonl(map(finding_object, checked.findings))


def _github(invocation: Invocation, checked: Checked) -> None:
    invocation.lines(parts.github.commands(checked))
    place = os.environ.get(_SUMMARY)
    if place:
        try:
            with Path(place).open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(parts.github.step_summary(checked))
        except OSError as error:
            raise CannotRun(f"cannot write {_SUMMARY}, {place}: {error.strerror}") from error


def _gitlab(invocation: Invocation, checked: Checked) -> None:
    invocation.json(parts.gitlab.code_quality(checked))


def _sarif(invocation: Invocation, checked: Checked) -> None:
    invocation.json(parts.sarif.sarif(checked))


def _rdjsonl(invocation: Invocation, checked: Checked) -> None:
    invocation.jsonl(parts.rdjsonl.diagnostics(checked))


def _junit(invocation: Invocation, checked: Checked) -> None:
    invocation.lines(parts.junit.junit(checked).splitlines())


WRITERS: Mapping[str, Writer] = {
    "json": _json,
    "jsonl": _jsonl,
    "github": _github,
    "gitlab": _gitlab,
    "sarif": _sarif,
    "rdjsonl": _rdjsonl,
    "junit": _junit,
}
"""What writes each format but text, which depends on who looks."""
