from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.run import check_document, check_store
from sgm_git.document.read import read
from sgm_git.findings import Finding, Fix, Severity
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Root
from sgm_git.record.cycles import on_cycles
from tests.checks.support import (
    POLICY,
    check,
    check_files,
    document,
    provenance,
    subject,
    unmarked,
)
from tests.support import untraced

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
FOLDED = (
    "the path differs only in case or Unicode form from memory/decision/{}.md;"
    " some systems take them for one file"
)


def record(name: str, *changes: str, body: str = "\nKeep it.\n") -> str:
    return document(f"id: {name}", *changes, body=body)


def shown(findings: list[Finding]) -> list[tuple[str, str | None, str]]:
    return [
        (finding.path.removeprefix("memory/"), finding.pointer, finding.message)
        for finding in findings
    ]


def successor(name: str, *others: str) -> str:
    items = "".join(f"\n  - {{kind: superseded_by, value: {other}}}" for other in others)
    return record(name, f"annotations:\n  - {{kind: rationale, value: x}}{items}")


def test_a_store_without_fault_has_no_finding() -> None:
    files = {"decision/a.md": record("a", provenance("links: [b]")), "decision/b.md": record("b")}
    assert check_files(files) == []


def test_l501_is_said_of_each_of_several_records_with_one_id() -> None:
    files = {f"decision/{n}.md": record("«dup»") for n in "abcdef"}
    place = unmarked(files["decision/a.md"])[1]
    found = check_files({path: unmarked(text)[0] for path, text in files.items()}, "L501")
    assert [finding.path[-4:] for finding in found] == [f"{n}.md" for n in "abcdef"]
    assert {(f.severity, f.span, f.pointer) for f in found} == {(E, place, "/id")}
    assert found[0].message == (
        'the id "dup" is also that of memory/decision/b.md, memory/decision/c.md,'
        " memory/decision/d.md and 2 more"
    )
    assert check_files({"a.md": record("a"), "b.md": record("b")}, "L501") == []


def test_roots_may_repeat_an_id() -> None:
    other = Root("notes", RootConfig(), {})
    subjects = [
        subject(record("a"), "memory/decision/a.md"),
        subject(record("a"), "notes/decision/a.md", root=other),
    ]
    assert check_store(subjects, POLICY) == []


def test_l502_is_a_link_to_nothing() -> None:
    text, place = unmarked(record("a", provenance("links: [a, «nope», a]")))
    (finding,) = check_files({"decision/a.md": text}, "L502")
    assert (finding.severity, finding.span, finding.pointer) == (W, place, "/provenance/links/1")
    assert finding.message == 'no record has the id "nope"'


@pytest.mark.parametrize("kind", ["superseded_by", "supersedes"])
def test_l502_looks_at_supersession_too(kind: str) -> None:
    marked = record(
        "a", f"annotations:\n  - {{kind: rationale}}\n  - {{kind: {kind}, value: [«nope»]}}"
    )
    text, place = unmarked(marked)
    (finding,) = check_files({"decision/a.md": text}, "L502")
    assert (finding.span, finding.pointer) == (place, "/annotations/1/value/0")


@pytest.mark.parametrize("link", ["b", "old-b", "notes:c", "notes:old-c", "c", "broken"])
def test_a_link_may_lead_to_an_alias_another_root_or_a_file_that_cannot_be_read(link: str) -> None:
    other = Root("notes", RootConfig(), {})
    subjects = [
        subject(record("a", provenance(f'links: ["{link}"]')), "memory/decision/a.md"),
        subject(record("b", "aliases: [old-b]"), "memory/decision/b.md"),
        subject(record("c", "aliases: [old-c]"), "notes/decision/c.md", root=other),
        subject("---\nid: [\n---\n", "memory/decision/broken.md"),
    ]
    assert [f for f in check_store(subjects, POLICY) if f.code == "L502"] == []


