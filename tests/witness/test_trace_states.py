"""What is no version, what cannot be read, and where history ends (DESIGN section 2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Change
from sgm_git.witness.facts import UNFETCHED
from sgm_git.witness.life import Kind
from sgm_git.witness.trace import trace
from tests.witness.support import CREATED, Story, note, root_of

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.facts import Facts

_PLAIN = f"""---
id: x
type: fact
title: It is so
provenance:
  agent: ada
  created_at: "{CREATED}"
---

Body.
"""
_BROKEN = "---\ntitle: [\n---\n"


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(_PLAIN.replace("It is so", "'It is so'"), id="quotes"),
        pytest.param(_PLAIN.replace("title:", "title:   "), id="blanks"),
        pytest.param(_PLAIN.replace("title:", "# reviewed\ntitle:"), id="comment"),
        pytest.param(_PLAIN.replace("\n", "\r\n"), id="line ends"),
        pytest.param("\ufeff" + _PLAIN, id="byte order mark"),
        pytest.param(
            _PLAIN.replace("id: x\ntype: fact\n", "type: fact\nid: x\n"), id="order of keys"
        ),
    ],
)
def test_another_spelling_of_the_same_is_no_version(other: str) -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": _PLAIN}, {"m/a.md": other})
    assert story.told(tip, "m/a.md") == ["born c0"]


def test_another_mode_of_a_file_is_no_version() -> None:
    story = Story()
    tip = story.commit({"m/a.md": _PLAIN}, story.commit({"m/a.md": _PLAIN}))
    blob = story.snapshots[tip].files["m/a.md"]
    newest, oldest = story.commits(tip)
    newest = replace(newest, changes=((Change("m/a.md", blob, blob),),))
    found = trace((newest, oldest), {"m/a.md": blob}, story, root_of)
    assert [event.commit for event in found.lives["m/a.md"].events] == ["c0"]


def test_another_mode_makes_a_parent_no_other_than_it_is() -> None:
    story = Story()
    base = story.commit({"m/a.md": note()})
    sides = [story.commit({"m/a.md": _PLAIN}, base) for _ in range(2)]
    merge, *older = story.commits(story.commit({"m/a.md": _PLAIN}, *sides))
    blob = story.snapshots[merge.oid].files["m/a.md"]
    merge = replace(merge, changes=((Change("m/a.md", blob, blob),), ()))
    life = trace((merge, *older), {"m/a.md": blob}, story, root_of).lives["m/a.md"]
    assert [event.commit for event in life.events] == [sides[0], base]


def test_new_stamps_alone_are_an_event_but_no_version() -> None:
    story = Story()
    stamps: JsonObject = {"modified": True, "modified_at": CREATED, "modified_by": "ada"}
    *_, tip = story.line({"m/a.md": note()}, {"m/a.md": note(stamps=stamps)})
    assert story.told(tip, "m/a.md") == ["stamped c1 from c0", "born c0"]
    assert [event.kind for event in story.trace(tip).lives["m/a.md"].versions] == [Kind.BORN]


def test_a_broken_file_means_what_it_last_meant() -> None:
    story = Story()
    trees = ({"m/a.md": text} for text in (note(), _BROKEN, "no record", note()))
    *_, tip = story.line(*trees)
    assert story.told(tip, "m/a.md") == ["born c0"]


def test_a_broken_file_mended_with_another_meaning_is_a_version_there() -> None:
    story = Story()
    trees = ({"m/a.md": text} for text in (note(), _BROKEN, note(title="Two")))
    *_, tip = story.line(*trees)
    assert story.told(tip, "m/a.md") == ["changed c2 from c0", "born c0"]


def test_a_file_that_is_broken_now_has_no_life() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {"m/a.md": _BROKEN})
    assert story.trace(tip).lives == {}


def test_a_broken_file_is_followed_through_a_rename() -> None:
    story = Story()
    *_, tip = story.line(
        {"m/a.md": note()}, {"m/a.md": _BROKEN}, {"m/b.md": _BROKEN}, {"m/b.md": note()}
    )
    assert story.told(tip, "m/b.md") == ["born c0"]


def test_two_broken_files_alike_that_move_together_cannot_be_told_apart() -> None:
    story = Story()
    *_, tip = story.line(
        {"m/a.md": _BROKEN, "m/b.md": _BROKEN},
        {"m/c.md": _BROKEN, "m/d.md": _BROKEN},
        {"m/c.md": note("x"), "m/d.md": note("y")},
    )
    doubts = {life.doubt for life in story.trace(tip).lives.values()}
    assert doubts == {"before that, its id stood more than once"}


def test_a_broken_file_that_goes_on_where_it_is_was_not_moved() -> None:
    story = Story()
    *_, tip = story.line(
        {"m/a.md": note()},
        {"m/a.md": _BROKEN},
        {"m/a.md": "no record", "m/b.md": _BROKEN},
        {"m/a.md": "no record", "m/b.md": note()},
    )
    assert story.told(tip, "m/b.md") == ["returned c3", "born c0"]


def test_a_record_born_broken_is_born_where_it_can_first_be_read() -> None:
    story = Story()
    trees = ({"m/a.md": text} for text in (_BROKEN, note(), note(title="Two")))
    *_, tip = story.line(*trees)
    assert story.told(tip, "m/a.md") == ["changed c2 from c1", "born c1"]


def test_a_record_born_broken_after_it_was_deleted_returns() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {}, {"m/a.md": _BROKEN}, {"m/a.md": note()})
    assert story.told(tip, "m/a.md") == ["returned c3", "born c0"]


def test_what_was_another_record_before_it_was_broken_is_not_the_one_that_came_of_it() -> None:
    story = Story()
    trees = ({"m/a.md": text} for text in (note("y"), _BROKEN, note("x")))
    *_, tip = story.line(*trees)
    assert story.told(tip, "m/a.md") == ["born c2"]


def test_history_that_is_cut_says_so_of_what_is_older() -> None:
    story = Story()
    old = story.commit({"m/a.md": note("x")}, "gone", cut=True)
    tip = story.commit({"m/a.md": note("x", "Two"), "m/b.md": note("y")}, old)
    lives = story.trace(tip).lives
    assert (story.told(tip, "m/a.md"), lives["m/a.md"].is_cut) == (["changed c1 from c0"], True)
    assert (story.told(tip, "m/b.md"), lives["m/b.md"].is_cut) == (["born c1"], False)


def test_a_state_whose_broken_past_is_cut_off_is_no_birth() -> None:
    story = Story()
    old = story.commit({"m/a.md": _BROKEN}, "gone", cut=True)
    life = story.trace(story.commit({"m/a.md": note()}, old)).lives["m/a.md"]
    assert (life.events, life.is_cut) == ((), True)


def test_commits_that_are_missing_without_a_word_leave_it_in_pieces() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {"m/a.md": note(title="Two")})
    newest, _ = story.commits(tip)
    files = story.snapshots[tip].files
    assert not trace((newest,), files, story, root_of).is_whole
    assert not trace((), files, story, root_of).is_whole
    assert trace((), {}, story, root_of).is_whole


def test_going_on_from_an_earlier_commit_needs_the_new_commits_alone() -> None:
    story = Story()
    *_, known, edit, tip = story.line(
        {"m/a.md": note()},
        {"m/a.md": note(title="Two")},
        {"m/a.md": note(title="Three")},
        {"m/b.md": note(title="Three"), "m/c.md": note("y")},
    )
    found = story.trace(tip, story.former(known))
    assert found.is_whole
    assert found.lives == story.trace(tip).lives
    assert story.trace(edit, story.former(edit)).lives == story.trace(edit).lives


def test_what_new_commits_leave_alone_is_as_it_was_found_whatever_stands_open_there() -> None:
    story = Story()
    files = {"m/a.md": note("x"), "m/b.md": note("x"), "m/c.md": note(None)}
    *_, known = story.line({**files, "m/d.md": note("z")}, files | {"m/d.md": note("y")})
    tip = story.commit(files | {"m/d.md": note("y", "Two")}, known)
    found = story.trace(tip, story.former(known))
    assert found.is_whole
    assert found.lives == story.trace(tip).lives
    assert found.lives["m/a.md"].doubt is not None


def test_going_on_is_not_enough_where_what_was_found_leaves_something_open() -> None:
    story = Story()
    twice = {"m/a.md": note(), "m/b.md": note()}
    deleted, doubled, broken = (
        story.line({"m/a.md": note()}, {})[-1],
        story.commit(twice),
        story.commit({"m/a.md": _BROKEN}),
    )
    for known in (deleted, doubled, broken):
        tip = story.commit({"m/a.md": note(title="Two")}, known)
        assert not story.trace(tip, story.former(known)).is_whole


def test_going_on_is_not_enough_for_what_was_outside_all_roots() -> None:
    story = Story()
    outside = {"o/a.md": note()}
    _, known, _, tip = story.line(outside, {}, outside, {"m/a.md": note()})
    assert not story.trace(tip, story.former(known)).is_whole
    assert story.told(tip, "m/a.md") == ["returned c2", "born c0"]


def test_going_on_is_not_enough_where_two_records_became_one() -> None:
    story = Story()
    known = story.commit({"m/a.md": note("x"), "m/b.md": note("y")})
    ours = story.commit({"m/a.md": note("x", "Two")}, known)
    theirs = story.commit({"m/b.md": note("y", "Two")}, known)
    one = story.commit({"m/a.md": note("x", "Three", aliases=["y"])}, ours, theirs)
    assert not story.trace(one, story.former(known)).is_whole


def test_a_branch_that_began_before_the_earlier_commit_needs_all_of_history() -> None:
    story = Story()
    base, main = story.line({"m/a.md": note()}, {"m/b.md": note("y"), "m/a.md": note()})
    side = story.commit({"m/a.md": note(title="Two")}, base)
    tip = story.commit({"m/b.md": note("y"), "m/a.md": note(title="Two")}, main, side)
    assert not story.trace(tip, story.former(main)).is_whole


class _Partial(Story):
    """A partial clone: some blobs were never fetched."""

    def facts(self, blob: str) -> Facts | None:
        return UNFETCHED if "Unfetched" in self.texts[blob] else super().facts(blob)


def test_what_was_never_fetched_cuts_the_history_of_its_record_alone() -> None:
    story = _Partial()
    old = {"m/a.md": note("x", "Unfetched"), "m/b.md": note("y")}
    *_, tip = story.line(old, {"m/a.md": note("x"), "m/b.md": note("y", "Two")})
    lives = story.trace(tip).lives
    assert (lives["m/a.md"].events, lives["m/a.md"].is_cut) == ((), True)
    assert story.told(tip, "m/b.md") == ["changed c1 from c0", "born c0"]
    assert not lives["m/b.md"].is_cut


def test_a_birth_beside_what_was_never_fetched_and_went_is_not_certain() -> None:
    story = _Partial()
    *_, tip = story.line({"m/old.md": note("x", "Unfetched")}, {"m/new.md": note("x")})
    life = story.trace(tip).lives["m/new.md"]
    assert (life.events, life.is_cut) == ((), True)


def test_what_was_never_fetched_has_no_life_and_hides_none_that_can_be_seen() -> None:
    story = _Partial()
    hidden = {"m/a.md": note("x", "Unfetched")}
    *_, tip = story.line(hidden, {**hidden, "m/b.md": note("y")})
    assert story.trace(tip).lives.keys() == {"m/b.md"}
    assert story.told(tip, "m/b.md") == ["born c1"]
