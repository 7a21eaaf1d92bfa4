"""The formats of a check for machines, and which one is meant where none is named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sgm_git.cli.step_summary import add_to_summary, has_summary
from sgm_git.report.escape import json_text
from sgm_git.report.findings import finding_object, report_object
from sgm_git.report.formats import parts
from sgm_git.report.logs import harmless_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sgm_git.cli.invocation import Invocation
    from sgm_git.record.value import JsonValue
    from sgm_git.report.formats.checked import Checked

    Renderer = Callable[[Checked], Iterable[str]]
    Writer = Callable[[Invocation, Checked], None]


def form_meant(named: str | None) -> str:
    """Give the format: the one that was named, else what this pipeline shows best, else text.

    GitLab shows no findings that stand in a log, only reports that a job keeps: there it is text,
    as long as none is named.
    """
    if named is not None:
        return named
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def whole(value: JsonValue) -> Iterator[str]:
    """Give one JSON value, indented, which a runner takes for nothing else."""
    yield harmless_json(json_text(value, indent=2))


def _line(value: JsonValue) -> str:
    return harmless_json(json_text(value))


RENDERERS: Mapping[str, Renderer] = {
    "gitlab": lambda checked: whole(parts.gitlab.code_quality(checked)),
    "sarif": lambda checked: whole(parts.sarif.sarif(checked)),
    "rdjsonl": lambda checked: map(_line, parts.rdjsonl.diagnostics(checked)),
    "junit": lambda checked: parts.junit.junit(checked).split("\n"),
}
"""What gives each format for another program that takes findings, of a check or a review."""


def _json(checked: Checked) -> Iterator[str]:
    return whole(report_object(checked.findings, checked.summary))


def _jsonl(checked: Checked) -> Iterator[str]:
    return map(_line, map(finding_object, checked.findings))


def _github(invocation: Invocation, checked: Checked) -> None:
    invocation.exactly(parts.github.commands(checked, has_summary=has_summary()))
    add_to_summary(lambda room: parts.github.step_summary(checked, room))


def _writer(render: Renderer) -> Writer:
    return lambda invocation, checked: invocation.exactly(render(checked))


WRITERS: Mapping[str, Writer] = {
    "json": _writer(_json),
    "jsonl": _writer(_jsonl),
    "github": _github,
    **{form: _writer(render) for form, render in RENDERERS.items()},
}
"""What writes each format but text, which depends on who looks."""
