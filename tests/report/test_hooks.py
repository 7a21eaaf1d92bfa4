"""What a hook says: nothing where all is well, else what is wrong, why it stops, what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.document import Set
from sgm_git.findings import Finding, Fix, Severity, Span
from sgm_git.report.hooks import files_line, gate_lines
from sgm_git.report.style import Style
from sgm_git.workflows.hooks.committing import Gate
from sgm_git.workflows.hooks.plan import Amendment, Applied, Reason, Verdict

PATH = "memory/fact/a.md"


def finding(code: str, severity: Severity = Severity.ERROR, path: str = PATH) -> Finding:
    return Finding(code, severity, path, f"about {code}", Span(2, 1, 2, 4))


def amendment(*reasons: Reason, path: str = PATH) -> Amendment:
    return Amendment(path, "0" * 40, 0o100644, b"", (Set(("x",), 1),), b"1", reasons)


def gate(
    *findings: Finding,
    amendments: tuple[Amendment, ...] = (),
    commands: tuple[str, ...] = (),
    applied: Applied = Applied(),  # noqa: B008 - it is frozen
    in_index: bool = True,
) -> Gate:
    blocks = any(each.severity is Severity.ERROR for each in findings)
    return Gate(Verdict(findings, amendments, blocks, commands, (), 1), applied, in_index)


def test_nothing_is_said_of_what_is_well() -> None:
    assert gate_lines(gate()) == []
    assert gate_lines(gate(finding("S203", Severity.INFO))) == []


def test_warnings_are_told_and_stop_nothing() -> None:
    assert gate_lines(gate(finding("L502", Severity.WARNING))) == [
        "memory/fact/a.md:2:1: L502 warning: about L502"
    ]


@pytest.mark.parametrize(
    ("reasons", "line"),
    [
        ([("complete",)], "sgm: completed 1 record"),
        ([("stamp",), ("stamp",)], "sgm: stamped 2 records"),
        ([("complete",), ("stamp",), ("stamp",)], "sgm: completed 1, stamped 2 records"),
        ([("complete", "stamp")], "sgm: completed 1, stamped 1 record"),
        ([("stamp",)] * 11, "sgm: stamped 11 records"),
    ],
)
def test_what_was_done_is_one_line(reasons: list[tuple[Reason, ...]], line: str) -> None:
    assert gate_lines(gate(amendments=tuple(amendment(*each) for each in reasons))) == [line]


def test_a_refusal_ends_in_what_to_do() -> None:
    assert gate_lines(gate(finding("F104"), finding("S205", Severity.WARNING))) == [
        "memory/fact/a.md:2:1: F104 error: about F104",
        "memory/fact/a.md:2:1: S205 warning: about S205",
        "sgm: refused: 1 error",
        "hint: mend it, stage it and commit again; sgm rule F104 explains",
    ]


def test_what_a_command_can_mend_names_it() -> None:
    mendable = replace(finding("S213"), fix=Fix(()))
    explains = "stage it and commit again; sgm rule S213 explains"
    assert gate_lines(gate(mendable))[-1] == f"hint: run sgm fix, which mends it, {explains}"
    last = gate_lines(gate(mendable, finding("S214")))[-1]
    assert last == f"hint: run sgm fix for what is marked [*], mend the rest, {explains}"


def test_what_is_put_back_is_said_with_the_way_to_drop_it() -> None:
    command = "sgm unset a /x_review --no-commit"
    put_back = gate(finding("K401"), amendments=(amendment("restore"),), commands=(command,))
    assert gate_lines(put_back) == [
        "memory/fact/a.md:2:1: K401 error: about K401",
        "sgm: refused: 1 error",
        (
            "hint: what was dropped is put back in the index and the file: commit again to keep"
            " it; to drop it on purpose, run this and commit again:"
        ),
        f"  {command}",
    ]


def test_where_the_index_ends_with_the_commit_the_file_alone_is_named() -> None:
    put_back = gate(
        finding("K401"), amendments=(amendment("restore"),), commands=("x",), in_index=False
    )
    assert "put back in the file: stage it, or name it again, and commit" in gate_lines(put_back)[2]


def test_what_has_no_way_back_is_said() -> None:
    claimed = gate(finding("K403"), commands=("sgm set a /type=rule --no-commit",))
    assert gate_lines(claimed)[2].startswith("hint: put back what was dropped; to drop it")
    both = gate(
        finding("K401"),
        finding("K403", path="memory/fact/b.md"),
        amendments=(amendment("restore"),),
        commands=("x",),
    )
    assert ", but for what has no way back:" in gate_lines(both)[3]


def test_a_loss_beside_another_error_says_both_ways() -> None:
    lines = gate_lines(gate(finding("K401"), finding("S201"), commands=("x",)))
    assert lines[2:4] == [
        "sgm: refused: 2 errors",
        "hint: mend it, stage it and commit again; sgm rule S201 explains",
    ]


def test_thousands_of_findings_are_not_all_shown() -> None:
    lines = gate_lines(gate(*(finding("F101", path=f"memory/{n}.md") for n in range(5000))))
    assert len(lines) == 53
    assert lines[50] == "and 4950 errors more: sgm check shows all"


def test_many_warnings_hide_no_error_and_are_soon_enough() -> None:
    warnings = [finding("S205", Severity.WARNING, f"memory/{n}.md") for n in range(300)]
    lines = gate_lines(gate(*warnings[:150], finding("F101"), *warnings[150:]))
    assert lines[9].startswith("memory/9.md:2:1: S205 warning")
    assert lines[10].startswith("memory/fact/a.md:2:1: F101 error")
    assert lines[11] == "and 290 warnings more: sgm check shows all"


def test_nothing_acts_on_a_terminal() -> None:
    shown = gate_lines(
        gate(
            finding("F101", path="a\x1b[2J.md"),
            commands=("sgm unset 'a\x1bb' /x",),
            applied=Applied((), ("a\x07: left",)),
        ),
        Style(),
    )
    assert all(line.isprintable() for line in shown)


def test_notes_come_before_the_end() -> None:
    noted = gate(finding("F101"), applied=Applied((), ("a: left",)))
    assert gate_lines(noted)[1] == "sgm: a: left"


def test_changed_files_are_to_be_staged() -> None:
    one, two = (gate(applied=Applied(paths)) for paths in (("a",), ("a", "b")))
    assert files_line(one) == "sgm: 1 file was changed: stage it and commit again"
    assert files_line(two) == "sgm: 2 files were changed: stage them and commit again"


def test_while_git_is_amid_something_the_field_is_kept_until_that_is_finished() -> None:
    put_back = gate(finding("K401"), amendments=(amendment("restore"),), commands=("x",))
    amid = replace(put_back, verdict=replace(put_back.verdict, under_way="merge"))
    assert gate_lines(amid)[2] == (
        "hint: what was dropped is put back in the index and the file: finish the merge"
        " (git commit) to keep it; to drop it on purpose, run this after that and commit:"
    )
    alone = replace(amid, in_index=False)
    assert ": stage it, or name it again, and finish the merge (git" in gate_lines(alone)[2]
    nothing = replace(amid, verdict=replace(amid.verdict, amendments=()))
    assert gate_lines(nothing)[2].startswith(
        "hint: put back what was dropped and finish the merge (git commit); to drop it"
    )


def test_lines_of_shell_are_not_endlessly_many() -> None:
    lost = gate(finding("K401"), commands=tuple(f"sgm unset {n} /x" for n in range(3_000)))
    lines = gate_lines(lost)
    assert len(lines) < 60
    assert lines[-1] == "  (and 2950 more, once these are run)"


def test_a_secret_is_explained_before_all_else() -> None:
    lines = gate_lines(gate(finding("F101"), finding("S213"), finding("X601")))
    assert "hint: mend it, stage it and commit again; sgm rule X601 explains" in lines