def test_l503_is_an_id_that_was_changed_in_place() -> None:
    text, place = unmarked(record("«b»"))
    changed = subject(text, "memory/decision/b.md", previous={"id": "a"})
    (finding,) = check_store([changed], POLICY)
    assert (finding.code, finding.severity, finding.span) == ("L503", E, place)
    assert finding.message == 'the id was "a"; rename with sgm rename, or add it to aliases'
    renamed = subject(record("b", "aliases: [a]"), "memory/decision/b.md", previous={"id": "a"})
    moved = [changed, subject(record("a"), "memory/decision/a.md")]
    for passing in ([renamed], moved, [subject(text, "memory/decision/b.md", previous={"id": 5})]):
        assert [f for f in check_store(passing, POLICY) if f.code == "L503"] == []


def test_l504_is_said_of_paths_and_of_ids() -> None:
    files = {"decision/Dec-Keep.md": record("Dec-Keep"), "decision/dec-keep.md": record("dec-keep")}
    assert shown(check_files(files, "L504")) == [
        (
            "decision/Dec-Keep.md",
            None,
            FOLDED.format("dec-keep"),
        ),
        (
            "decision/Dec-Keep.md",
            "/id",
            'the id "Dec-Keep" differs only in case or Unicode form from "dec-keep"',
        ),
        (
            "decision/dec-keep.md",
            None,
            FOLDED.format("Dec-Keep"),
        ),
        (
            "decision/dec-keep.md",
            "/id",
            'the id "dec-keep" differs only in case or Unicode form from "Dec-Keep"',
        ),
    ]


def test_l504_knows_unicode_forms() -> None:
    files = {"decision/caf\u00e9.md": record("x"), "decision/cafe\u0301.md": record("y")}
    assert [f.severity for f in check_files(files, "L504")] == [E, E]
    assert check_files({"a.md": record("caf\u00e9"), "b.md": record("cafe")}, "L504") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rule-10", "rule-1o"),
        ("dec-l", "dec-1"),
        ("dec-a", "dec-\u0430"),
        ("a-b", "a_b"),
        ("a\u2010b", "a-b"),
    ],
)
def test_l511_is_an_id_that_looks_like_another(one: str, other: str) -> None:
    found = check_files({"a.md": record(f'"{one}"'), "b.md": record(f'"{other}"')}, "L511")
    assert [finding.severity for finding in found] == [W, W]
    assert found[0].message == f'the id "{one}" looks like "{other}"'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rule-10", "rule-11"),
        ("fail", "fall"),
        ("modern", "modem"),
        ("a", "A"),
        ("caf\u00e9", "cafe"),
    ],
)
def test_l511_passes_what_can_be_told_apart_or_is_l504(one: str, other: str) -> None:
    assert check_files({"a.md": record(one), "b.md": record(other)}, "L511") == []


def test_l505_moves_a_record_to_where_its_layout_puts_it() -> None:
    (finding,) = check_files({"note.md": record("dec-x")}, "L505")
    assert (finding.severity, finding.span, finding.pointer) == (I, None, None)
    assert finding.message == "by the layout of its root it lies at memory/decision/dec-x.md"
    assert finding.fix is not None
    assert (finding.fix.move_to, finding.fix.edits) == ("memory/decision/dec-x.md", ())
    assert check_files({"decision/dec-x.md": record("dec-x")}, "L505") == []


def test_l505_never_moves_onto_another_file() -> None:
    files = {"note.md": record("dec-x"), "decision/DEC-X.md": "not a record"}
    (finding,) = check_files(files, "L505")
    assert finding.fix is not None
    assert finding.fix.move_to == "memory/decision/dec-x-2.md"


def test_l505_moves_no_two_records_to_one_place() -> None:
    found = check_files({"x.md": record("dec/x"), "y.md": record("dec-x")}, "L505")
    moves = [finding.fix.move_to for finding in found if finding.fix is not None]
    assert moves == ["memory/decision/dec-x.md", "memory/decision/dec-x-2.md"]


def test_l505_moves_no_record_for_a_misspelled_type() -> None:
    assert check_files({"decision/x.md": record("x", "type: decison")}, "L505") == []
    assert len(check_files({"decision/x.md": record("x", "type: incident")}, "L505")) == 1


def test_l505_takes_a_number_for_lawful() -> None:
    files = {"decision/a-b.md": record("a-b"), "decision/a-b-2.md": record("a/b")}
    assert check_files(files, "L505") == []


