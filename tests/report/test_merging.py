"""What merging two revisions gives, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.merge import Conflict
from sgm_git.report.merging import merge_lines, merge_notes, merge_object
from sgm_git.workflows.merging.revisions import MergedFile, RevisionMerge, State
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

OURS, THEIRS, TREE = "1" * 40, "2" * 40, "3" * 40


def found(state: State, *files: MergedFile, messages: tuple[str, ...] = ()) -> RevisionMerge:
    """A merge that gave these files."""
    tree = None if state == "conflict" else TREE
    return RevisionMerge(state, OURS, THEIRS, tree, files, messages)


def test_an_annotation_in_conflict_is_named_by_its_kind() -> None:
    after: JsonObject = {"id": "a", "annotations": [{"kind": "status", "value": "open"}]}
    conflict = Conflict(("annotations", "0", "value"), "new", "open", "done")
    file = MergedFile("m/a.md", "conflict", is_record=True, after=after, conflicts=(conflict,))
    assert list(merge_lines(found("conflict", file))) == [
        "conflict a m/a.md",
        '  status: "open" against "done"',
    ]


def test_long_texts_are_shown_where_they_part() -> None:
    long = "The same words again and again. " * 9
    conflict = Conflict(("content",), long, f"{long}Ours.", f"{long}Theirs.")
    file = MergedFile("m/a.md", "conflict", is_record=True, conflicts=(conflict,))
    (_, line) = merge_lines(found("conflict", file))
    assert line == '  content: "… and again. Ours." against "… and again. Theirs."'


def test_a_secret_is_masked_and_nothing_acts_on_the_terminal() -> None:
    conflict = Conflict(("x",), "", TOKEN, "\x1b[31m")
    file = MergedFile("m/\x1b.md", "conflict", is_record=True, conflicts=(conflict,))
    text = "\n".join(merge_lines(found("conflict", file)))
    assert TOKEN not in text
    assert "\x1b" not in text


def test_records_and_other_files_are_counted_apart() -> None:
    files = [MergedFile("a.txt", "merged"), MergedFile("b.md", "merged", is_record=True)]
    notes = list(merge_notes(found("merged", *files, MergedFile("c.txt", "merged")), ("a", "b")))
    assert notes == ["1 record and 2 other files merged out of both"]


def test_a_conflict_says_what_git_said_and_how_to_go_on() -> None:
    told = ("Auto-merging a", "CONFLICT (content): a", "CONFLICT (file/directory): b")
    merge = found("conflict", MergedFile("a", "conflict"), messages=told)
    assert list(merge_notes(merge, ("a b", "side"))) == [
        "CONFLICT (file/directory): b",
        "1 other file in conflict; nothing was merged",
        "hint: on 'a b', git merge side stops where they can be settled",
    ]
    assert list(merge_notes(merge, ("HEAD", "side")))[-1].startswith("hint: git merge side stops")
    assert merge_object(merge)["others"] == [{"path": "a", "how": "conflict"}]


def test_what_is_taken_whole_is_counted_too() -> None:
    files = [
        MergedFile("b.md", "taken", is_record=True),
        MergedFile("c.md", "added", is_record=True),
    ]
    notes = list(merge_notes(found("merged", *files), ("a", "b")))
    assert notes == ["0 records merged out of both, 2 records taken whole"]


def test_deletion_against_edit_is_named_in_words() -> None:
    gone = MergedFile("m/a.md", "conflict", is_record=True, gone="theirs")
    raw = f"CONFLICT (modify/delete): m/a.md deleted in {THEIRS} and modified in {OURS}."
    merge = found("conflict", gone, messages=(raw,))
    assert list(merge_lines(merge)) == ["conflict m/a.md: deleted there, edited here"]
    assert not any(THEIRS in line for line in merge_notes(merge, ("a", "b")))
