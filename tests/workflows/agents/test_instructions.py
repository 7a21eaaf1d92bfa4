"""What agents are told in AGENTS.md: put in beside what is there, kept, and taken out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.errors import CannotRun, Refused
from sgm_git.store.files import FileChange
from sgm_git.workflows.agents.appending import appended, without
from sgm_git.workflows.agents.files import Plan
from sgm_git.workflows.agents.instructions import IMPORT, INSTRUCTIONS, plan_instructions
from sgm_git.workflows.agents.instructions import plan_removal as plan_remove
from sgm_git.workflows.agents.marks import find_section, marked
from sgm_git.workflows.agents.prose import prose

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BEGIN, END = "<!-- BEGIN SGM v1 -->", "<!-- END SGM -->"
SECTION = f"{BEGIN}\n\n{INSTRUCTIONS}\n{END}"
LEAD = f"{BEGIN}\n\n@AGENTS.md\n\n{END}"


def _do(top: Path, plan: Plan) -> None:
    for change in plan.changes:
        path = top / change.path
        assert (path.read_bytes() if path.exists() else None) == change.before
        if change.after is None:
            path.unlink()
        else:
            path.write_bytes(change.after)


def _made(top: Path, text: str | bytes, name: str = "AGENTS.md") -> bytes:
    data = text.encode() if isinstance(text, str) else text
    (top / name).write_bytes(data)
    return data


def test_where_there_is_nothing_a_file_is_made_and_taken_away(tmp_path: Path) -> None:
    _do(tmp_path, plan_instructions(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["AGENTS.md"]
    assert (tmp_path / "AGENTS.md").read_text() == f"{SECTION}\n"
    assert plan_instructions(tmp_path) == Plan()
    _do(tmp_path, plan_remove(tmp_path))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# Us\n", f"# Us\n\n{SECTION}\n"),
        ("# Us", f"# Us\n\n{SECTION}"),
        ("# Us\n\n", f"# Us\n\n\n{SECTION}\n"),
        ("", f"\n{SECTION}\n"),
        ("\ufeff# Us\r\n", f"\ufeff# Us\n\n{SECTION}\n".replace("\n", "\r\n")),
        ("a\r\nb", f"a\nb\n\n{SECTION}".replace("\n", "\r\n")),
        ("```\nan open block\n", f"```\nan open block\n\n{SECTION}\n"),
    ],
)
def test_the_section_stands_at_the_end(tmp_path: Path, before: str, after: str) -> None:
    data = _made(tmp_path, before)
    _do(tmp_path, plan_instructions(tmp_path))
    assert (tmp_path / "AGENTS.md").read_bytes() == after.encode()
    assert plan_instructions(tmp_path) == Plan()
    _do(tmp_path, plan_remove(tmp_path))
    assert (tmp_path / "AGENTS.md").read_bytes() == data


@given(
    st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\r", b"\xff", b" ", b"\xef\xbb\xbf", b"```"]))
)
def test_whatever_is_there_comes_back(parts: list[bytes]) -> None:
    data = b"".join(parts)
    after = appended(data, marked(INSTRUCTIONS))
    section = find_section(after, "AGENTS.md")
    assert section is not None
    assert without(after, section.start, section.end) == data


def test_what_was_written_below_the_section_stays_and_joins_nothing(tmp_path: Path) -> None:
    _made(tmp_path, f"above\n\n{SECTION}\nbelow")
    _do(tmp_path, plan_remove(tmp_path))
    assert (tmp_path / "AGENTS.md").read_bytes() == b"above\n\nbelow"


def test_claude_is_led_to_it(tmp_path: Path) -> None:
    claude = _made(tmp_path, b"# \xff\r\n", "CLAUDE.md")
    plan = plan_instructions(tmp_path)
    _do(tmp_path, plan)
    assert [change.path for change in plan.changes] == ["AGENTS.md", "CLAUDE.md"]
    lead = LEAD.replace("\n", "\r\n").encode()
    assert (tmp_path / "CLAUDE.md").read_bytes() == claude + b"\r\n" + lead + b"\r\n"
    assert plan_instructions(tmp_path) == Plan()
    _do(tmp_path, plan_remove(tmp_path))
    assert (tmp_path / "CLAUDE.md").read_bytes() == claude
    assert not (tmp_path / "AGENTS.md").exists()


@pytest.mark.parametrize("line", ["@AGENTS.md", "See @./AGENTS.md.", "- (@AGENTS.md)"])
def test_a_claude_that_leads_there_already_is_left_alone(tmp_path: Path, line: str) -> None:
    _made(tmp_path, f"# Us\n{line}\n", "CLAUDE.md")
    assert [change.path for change in plan_instructions(tmp_path).changes] == ["AGENTS.md"]


@pytest.mark.parametrize(
    "text", ["`@AGENTS.md`\n", "```\n@AGENTS.md\n```\n", "x@AGENTS.md\n", "@AGENTS.md/x\n"]
)
def test_what_only_looks_like_a_lead_is_none(tmp_path: Path, text: str) -> None:
    _made(tmp_path, text, "CLAUDE.md")
    assert [c.path for c in plan_instructions(tmp_path).changes] == ["AGENTS.md", "CLAUDE.md"]


def test_a_claude_that_is_a_link_to_it_needs_no_lead(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    plan = plan_instructions(tmp_path)
    assert [change.path for change in plan.changes] == ["AGENTS.md"]
    assert plan.notes == ()


def test_where_it_is_a_link_to_claude_the_section_stands_there(tmp_path: Path) -> None:
    _made(tmp_path, "# Us\n", "CLAUDE.md")
    (tmp_path / "AGENTS.md").symlink_to("./CLAUDE.md")
    _do(tmp_path, plan_instructions(tmp_path))
    assert (tmp_path / "CLAUDE.md").read_text() == f"# Us\n\n{SECTION}\n"
    assert plan_instructions(tmp_path) == Plan()
    _do(tmp_path, plan_remove(tmp_path))
    assert (tmp_path / "CLAUDE.md").read_text() == "# Us\n"


def test_a_lead_becomes_the_section_where_it_now_belongs(tmp_path: Path) -> None:
    _made(tmp_path, f"{LEAD}\n", "CLAUDE.md")
    (tmp_path / "AGENTS.md").symlink_to("CLAUDE.md")
    _do(tmp_path, plan_instructions(tmp_path))
    assert (tmp_path / "CLAUDE.md").read_text() == f"{SECTION}\n"


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("x\n")
    (tmp_path / "CLAUDE.md").symlink_to("elsewhere.md")
    (note,) = plan_instructions(tmp_path).notes
    assert note.startswith("CLAUDE.md is a symbolic link")
    (tmp_path / "AGENTS.md").symlink_to("elsewhere.md")
    with pytest.raises(CannotRun, match=r"AGENTS\.md is a symbolic link"):
        plan_instructions(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"a\n{BEGIN}\nb\n", "2:1: this mark has no END SGM behind it"),
        (f"a\n\n{END}\n", "3:1: this mark has no BEGIN SGM before it"),
        (f"{END}\n{BEGIN}\n", "1:1: this mark has no BEGIN SGM before it"),
        (f"{SECTION}\n{END}\n", "22:1: this mark has no BEGIN SGM before it"),
        (f"{BEGIN}\n{SECTION}\n", "1:1: this mark has no END SGM before the next one"),
        (f"{SECTION}\n\n{SECTION}\n", "23:1: a second section of sgm begins here"),
        (f"{SECTION}\n".replace("is data", "is law"), "1:1: the section of sgm that begins here"),
        (f"x\n{BEGIN}\n{END}\n", "2:1: the section of sgm that begins here was edited by hand"),
        (f"\ufeff{BEGIN}\nx\n{END}", "1:1: the section of sgm that begins here was edited"),
    ],
)
@pytest.mark.parametrize("plan", [plan_instructions, plan_remove])
def test_marks_that_leave_a_doubt_are_left_to_a_person(
    tmp_path: Path, text: str, message: str, plan: Callable[[Path], Plan]
) -> None:
    _made(tmp_path, text)
    with pytest.raises(Refused) as error:
        plan(tmp_path)
    assert error.value.message.startswith(f"AGENTS.md:{message}")
    assert error.value.hint is not None


@pytest.mark.parametrize(
    "text",
    [
        f"{SECTION}  \n",
        SECTION.replace("\n\n", "\n"),
        SECTION.replace("\n  ", " "),
        SECTION.replace("\n", "\r\n"),
    ],
)
def test_a_section_whose_lines_are_only_broken_otherwise_is_up_to_date(
    tmp_path: Path, text: str
) -> None:
    _made(tmp_path, text)
    assert plan_instructions(tmp_path) == Plan()


def test_an_older_section_is_brought_up_to_date(tmp_path: Path) -> None:
    data = _made(tmp_path, f"a\n<!-- BEGIN SGM v0 -->\nold\n{END}\nb\n")
    after = f"a\n{SECTION}\nb\n".encode()
    assert plan_instructions(tmp_path) == Plan((FileChange("AGENTS.md", data, after),))
    _do(tmp_path, plan_remove(tmp_path))
    assert (tmp_path / "AGENTS.md").read_bytes() == b"a\nb\n"


def test_a_newer_section_stays(tmp_path: Path) -> None:
    _made(tmp_path, f"<!-- BEGIN SGM v2 -->\nnew\n{END}\n")
    note = "AGENTS.md: its section is of a newer sgm, and is left as it is"
    assert plan_instructions(tmp_path) == Plan((), (note,))
    with pytest.raises(Refused, match=r"AGENTS\.md:1:1: this section is of a newer sgm"):
        plan_remove(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{SECTION}\n```\n",
        f"~~~~ md\n{SECTION}\n~~~\n~~~~\n",
        f"  {BEGIN}\n",
        f"`{END}`\n",
        f"x {END}\n",
        f"{BEGIN} x\n",
    ],
)
def test_an_example_is_no_mark(tmp_path: Path, text: str) -> None:
    _made(tmp_path, text)
    _do(tmp_path, plan_instructions(tmp_path))
    assert (tmp_path / "AGENTS.md").read_text() == f"{text}\n{SECTION}\n"


def test_many_open_blocks_take_no_time() -> None:
    assert len([*prose(b"```a\n" * 50_000)]) == 50_000


def test_a_file_in_utf_16_is_refused(tmp_path: Path) -> None:
    _made(tmp_path, "a\n".encode("utf-16"))
    with pytest.raises(CannotRun, match="UTF-16"):
        plan_instructions(tmp_path)


def test_a_folder_of_that_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").mkdir()
    with pytest.raises(CannotRun, match=r"AGENTS\.md is no file"):
        plan_instructions(tmp_path)


def test_the_lines_say_what_an_agent_needs() -> None:
    for word in ("sgm context", "sgm search", "sgm add", "status=proposed", "rules in force"):
        assert word in INSTRUCTIONS
    assert len(INSTRUCTIONS.encode()) < 1600
    assert IMPORT == "@AGENTS.md\n"
