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
    told = ("Auto-merging a", "CONFLICT (content): a", "CONFLICT (modify/delete): b")
    merge = found("conflict", MergedFile("a", "conflict"), messages=told)
    assert list(merge_notes(merge, ("a b", "side"))) == [
        "CONFLICT (modify/delete): b",
        "1 other file in conflict; nothing was merged",
        "hint: git checkout 'a b' && git merge side stops where they can be settled",
    ]
    assert merge_object(merge)["others"] == [{"path": "a", "how": "conflict"}]
