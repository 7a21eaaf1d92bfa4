"""What a session at the command line looks like, word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.transcript import play, steps, transcripts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox


@pytest.mark.usefixtures("sgm_on_path")
@pytest.mark.parametrize("path", transcripts(), ids=lambda path: path.stem)
def test_a_session_is_as_it_was_written_down(
    path: Path, here: GitSandbox, *, update_golden: bool
) -> None:
    written = path.read_text(encoding="utf-8")
    played = play(written, here)
    if update_golden:
        path.write_text(played, encoding="utf-8", newline="\n")
    assert played == written or update_golden


def test_there_are_sessions() -> None:
    assert transcripts()


def test_a_transcript_is_read_as_commands() -> None:
    text = "# why\n$ sgm add \\\n    --x\n> in\nout\n2> err\n? 1\n\n$ sgm list\n"
    first, second = steps(text)
    assert first.written == ("# why", "$ sgm add \\", "    --x", "> in")
    assert (first.words, first.stdin) == (("sgm", "add", "--x"), b"in\n")
    assert (second.written, second.words) == (("", "$ sgm list"), ("sgm", "list"))


def test_a_line_of_output_is_no_input_whatever_it_begins_with() -> None:
    (step,) = steps("$ sgm context\n> in\nout\n> out\n")
    assert (step.written, step.stdin) == (("$ sgm context", "> in"), b"in\n")