def test_l505_says_nothing_of_what_has_no_id_or_type() -> None:
    files = {
        "x.md": document(drop=("id",)),
        "y.md": document("type: 5.5", drop=("type",)),
        "z.md": "-",
    }
    assert [f for f in check_files(files, "L505") if f.path != "memory/y.md"] == []


def test_l506_wants_to_know_the_successor() -> None:
    marked = record(
        "a", "annotations:\n  - {kind: rationale}\n  - {kind: status, value: «superseded»}"
    )
    text, place = unmarked(marked)
    (finding,) = check_files({"decision/a.md": text}, "L506")
    assert (finding.severity, finding.span, finding.pointer) == (W, place, "/annotations/1/value")
    assert finding.message == "superseded, but by which record is not said; add superseded_by"
    named = text.replace("superseded}", "superseded}\n  - {kind: superseded_by, value: b}")
    other = record("b", "annotations:\n  - {kind: supersedes, value: a}")
    for files in ({"a.md": named}, {"a.md": text, "b.md": other}, {"a.md": record("a")}):
        assert check_files(files, "L506") == []


def test_l507_is_said_of_each_record_of_a_circle() -> None:
    files = {
        "decision/a.md": successor("a", "b"),
        "decision/b.md": successor("b", "c"),
        "decision/c.md": record(
            "c", "annotations: [{kind: rationale}, {kind: superseded_by, value: [a]}]"
        ),
        "decision/d.md": successor("d", "a"),
        "decision/e.md": successor("e", "e"),
    }
    found = check_files(files, "L507")
    assert [finding.path[-4:] for finding in found] == ["a.md", "b.md", "c.md", "e.md"]
    assert {finding.severity for finding in found} == {E}
    assert found[0].message == 'supersession in a circle: "a", "b", "c"'
    assert (found[0].pointer, found[2].pointer) == (
        "/annotations/1/value",
        "/annotations/1/value/0",
    )
    assert found[3].message == 'supersession in a circle: "e"'
    del files["decision/b.md"], files["decision/e.md"]
    assert check_files(files, "L507") == []


def test_either_side_s_word_makes_a_circle() -> None:
    files = {
        "a.md": record("a", "annotations: [{kind: superseded_by, value: b}]"),
        "b.md": record(
            "b", "annotations: [{kind: supersedes, value: a}, {kind: superseded_by, value: a}]"
        ),
    }
    assert len(check_files(files, "L507")) == 2


@given(st.dictionaries(st.integers(0, 7), st.sets(st.integers(0, 7)), max_size=8))
def test_a_node_is_on_a_cycle_if_it_can_reach_itself(after: dict[int, set[int]]) -> None:
    def reached(start: int) -> set[int]:
        found: set[int] = set()
        todo = list(after.get(start, ()))
        while todo:
            node = todo.pop()
            if node not in found:
                found.add(node)
                todo.extend(after.get(node, ()))
        return found

    groups = list(on_cycles(after))
    nodes = {node for targets in after.values() for node in targets} | after.keys()
    assert sorted(n for group in groups for n in group) == sorted(
        n for n in nodes if n in reached(n)
    )
    assert all(set(group) <= reached(node) for group in groups for node in group)


@untraced
def test_a_long_chain_of_supersessions_is_no_danger() -> None:
    assert list(on_cycles({n: {n + 1} for n in range(50_000)})) == []
    assert [len(g) for g in on_cycles({n: {(n + 1) % 50_000} for n in range(50_000)})] == [50_000]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("## Status\n\n«Proposed»\n", "Proposed"),
        ("# T\n\nStatus: «rejected»\n", "rejected"),
        ("* **Status:** «proposed»\n", "proposed"),
        (
            "## Status ##\n\n* *«superseded»* by [b](b.md)\n\n## Context\n\nAccepted in 2026.\n",
            "superseded",
        ),
    ],
)
def test_l508_is_a_body_that_says_something_else(body: str, word: str) -> None:
    text, place = unmarked(document(body=f"\n{body}"))
    (finding,) = check(text, "L508")
    assert (finding.severity, finding.span, finding.pointer) == (W, place, "/content")
    assert finding.message == f'the body says "{word}", the status annotation "accepted"'


