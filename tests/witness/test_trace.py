"""Records are followed by id, through all that happens to files (DESIGN section 2)."""

from __future__ import annotations

from sgm_git.commits import UNCOMMITTED
from tests.witness.support import Story, note


def test_a_record_has_a_version_where_it_is_born_and_where_its_meaning_changes() -> None:
    story = Story()
    one, two = note(title="One"), note(title="Two")
    *_, tip = story.line({"m/a.md": one}, {"m/a.md": one, "m/b.md": note("y")}, {"m/a.md": two})
    assert story.told(tip, "m/a.md") == ["changed c2 from c1", "born c0"]


def test_an_event_has_the_file_as_it_is_and_as_it_was() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note(title="One")}, {"m/b.md": note(title="Two")})
    changed, born = story.trace(tip).lives["m/b.md"].versions
    assert (changed.after.path, changed.before[0].path) == ("m/b.md", "m/a.md")
    assert story.texts[changed.after.blob] == note(title="Two")
    assert (changed.before, born.before) == ((born.after,), ())


def test_a_rename_is_no_version() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {"m/deep/b.md": note()})
    assert story.told(tip, "m/deep/b.md") == ["born c0"]


def test_a_rename_with_an_edit_in_one_commit_is_one_version() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {"m/b.md": note(title="All is new here", content="!")})
    assert story.told(tip, "m/b.md") == ["changed c1 from c0", "born c0"]


def test_two_files_that_swap_their_places_keep_their_histories() -> None:
    story = Story()
    x, y = note("x"), note("y")
    _, _, tip = story.line({"m/a.md": x}, {"m/a.md": x, "m/b.md": y}, {"m/a.md": y, "m/b.md": x})
    assert story.told(tip, "m/a.md") == ["born c1"]
    assert story.told(tip, "m/b.md") == ["born c0"]


def test_a_record_in_the_place_of_another_is_not_that_other() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note("x")}, {"m/a.md": note("y")})
    assert story.told(tip, "m/a.md") == ["born c1"]


def test_two_look_alikes_deleted_and_added_in_one_commit_are_never_joined() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note("x"), "m/b.md": note("y")}, {"m/c.md": note("z")})
    assert story.told(tip, "m/c.md") == ["born c1"]


def test_a_file_split_from_another_is_born_and_the_other_is_changed() -> None:
    story = Story()
    whole, rest, part = note(content="one\n\ntwo"), note(content="one"), note("y", content="two")
    *_, tip = story.line({"m/a.md": whole}, {"m/a.md": rest, "m/b.md": part})
    assert story.told(tip, "m/a.md") == ["changed c1 from c0", "born c0"]
    assert story.told(tip, "m/b.md") == ["born c1"]


def test_a_copy_with_an_id_of_its_own_is_born() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note("x")}, {"m/a.md": note("x"), "m/b.md": note("y")})
    assert story.told(tip, "m/b.md") == ["born c1"]


def test_a_copy_whose_original_goes_later_is_a_rename() -> None:
    story = Story()
    both = {"m/a.md": note(), "m/b.md": note()}
    *_, tip = story.line({"m/a.md": note()}, both, {"m/b.md": note(title="Two")})
    assert story.told(tip, "m/b.md") == ["changed c2 from c1", "born c0"]


def test_an_id_that_stands_twice_is_followed_by_path_and_cannot_be_told() -> None:
    story = Story()
    one, two = note(title="One"), note(title="Two")
    *_, tip = story.line({"m/a.md": one, "m/b.md": two}, {"m/a.md": one, "m/b.md": one})
    lives = story.trace(tip).lives
    assert {life.doubt for life in lives.values()} == {"its id stands more than once"}
    assert story.told(tip, "m/a.md") == ["born c0"]
    assert story.told(tip, "m/b.md") == ["changed c1 from c0", "born c0"]


def test_one_of_several_with_an_id_is_told_by_path_then_by_meaning_else_not() -> None:
    story = Story()
    one, two, three = note(title="One"), note(title="Two"), note(title="Three")
    twice = story.commit({"m/a.md": one, "m/b.md": two})
    by_path = story.commit({"m/b.md": three}, twice)
    by_meaning = story.commit({"m/c.md": one}, twice)
    unclear = story.commit({"m/c.md": three}, twice)
    assert story.told(by_path, "m/b.md") == [f"changed {by_path} from c0", "born c0"]
    assert story.told(by_meaning, "m/c.md") == ["born c0"]
    life = story.trace(unclear).lives["m/c.md"]
    assert (life.events, life.doubt) == ((), "before that, its id stood more than once")


def test_a_record_added_again_with_the_same_creation_returns_and_its_lives_are_one() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {}, {}, {"m/b.md": note(title="Two")})
    assert story.told(tip, "m/b.md") == ["returned c3", "born c0"]
    assert [event.commit for event in story.trace(tip).lives["m/b.md"].births] == ["c0"]


def test_a_record_added_again_with_another_creation_is_another() -> None:
    story = Story()
    later = note(created="2026-12-01T00:00:00Z")
    *_, tip = story.line({"m/a.md": note()}, {}, {"m/a.md": later})
    assert story.told(tip, "m/a.md") == ["born c2"]


