"""A review in each format, to standard output and to files."""

from __future__ import annotations

import errno
import json
import re
import stat
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.cli.invocation import Invocation
from sgm_git.cli.review_formats import WRITERS, save, saved
from sgm_git.errors import CannotRun, UsageError
from sgm_git.findings import Finding, Severity, Span
from tests.report.formats.forms import GITLAB, REVIEWDOG, refuse_odd_junit
from tests.report.review.building import record_review
from tests.report.review.example import empty, example
from tests.report.review.hostile import HOSTILE, SECRET

if TYPE_CHECKING:
    from sgm_git.workflows.review.model import Review

RICH = example()
HOSTILE_REVIEW = example(lambda each: each + HOSTILE.replace("\ud800", ""))  # no path holds that
FOR_PROGRAMS = ("json", "csv", "github", "gitlab", "sarif", "rdjsonl", "junit")
NASTY = st.text(
    st.sampled_from("::#[]error %,\r\n=\"'<>`\u00ad\u034f\u2028\x1b\udc80a"), max_size=20
)


def written(folder: Path, form: str, review: Review = RICH) -> str:
    save(form, folder / "out", review, strict=False)
    return (folder / "out").read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """The lines that GitHub's runner takes for commands: it passes over what is not seen."""
    seen = [re.sub(r"[^!-~]", "", line) for line in text.split("\n")]
    return [line for line in seen if line.startswith("::") or re.search(r"##\w*\[", line)]


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("review", [RICH, empty()], ids=["rich", "empty"])
def test_every_format_tells_every_review(form: str, review: Review, tmp_path: Path) -> None:
    told = written(tmp_path, form, review)
    assert told.endswith("\n") or form in ("github", "rdjsonl")
    assert SECRET not in told


@pytest.mark.parametrize("form", WRITERS)
def test_what_is_written_is_what_is_saved(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    WRITERS[form](Invocation(), RICH, False)  # noqa: FBT003 - as every writer takes it
    assert capsys.readouterr().out == written(tmp_path, form)


def test_programs_that_take_findings_get_the_new_ones(tmp_path: Path) -> None:
    new = [finding.code for finding in RICH.new]
    quality = json.loads(written(tmp_path, "gitlab"))
    GITLAB.validate(quality)
    assert [each["check_name"] for each in quality] == new
    (run,) = json.loads(written(tmp_path, "sarif"))["runs"]
    assert [each["ruleId"] for each in run["results"]] == new
    diagnostics = [json.loads(line) for line in written(tmp_path, "rdjsonl").splitlines()]
    assert [each["code"]["value"] for each in diagnostics] == new
    for each in diagnostics:
        REVIEWDOG.validate(each)
    whole = ET.fromstring(written(tmp_path, "junit").encode())  # noqa: S314 - our own
    refuse_odd_junit(whole)
    assert whole[0].attrib["name"] == "sgm review"


def test_annotations_tell_what_is_wrong_and_then_what_should_be_looked_at(tmp_path: Path) -> None:
    lines = written(tmp_path, "github").splitlines()
    levels = dict.fromkeys(line.split(" ")[0] for line in lines)
    assert [*levels] == ["::error", "::warning", "::notice"]
    assert lines[0].startswith("::error file=memory/rule-tests.md,")
    warnings = [line for line in lines if line.startswith("::warning ")]
    assert warnings[1].startswith("::warning file=memory/rule-deploy.md,title=hidden text::")
    notices = [line for line in lines if line.startswith("::notice ")]
    assert notices[0].startswith(
        "::notice file=memory/rule-review.md,title=starts to bind::rule rule-review changed: "
    )
    assert (
        "::warning file=.sgm/config.toml,title=trust rests on this file"
        "::.sgm/config.toml changed (trust rests on it): checks.ignore: P301 is said no more; "
        "[identities] ada: mallory@example.org is ada now"
    ) in warnings


def test_strict_fails_on_warnings_too(tmp_path: Path) -> None:
    counts = []
    for strict in (False, True):
        save("junit", tmp_path / "out", RICH, strict=strict)
        whole = ET.fromstring((tmp_path / "out").read_bytes())  # noqa: S314 - our own
        counts.append(int(whole.attrib["failures"]))
    assert counts[0] < counts[1]


def test_a_workflow_gets_the_whole_report_as_its_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    WRITERS["github"](Invocation(), RICH, False)  # noqa: FBT003 - as every writer takes it
    assert summary.read_text() == written(tmp_path, "markdown")


def test_what_a_step_has_told_already_takes_its_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    for before in (999_000, 2_000_000):
        summary.write_text("x" * before)
        WRITERS["github"](Invocation(), example(lambda each: each + "\u05d0" * 999), False)  # noqa: FBT003 - as every writer takes it
        assert summary.stat().st_size < max(1 << 20, before + 1)


@settings(max_examples=25)
@given(NASTY)
def test_no_runner_takes_a_text_for_a_command(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    review, folder = example(lambda each: text + each), tmp_path_factory.getbasetemp()
    for form in FOR_PROGRAMS:
        told = written(folder, form, review)
        ours = told.splitlines() if form == "github" else []
        assert commands(told) == [re.sub(r"[^!-~]", "", line) for line in ours]


def test_hostile_text_is_told_in_every_form(tmp_path: Path) -> None:
    for form in FOR_PROGRAMS:
        told = written(tmp_path, form, HOSTILE_REVIEW)
        assert "\x1b" not in told
        assert form == "github" or not commands(told)


def test_what_is_to_be_saved_is_a_format_and_a_file() -> None:
    named = [(form, str(file)) for form, file in saved(["html=a/b=c.html", "json=x"])]
    assert named == [("html", "a/b=c.html"), ("json", "x")]
    for value in ("html", "html=", "pdf=x", "=x"):
        with pytest.raises(UsageError, match="no FORMAT=FILE"):
            saved([value])


def test_a_file_is_replaced_as_a_whole_and_folders_are_made(tmp_path: Path) -> None:
    file = tmp_path / "new/report.json"
    save("json", file, empty(), strict=False)
    file.chmod(0o640)
    (tmp_path / "link.json").symlink_to(file)
    before = file.stat().st_ino
    save("json", tmp_path / "link.json", RICH, strict=False)
    assert (tmp_path / "link.json").is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert file.stat().st_ino != before
    assert json.loads(file.read_text())["records"]
    assert [*file.parent.iterdir()] == [file]


def test_what_is_no_plain_file_is_written_to_and_never_replaced() -> None:
    save("json", Path("/dev/null"), RICH, strict=False)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_nothing_is_left_of_a_file_that_cannot_be_put_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EACCES, "it is open")

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(CannotRun, match="it is open"):
        save("json", tmp_path / "out", RICH, strict=False)
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_no_text_has_no_columns(tmp_path: Path) -> None:
    path, span = "memory/fact-x.md", Span(2, 3, 2, 4)
    found = Finding("F101", Severity.ERROR, path, "it is no UTF-8", span)
    broken = record_review(None, b"---\n\xff\xff\n---\n", path=path, new=(found,))
    told = json.loads(written(tmp_path, "rdjsonl", replace(empty(), records=(broken,))))
    assert told["location"]["range"] == {"start": {"line": 2}, "end": {"line": 2}}


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file/below", tmp_path):
        with pytest.raises(CannotRun, match="cannot write"):
            save("json", place, RICH, strict=False)
    assert [*tmp_path.iterdir()] == [tmp_path / "file"]
