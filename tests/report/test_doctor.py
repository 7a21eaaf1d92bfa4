"""A diagnosis is a line, and what to do about it another."""

from __future__ import annotations

from sgm_git.report.doctor import diagnosis_lines, diagnosis_objects
from sgm_git.report.style import Style
from sgm_git.workflows.diagnosis import Diagnosis

FOUND = (Diagnosis("ok", "all \x1b[2J well"), Diagnosis("problem", "no memory", "sgm init"))


def test_a_person_reads_lines() -> None:
    assert list(diagnosis_lines(FOUND)) == [
        "ok       all \\x1b[2J well",
        "problem  no memory",
        "         hint: sgm init",
    ]


def test_a_program_reads_objects() -> None:
    assert diagnosis_objects(FOUND) == [
        {"status": "ok", "what": "all \x1b[2J well", "hint": None},
        {"status": "problem", "what": "no memory", "hint": "sgm init"},
    ]


def test_colour_shows_what_is_not_well() -> None:
    assert list(diagnosis_lines(FOUND, Style(colour=True)))[1].startswith("\x1b[31mproblem\x1b[0m")
