"""What GitHub Actions shows of a check, whatever records hold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given

from sgm_git.findings import Severity, Span
from sgm_git.report.formats.checked import Notice
from sgm_git.report.formats.github import commands, step_summary
from tests.report.formats.examples import CHECKS, WHOLE, checked
from tests.report.test_findings import BARE as TWICE
from tests.report.test_findings import FINDING as RETYPED

if TYPE_CHECKING:
    from sgm_git.report.formats.checked import Checked


def test_the_most_important_come_first_each_at_its_place() -> None:
    odd = replace(RETYPED, message="odd type")
    assert list(commands(checked(odd, TWICE, WHOLE))) == [
        "::error file=memory/b.md,title=L501::id stands twice",
        "::warning file=.sgm/config.toml,title=P313::history is cut",
        "::notice file=memory/dec-x.md,line=3,endLine=3,col=7,title=S203::odd type",
    ]


def test_secrets_and_losses_come_before_other_errors() -> None:
    codes = ["S201", "K401", "X601"]
    found = [replace(TWICE, code=code, path=f"{code}.md") for code in codes]
    assert [line[13:17] for line in commands(checked(*found))] == ["X601", "K401", "S201"]


def test_a_stretch_of_lines_has_no_column() -> None:
    found = replace(TWICE, span=Span(2, 3, 4, 1))
    assert list(commands(checked(found))) == [
        "::error file=memory/b.md,line=2,endLine=4,title=L501::id stands twice"
    ]


def test_no_more_than_ten_of_a_level_are_told_and_the_last_says_where_the_rest_is() -> None:
    found = [replace(TWICE, path=f"memory/{number}.md") for number in range(30)]
    told = list(commands(checked(*found, WHOLE), has_summary=True))
    errors = [line for line in told if line.startswith("::error ")]
    assert len(errors) == 10
    assert errors[-1] == "::error title=sgm::21 more of this level in the step summary"
    assert len(list(commands(checked(*found[:10])))) == 10


def test_the_summary_is_named_only_where_it_is_written() -> None:
    found = [replace(TWICE, path=f"memory/{number}.md") for number in range(30)]
    assert list(commands(checked(*found)))[-1].endswith(
        "::21 more of this level: sgm check tells them"
    )


def test_what_is_grave_comes_before_warnings_and_other_notices() -> None:
    notices = [Notice("a.md", "starts to bind", "x"), Notice("b.md", "hidden", "y", is_grave=True)]
    assert [line.split(",")[0] for line in commands(checked(TWICE, WHOLE), notices)] == [
        "::error file=memory/b.md",
        "::warning file=b.md",
        "::warning file=.sgm/config.toml",
        "::notice file=a.md",
    ]


def test_notices_come_before_a_heap_of_small_findings() -> None:
    odd = [replace(RETYPED, path=f"{number}.md") for number in range(9)]
    notices = [Notice(f"{number}.md", "starts to bind", "it will bind") for number in range(6)]
    told = list(commands(checked(*odd), notices))
    assert len(told) == 10
    assert [line.rpartition("title=")[2] for line in told] == [
        *["starts to bind::it will bind"] * 6,
        *["S203::type 'decison' is not known"] * 3,
        "sgm::6 more of this level: sgm check tells them",
    ]


def test_a_long_message_is_cut() -> None:
    (told,) = commands(checked(), [Notice("a.md", "x", "y" * 70_000)])
    assert len(told) < 5_000


@given(CHECKS)
def test_every_line_is_one_command_of_ours(told: Checked) -> None:
    for line in commands(told):
        head, _, _ = line.removeprefix("::").partition("::")
        assert line.splitlines() == [line]
        assert head.split(" ")[0] in ("error", "warning", "notice")
        assert "::" not in head


def test_the_step_summary_tells_all() -> None:
    assert step_summary(checked(RETYPED, TWICE, WHOLE)) == (
        "### sgm check: 2 records checked: 1 error, 1 warning, 1 note (1 fixable: sgm fix)\n\n"
        "- L501 error, `memory/b.md`: `id stands twice`\n"
        "- P313 warning, `.sgm/config.toml`: `history is cut`\n"
        "- S203 notice, `memory/dec-x.md:3`: `type 'decison' is not known`\n"
    )


def test_a_long_step_summary_stays_below_the_limit_and_says_what_it_left_out() -> None:
    found = [replace(TWICE, message=f"{number} " + "x" * 480) for number in range(3_000)]
    told = step_summary(checked(*found))
    assert len(told.encode()) < 1 << 20
    assert told.splitlines()[-1].startswith("- and ")


@given(CHECKS)
def test_record_text_stays_inside_its_backticks(told: Checked) -> None:
    for line in step_summary(told).splitlines()[2:]:
        ours = line.split("`")[::2]
        assert len(ours) == 3
        assert ours[1:] == [": ", ""]


def test_levels_are_those_of_the_runner() -> None:
    found = [replace(TWICE, severity=severity) for severity in Severity]
    assert [line.split(" ")[0] for line in commands(checked(*found))] == [
        "::error",
        "::warning",
        "::notice",
    ]
