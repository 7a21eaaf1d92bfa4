"""Merges: a side that was dropped made nothing, and what neither side had was made there."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sgm_git.witness.life import Kind
from sgm_git.witness.trace import trace
from tests.witness.support import CREATED, Story, note, root_of

_BROKEN = "<<<<<<< ours\n"


def _fork(story: Story, base: str, ours: str, theirs: str) -> tuple[str, str]:
    start = story.commit({"m/a.md": base})
    return story.commit({"m/a.md": ours}, start), story.commit({"m/a.md": theirs}, start)


def test_a_merge_that_takes_one_side_makes_no_version() -> None:
    story = Story()
    parents = _fork(story, note(), note(), note(title="Two"))
    tip = story.commit({"m/a.md": note(title="Two")}, *parents)
    assert story.told(tip, "m/a.md") == ["changed c2 from c0", "born c0"]


def test_a_side_that_the_merge_dropped_made_nothing() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(title="Three"))
    ours = story.commit(story.files("c1"), *parents)
    theirs = story.commit(story.files("c2"), *parents)
    assert story.told(ours, "m/a.md") == ["changed c1 from c0", "born c0"]
    assert story.told(theirs, "m/a.md") == ["changed c2 from c0", "born c0"]


def test_a_dropped_side_made_nothing_where_the_merge_stamped_the_other_anew() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(title="Three"))
    tip = story.commit({"m/a.md": note(title="Two", stamps={"modified_at": CREATED})}, *parents)
    assert story.told(tip, "m/a.md") == ["stamped c3 from c1 c2", "changed c1 from c0", "born c0"]


def test_stamps_of_one_side_on_the_meaning_of_the_other_are_nothing_new() -> None:
    story = Story()
    stamps = {"modified_at": CREATED}
    parents = _fork(story, note(), note(title="Two"), note(stamps=stamps))
    tip = story.commit({"m/a.md": note(title="Two", stamps=stamps)}, *parents)
    told = story.told(tip, "m/a.md")
    assert sorted(told) == ["born c0", "changed c1 from c0", "stamped c2 from c0"]
    assert told[-1] == "born c0"


def test_a_merge_that_has_something_of_both_sides_is_left_to_judge_with_both() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(content="two"))
    tip = story.commit({"m/a.md": note(title="Two", content="two")}, *parents)
    told = story.told(tip, "m/a.md")
    assert told[0] == "changed c3 from c1 c2"
    assert sorted(told[1:]) == ["born c0", "changed c1 from c0", "changed c2 from c0"]


def test_what_only_the_merge_has_was_made_there() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(title="Three"))
    files = {"m/a.md": note(title="Four"), "m/new.md": note("y")}
    tip = story.commit(files, *parents)
    assert story.told(tip, "m/a.md")[0] == "changed c3 from c1 c2"
    assert story.told(tip, "m/new.md") == ["born c3"]


def test_a_record_that_a_merge_dropped_and_a_later_commit_added_again_returns() -> None:
    story = Story()
    base = story.commit({"m/a.md": note()})
    merge = story.commit({}, story.commit({}, base), base)
    tip = story.commit({"m/a.md": note()}, merge)
    assert story.told(tip, "m/a.md") == [f"returned {tip}", "born c0"]


def test_a_record_that_was_only_on_a_dropped_side_is_born_when_it_is_added_again() -> None:
    story = Story()
    base = story.commit({"m/other.md": note("y")})
    side = story.commit({"m/other.md": note("y"), "m/a.md": note()}, base)
    merge = story.commit({"m/other.md": note("y")}, base, side)
    tip = story.commit({"m/other.md": note("y"), "m/a.md": note()}, merge)
    assert story.told(tip, "m/a.md") == [f"born {tip}"]


def test_a_life_before_a_merge_that_added_the_record_is_its_first_parent_s() -> None:
    story = Story()
    *_, deleted = story.line({"m/a.md": note()}, {})
    other = story.commit({})
    assert story.told(story.commit({"m/a.md": note()}, deleted, other), "m/a.md")[1:] == ["born c0"]
    assert story.told(story.commit({"m/a.md": note()}, other, deleted), "m/a.md") == ["born c4"]


def test_a_criss_cross_counts_every_version_once() -> None:
    story = Story()
    one, other = _fork(story, note(), note(title="Two"), note(content="two"))
    both = {"m/a.md": note(title="Two", content="two")}
    left, right = story.commit(both, one, other), story.commit(both, other, one)
    tip = story.commit({"m/a.md": note(title="Three", content="two")}, left, right)
    told = story.told(tip, "m/a.md")
    assert len(told) == len(set(told))
    changed = {f"changed {oid} from c0" for oid in (one, other)}
    assert changed | {"changed c3 from c1 c2", "changed c4 from c2 c1"} < set(told)
    assert (told[0], told[-1]) == ("changed c5 from c3 c4", "born c0")


def test_an_octopus_follows_the_first_parent_that_has_the_same() -> None:
    story = Story()
    base = story.commit({"m/a.md": note()})
    titles = ("Two", "Three", "Three", "Four")
    sides = [story.commit({"m/a.md": note(title=title)}, base) for title in titles]
    third = story.commit(story.files(sides[2]), *sides)
    none = story.commit({"m/a.md": note(title="Five")}, *sides)
    assert story.told(third, "m/a.md") == [f"changed {sides[1]} from c0", "born c0"]
    assert story.told(none, "m/a.md")[0] == f"changed {none} from {' '.join(sides)}"


def test_histories_that_have_no_beginning_in_common_each_keep_their_own() -> None:
    story = Story()
    one, other = story.commit({"m/a.md": note("x")}), story.commit({"m/b.md": note("y")})
    tip = story.commit({"m/a.md": note("x"), "m/b.md": note("y")}, one, other)
    assert story.told(tip, "m/a.md") == ["born c0"]
    assert story.told(tip, "m/b.md") == ["born c1"]


def test_a_record_that_began_on_both_sides_has_two_births() -> None:
    story = Story()
    one, other = story.commit({"m/a.md": note()}), story.commit({"m/a.md": note(title="Two")})
    tip = story.commit({"m/a.md": note(title="Three")}, one, other)
    life = story.trace(tip).lives["m/a.md"]
    assert {event.commit for event in life.births} == {one, other}
    assert life.events[0].kind is Kind.CHANGED


def test_a_subtree_merge_brings_the_history_of_what_it_takes_in() -> None:
    story = Story()
    ours = story.commit({"m/a.md": note("x", "Ours"), "m/b.md": note("y")})
    _, theirs = story.line({"m/a.md": note("x", "1")}, {"m/a.md": note("x", "2")})
    files = story.files(ours) | {"m/lib/a.md": note("x", "2")}
    tip = story.commit(files, ours, theirs)
    assert story.told(tip, "m/lib/a.md") == ["changed c2 from c1", "born c1"]
    assert story.told(tip, "m/a.md") == ["born c0"]


def test_an_edit_on_one_side_goes_into_a_record_that_the_other_side_renamed() -> None:
    story = Story()
    ours, theirs = _fork(story, note("x"), note("z", aliases=["x"]), note("x", content="edited"))
    tip = story.commit({"m/a.md": note("z", aliases=["x"], content="edited")}, ours, theirs)
    told = story.told(tip, "m/a.md")
    assert told[0] == "changed c3 from c1 c2"
    assert "changed c2 from c0" in told


def test_an_edit_on_one_side_goes_into_a_record_that_the_other_side_moved() -> None:
    story = Story()
    base = story.commit({"m/a.md": note()})
    ours = story.commit({"n/a.md": note(title="Two")}, base)
    theirs = story.commit({"m/a.md": note(content="edited")}, base)
    tip = story.commit({"n/a.md": note(title="Two", content="edited")}, ours, theirs)
    assert story.told(tip, "n/a.md")[0] == "changed c3 from c1 c2"


def test_a_conflict_that_was_committed_and_then_mended_came_out_of_both_sides() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(title="Three"))
    torn = story.commit({"m/a.md": _BROKEN}, *parents)
    mended = story.commit({"m/a.md": note(title="Four")}, torn)
    chosen = story.commit({"m/a.md": note(title="Three")}, torn)
    assert story.told(mended, "m/a.md")[0] == "changed c4 from c1 c2"
    assert f"changed {chosen} from c1 c2" not in story.told(chosen, "m/a.md")


def test_a_merge_out_of_a_broken_side_counts_what_that_side_last_meant() -> None:
    story = Story()
    base = story.commit({"m/a.md": note()})
    ours = story.commit({"m/a.md": _BROKEN}, story.commit({"m/a.md": note(title="Two")}, base))
    theirs = story.commit({"m/a.md": note(title="Three")}, base)
    mended = story.commit({"m/a.md": note(title="Two")}, ours, theirs)
    changed = story.commit({"m/a.md": note(title="Four")}, ours, theirs)
    assert story.told(changed, "m/a.md")[0] == "changed c5 from c3 c1"
    assert all(mended not in told for told in story.told(mended, "m/a.md"))


def test_what_waits_for_a_state_that_can_be_read_still_comes_before_what_is_older() -> None:
    story = Story()
    base = story.commit({"m/a.md": note()})
    older = story.commit({"m/a.md": note(title="Two")}, base)
    broken = story.commit({"m/a.md": _BROKEN}, base)
    for _ in range(5):
        broken = story.commit({"m/a.md": _BROKEN, "m/b.md": note("y", broken)}, broken)
    kept = story.commit({"m/a.md": _BROKEN}, broken, older)
    mended = story.commit({"m/a.md": note(title="Three")}, kept)
    tip = story.commit({"m/a.md": note(title="Four")}, mended, older)
    for seed in range(20):
        life = story.trace(tip, chance=Random(seed)).lives["m/a.md"]
        commits = [event.commit for event in life.events]
        assert commits == [tip, mended, older, base]


def test_states_before_a_broken_merge_have_one_order() -> None:
    story = Story()
    sides = [story.commit({"m/a.md": note(title=title)}) for title in ("One", "Two")]
    broken = [story.commit({"m/a.md": _BROKEN}, side) for side in sides]
    tip = story.commit({"m/a.md": note(title="Three")}, *broken)
    for seed in range(10):
        newest = story.trace(tip, chance=Random(seed)).lives["m/a.md"].events[0]
        assert [state.commit for state in newest.before] == sides


def test_two_names_that_lead_into_one_broken_file_each_lead_out_of_it() -> None:
    story = Story()
    base = story.commit({"m/a.md": note("y"), "m/b.md": note("x")})
    broken = story.commit({"m/a.md": _BROKEN}, base)
    sides = [story.commit({"m/a.md": note(name, "Two")}, broken) for name in "xy"]
    tip = story.commit({"m/a.md": note("x", "Three", aliases=["y"])}, *sides)
    life = story.trace(tip).lives["m/a.md"]
    assert {event.after.path for event in life.births} == {"m/a.md", "m/b.md"}


def test_lines_that_meet_bring_together_what_they_know_of_an_id_that_stood_twice() -> None:
    story = Story()
    copied = note("x", "Old")
    base = story.commit({"m/b.md": copied})
    twice = story.commit({"m/a.md": note("x", "One"), "m/b.md": copied}, base)
    ours = story.commit({"m/a.md": note("x", "Two"), "m/b.md": copied}, twice)
    y, back = note("y", aliases=["x"]), note("x", aliases=["y"])
    renamed = story.commit({"m/a.md": y, "m/b.md": copied}, twice)
    theirs = story.commit({"m/a.md": back}, story.commit({"m/a.md": y}, renamed))
    tip = story.commit({"m/a.md": note("x", "Three")}, ours, theirs)
    for seed in range(10):
        life = story.trace(tip, chance=Random(seed)).lives["m/a.md"]
        assert [event.commit for event in life.births] == [base]


def test_edits_of_a_merge_that_is_not_committed_yet_are_held_against_both_parents() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(title="Three"))
    now = story.commit({"m/a.md": note(title="Four")}, *parents, name="")
    assert story.told(now, "m/a.md")[0] == "changed now from c1 c2"


def test_a_merge_that_is_known_against_its_first_parent_alone_is_judged_by_that() -> None:
    story = Story()
    parents = _fork(story, note(), note(title="Two"), note(title="Three"))
    now, *older = story.commits(story.commit({"m/a.md": note(title="Four")}, *parents, name=""))
    files = story.snapshots[""].files
    alone = replace(now, changes=now.changes[:1])
    life = trace((alone, *older), files, story, root_of).lives["m/a.md"]
    assert [event.commit for event in life.events] == ["", parents[0], "c0"]
