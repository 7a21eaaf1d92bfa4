"""``sgm check --format`` for machines, and what a pipeline gets without asking."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from tests.cli.runner import run
from tests.support import isolated_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

BAD = b"---\nid: x\nid: y\ntype: fact\n---\n"


@pytest.fixture(autouse=True)
def _faulty(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.write("memory/x.md", BAD)
    sandbox.commit("Begin")
    monkeypatch.chdir(sandbox.path)


@pytest.mark.parametrize("form", ["json", "gitlab", "sarif"])
def test_each_of_these_is_one_json_value(form: str) -> None:
    told = run("check", "--format", form)
    assert told.status == 1
    assert "F104" in json.dumps(json.loads(told.out))


def test_lines_are_json_values_of_their_own() -> None:
    told = run("check", "--format", "rdjsonl")
    assert [json.loads(line)["code"]["value"] for line in told.out.splitlines()] == ["F104"]


@pytest.mark.parametrize(
    "options", [(), ("--staged",), ("--rev", "HEAD"), ("--range", "HEAD~1..HEAD")]
)
def test_a_suggestion_counts_in_the_text_that_was_checked(
    sandbox: GitSandbox, options: tuple[str, ...]
) -> None:
    (sandbox.path / "memory/x.md").unlink()
    sandbox.write("memory/ä.md", "---\nid: é\ntype: fact\nid: y\n---\n")
    sandbox.commit("Go on")
    if options:
        sandbox.write("memory/ä.md", "not what was checked")
    told = [
        json.loads(line) for line in run("check", "--format", "rdjsonl", *options).out.splitlines()
    ]
    (found,) = (each for each in told if each["code"]["value"] == "F104")
    assert found["location"]["range"]["start"] == {"line": 4, "column": 1}


def test_junit_is_xml() -> None:
    told = run("check", "--format", "junit")
    whole = ET.fromstring(told.out)  # noqa: S314 - our own
    assert whole.attrib["failures"] == "1"


def test_a_workflow_gets_annotations_and_a_summary_without_asking(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    told = run("check")
    assert told.status == 1
    assert told.out.startswith("::error file=memory/x.md,line=3,endLine=3,col=1,title=F104::")
    before, _, head, _, item = summary.read_text().splitlines()
    assert before == "before"
    assert head.startswith("### sgm check: 1 record checked: 1 error")
    assert item.startswith("- F104 error, `memory/x.md:3`")


def test_a_format_that_is_named_counts_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run("check", "--format", "text").out.startswith("memory/x.md:3:1: F104 error")


def test_a_summary_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "no/such/folder/summary.md")
    told = run("check")
    assert told.status == 3
    assert "cannot write GITHUB_STEP_SUMMARY" in told.err


def test_no_test_writes_to_the_pipeline_that_it_is_run_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = ("GITHUB_STEP_SUMMARY", "GITHUB_ACTIONS", "GITLAB_CI", "CI_COMMIT_SHA")
    for name in names:
        monkeypatch.setenv(name, "true")
    assert not isolated_environment(tmp_path).keys() & {*names}
