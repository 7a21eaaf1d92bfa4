"""A diff shows what a fix would do."""

from __future__ import annotations

from sgm_git.report.diff import diff_lines
from sgm_git.report.style import Style


def test_a_change_is_shown_with_its_surroundings() -> None:
    assert diff_lines("a.md", "a.md", b"1\n2\nold\n4\n", b"1\n2\nnew\n4\n") == [
        "diff --git a/a.md b/a.md",
        "--- a/a.md",
        "+++ b/a.md",
        "@@ -1,4 +1,4 @@",
        " 1",
        " 2",
        "-old",
        "+new",
        " 4",
    ]


def test_equal_documents_show_nothing() -> None:
    assert diff_lines("a.md", "a.md", b"x\n", b"x\n") == []


def test_a_move_alone_is_shown_as_git_shows_it() -> None:
    assert diff_lines("a.md", "b.md", b"x\n", b"x\n") == [
        "diff --git a/a.md b/b.md",
        "rename from a.md",
        "rename to b.md",
    ]


def test_a_file_that_comes_or_goes_is_shown_as_git_takes_it() -> None:
    assert diff_lines("a.md", "a.md", None, b"x\n") == [
        "diff --git a/a.md b/a.md",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/a.md",
        "@@ -0,0 +1 @@",
        "+x",
    ]
    assert diff_lines("a.md", "a.md", b"x\n", None)[1:4] == [
        "deleted file mode 100644",
        "--- a/a.md",
        "+++ /dev/null",
    ]
    assert len(diff_lines("a.md", "a.md", None, b"")) == 2
    assert diff_lines("a.md", "a.md", None, None) == []


def test_a_missing_line_end_is_a_difference_that_is_told() -> None:
    shown = "\n".join(diff_lines("a", "a", b"x", b"x\n"))
    assert shown.endswith("-x\n\\ No newline at end of file\n+x")


def test_what_acts_on_a_terminal_is_escaped() -> None:
    shown = "\n".join(diff_lines("\x1b.md", "\x1b.md", b"\x1b[2J\xff\n", b"clean\n"))
    assert "\x1b" not in shown
    assert "-\\x1b[2J\\xff" in shown


def test_colours_mark_what_goes_and_what_comes() -> None:
    lines = diff_lines("a", "a", b"x\n", b"y\n", Style(colour=True))
    assert lines[-2:] == ["\x1b[31m-x\x1b[0m", "\x1b[32m+y\x1b[0m"]