def test_without_a_time_of_creation_no_life_before_is_looked_for() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note(created=None)}, {}, {"m/a.md": note(created=None)})
    assert story.told(tip, "m/a.md") == ["born c2"]


def test_two_that_could_return_cannot_be_told_apart() -> None:
    story = Story()
    one, two = note(title="One"), note(title="Two")
    *_, tip = story.line({"m/a.md": one, "m/b.md": two}, {}, {"m/c.md": note(title="Three")})
    assert story.told(tip, "m/c.md") == ["born c2"]
    assert story.trace(tip).lives["m/c.md"].doubt == "before that, its id stood more than once"


def test_a_record_without_an_id_has_no_life_before() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note(None)}, {}, {"m/a.md": note(None)})
    assert story.told(tip, "m/a.md") == ["born c2"]


def test_a_life_of_another_between_two_of_the_same_ends_the_search() -> None:
    story = Story()
    other = note(created="2026-12-01T00:00:00Z")
    trees = ({"m/a.md": text} if text else {} for text in (note(), "", other, "", note()))
    *_, tip = story.line(*trees)
    assert story.told(tip, "m/a.md") == ["born c4"]


def test_a_revert_is_a_version_like_any_other() -> None:
    story = Story()
    *_, tip = story.line(*({"m/a.md": note(title=title)} for title in ("One", "Two", "One")))
    assert story.told(tip, "m/a.md") == ["changed c2 from c1", "changed c1 from c0", "born c0"]


def test_a_renamed_id_joins_the_lives_by_its_aliases() -> None:
    story = Story()
    *_, tip = story.line({"m/x.md": note("x")}, {"m/y.md": note("y", aliases=["w", "x", "x"])})
    assert story.told(tip, "m/y.md") == ["changed c1 from c0", "born c0"]


def test_an_alias_of_a_record_that_goes_on_joins_nothing() -> None:
    story = Story()
    x, y = note("x"), note("y", aliases=["x"])
    *_, tip = story.line({"m/x.md": x}, {"m/x.md": note("x", "Two"), "m/y.md": y})
    assert story.told(tip, "m/y.md") == ["born c1"]


def test_an_alias_means_a_record_of_the_same_root_before_one_of_another() -> None:
    story = Story()
    before = {"n/x.md": note("x", "There"), "m/x.md": note("x", "Here")}
    *_, tip = story.line(before, {"m/y.md": note("y", aliases=["x"])})
    (changed, _) = story.trace(tip).lives["m/y.md"].events
    assert changed.before[0].path == "m/x.md"


def test_a_move_between_roots_keeps_the_life() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {"n/a.md": note()}, {"n/a.md": note(title="Two")})
    assert story.told(tip, "n/a.md") == ["changed c2 from c1", "born c0"]


def test_the_same_id_in_two_roots_is_two_records() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note()}, {"m/a.md": note(), "n/a.md": note()})
    assert story.told(tip, "m/a.md") == ["born c0"]
    assert story.told(tip, "n/a.md") == ["born c1"]


def test_a_record_moved_in_from_outside_all_roots_brings_its_history() -> None:
    story = Story()
    one, two = note(title="One"), note(title="Two")
    *_, tip = story.line({"docs/a.md": one}, {"docs/b.md": two}, {"m/a.md": two})
    assert story.told(tip, "m/a.md") == ["changed c1 from c0", "born c0"]


def test_what_is_no_markdown_file_was_never_a_record() -> None:
    story = Story()
    *_, tip = story.line({".sgm/config.toml": note(), "a.txt": note()}, {"m/a.md": note()})
    assert story.told(tip, "m/a.md") == ["born c1"]


def test_a_record_without_an_id_is_followed_by_its_path() -> None:
    story = Story()
    titles = ({"m/a.md": note(None, title)} for title in ("One", "Two"))
    *_, tip = story.line(*titles, {"m/a.md": note("x", "Two")})
    assert story.told(tip, "m/a.md") == ["changed c2 from c1", "changed c1 from c0", "born c0"]


def test_no_id_passes_for_the_path_of_another_record() -> None:
    story = Story()
    *_, tip = story.line({"m/a.md": note("\0m/b.md")}, {"m/b.md": note(None)})
    assert story.told(tip, "m/b.md") == ["born c1"]
    *_, tip = story.line({"m/a.md": note(None)}, {"m/b.md": note("x", aliases=["\0m/a.md"])})
    assert story.told(tip, "m/b.md") == [f"born {tip}"]


def test_an_edit_that_is_not_committed_is_the_newest_event() -> None:
    story = Story()
    head = story.commit({"m/a.md": note()})
    files = {"m/b.md": note(title="Two"), "m/c.md": note("y")}
    now = story.commit(files, head, name=UNCOMMITTED)
    assert story.told(now, "m/b.md") == ["changed now from c0", "born c0"]
    assert story.told(now, "m/c.md") == ["born now"]


def test_an_edit_before_the_first_commit_is_born_uncommitted() -> None:
    story = Story()
    assert story.told(story.commit({"m/a.md": note()}, name=UNCOMMITTED), "m/a.md") == ["born now"]