@pytest.mark.parametrize(
    "body",
    [
        "## Status\n\nAccepted\n",
        "## Status\n\nProposed\n\nAccepted\n",
        "## Status\n\nDraft\n",
        "## Status\n\n## Context\n\nProposed\n",
        "Proposed was the status of old.\n",
        "",
    ],
)
def test_l508_passes_a_body_that_agrees_or_does_not_say(body: str) -> None:
    assert check(document(body=f"\n{body}"), "L508") == []


COPIES = [
    "dec-x (Ada's conflicted copy 2026-10-10).md",
    "dec-x.sync-conflict-20261010-182147-ABCDEFG.md",
    "dec-x (1).md",
    "dec-x 2.md",
]


@pytest.mark.parametrize("name", COPIES)
def test_l512_of_a_copy_is_all_that_is_said_of_it_beside_others(name: str) -> None:
    copy = record("dec-x", body="\nKeep both.\n")
    files = {"decision/dec-x.md": record("dec-x"), f"decision/{name}": copy}
    (finding,) = check_store(
        [subject(text, f"memory/{path}") for path, text in files.items()], POLICY
    )
    assert (finding.code, finding.severity, finding.path) == ("L512", W, f"memory/decision/{name}")
    assert finding.message == (
        "a sync client's copy of memory/decision/dec-x.md, which is no record; sgm fix merges it"
    )
    assert finding.fix == Fix()


def test_l512_of_a_copy_of_a_copy_names_the_nearest() -> None:
    names = ["dec-x", "dec-x (conflicted copy)", "dec-x (conflicted copy) (1)"]
    files = {f"decision/{name}.md": record("dec-x", body=f"\n{name}\n") for name in names}
    found = check_files(files)
    assert [(f.code, f.message.split(",")[0]) for f in found] == [
        ("L512", "a sync client's copy of memory/decision/dec-x (conflicted copy).md"),
        ("L512", "a sync client's copy of memory/decision/dec-x.md"),
    ]


def test_l512_of_a_file_that_is_no_record_is_only_told() -> None:
    files = {
        "decision/dec-x.md": record("dec-x"),
        "decision/dec-x (conflicted copy).md": "no record",
        "decision/dec-x (case conflict).md": "---\nx: &a dec-x\nid: *a\ntype: [\n---\n",
        "decision/dec-x (1).md": "no record either, and its name may be a title",
    }
    assert [finding.fix for finding in check_files(files, "L512")] == [None, None]


def test_l512_says_where_the_bytes_are_the_same() -> None:
    files = {"decision/dec-x.md": record("dec-x"), "decision/dec-x (1).md": record("dec-x")}
    (finding,) = check_files(files, "L512")
    assert "with the same bytes" in finding.message
    assert finding.fix == Fix()


def test_l512_passes_names_that_only_look_like_it() -> None:
    files = {
        "decision/dec-x.md": record("dec-x"),
        "decision/dec-x (1).md": record("another"),
        "decision/dec-x (conflicted copy).md": record("a-third"),
        "decision/dec-y (conflicted copy).md": record("dec-y"),
        "decision/phase 2.md": record("phase-2"),
    }
    assert check_files(files, "L512") == []


def test_a_copy_of_another_id_is_judged_like_any_record() -> None:
    files = {
        "decision/dec-x.md": record("dec-x"),
        "decision/dec-x (conflicted copy).md": record("dec-y"),
        "decision/dec-y.md": record("dec-y"),
    }
    assert {finding.code for finding in check_files(files)} == {"L501"}


def test_what_one_file_holds_does_not_change_what_is_said_of_another() -> None:
    good, bad = (
        {"decision/a.md": record("a", provenance("links: [zz]"))},
        {"b.md": "\0", "c.md": ""},
    )
    alone = check_files(good)
    assert [f for f in check_files(good | bad) if f.path == "memory/decision/a.md"] == alone
    assert read(b"\0").document is None
    assert check_document(subject(record("a")), POLICY) == []
