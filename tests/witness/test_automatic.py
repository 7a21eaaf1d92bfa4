"""What a merge makes by itself is no version; what a person makes in one is (DESIGN section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sgm_git.witness.automatic import Merge, is_merge, without_automatic
from sgm_git.witness.life import Event, Kind, Life, State
from tests.witness.support import Story, note

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

_PARAGRAPHS = "first\n\nsecond\n\nthird\n\nfourth"


def _stamp(at: str, by: str) -> dict[str, Any]:
    return {"modified": True, "modified_at": f"2026-11-{at}T00:00:00Z", "modified_by": by}


class Merged:
    """A record that two branches changed and a merge settled."""

    def __init__(self, base: str | None, ours: str, theirs: str, result: str) -> None:
        self.story = Story()
        start = self.story.commit({} if base is None else {"m/a.md": base})
        sides = [self.story.commit({"m/a.md": text}, start) for text in (ours, theirs)]
        self.merge = self.story.commit({"m/a.md": result}, *sides)
        self.asked: list[Event] = []
        self._base = start

    def kind(self) -> Kind | None:
        """What is left of the merge commit's event."""
        life = self.story.trace(self.merge).lives["m/a.md"]
        left = without_automatic(life, self._records).events
        return next((event.kind for event in left if event.commit == self.merge), None)

    def _records(self, event: Event) -> Merge:
        self.asked.append(event)
        base = self.story.snapshots[self._base].files.get("m/a.md")
        parents = tuple(self._record(state.blob) for state in event.before)
        result = self._record(event.after.blob)
        return Merge((None if base is None else self._record(base),), parents, result)

    def _record(self, blob: str) -> JsonObject:
        record = self.story.record(blob)
        assert record is not None
        return record


def test_different_fields_changed_on_both_sides_make_no_version() -> None:
    ours, theirs = note(title="Two"), note(content="new")
    assert Merged(note(), ours, theirs, note(title="Two", content="new")).kind() is None


def test_different_paragraphs_changed_on_both_sides_make_no_version() -> None:
    ours, theirs = _PARAGRAPHS.replace("first", "1"), _PARAGRAPHS.replace("fourth", "4")
    both = ours.replace("fourth", "4")
    texts = [note(content=text) for text in (_PARAGRAPHS, ours, theirs, both)]
    assert Merged(*texts).kind() is None


def test_annotations_added_on_both_sides_make_no_version() -> None:
    risk: JsonValue = {"kind": "risk", "value": "high"}
    cost: JsonValue = {"kind": "cost", "value": "low"}
    ours, theirs = note(annotations=[risk]), note(annotations=[cost])
    for both in ([risk, cost], [cost, risk]):
        assert Merged(note(annotations=[]), ours, theirs, note(annotations=both)).kind() is None


def test_a_conflict_settled_for_one_side_in_each_field_makes_no_version() -> None:
    ours, theirs = note(title="Two", content="two"), note(title="Three", content="three")
    assert Merged(note(), ours, theirs, note(title="Two", content="three")).kind() is None


def test_a_third_value_is_a_version_of_the_merge() -> None:
    merged = Merged(note(), note(title="Two"), note(title="Three"), note(title="Four"))
    assert merged.kind() is Kind.CHANGED


def test_a_third_value_beside_an_honest_merge_is_a_version() -> None:
    ours, theirs = note(title="Two"), note(content="new")
    merged = Merged(note(), ours, theirs, note(title="Two", content="new", x_more=1))
    assert merged.kind() is Kind.CHANGED


def test_what_a_side_changed_and_the_merge_put_back_is_a_version() -> None:
    ours, theirs = note(title="Two"), note(content="new", x_more=1)
    assert Merged(note(), ours, theirs, note(title="Two", x_more=1)).kind() is Kind.CHANGED


def test_the_later_stamp_of_a_side_goes_with_an_automatic_merge() -> None:
    first, second = _stamp("01", "Ada"), _stamp("02", "Bob")
    ours, theirs = note(title="Two", stamps=first), note(content="new", stamps=second)
    both = note(title="Two", content="new", stamps=second)
    assert Merged(note(), ours, theirs, both).kind() is None


def test_an_automatic_merge_with_stamps_of_its_own_remains_as_a_stamp() -> None:
    first, second, third = _stamp("01", "Ada"), _stamp("02", "Bob"), _stamp("03", "Eve")
    ours, theirs = note(title="Two", stamps=first), note(content="new", stamps=second)
    both = note(title="Two", content="new", stamps=third)
    assert Merged(note(), ours, theirs, both).kind() is Kind.STAMPED


def test_a_record_that_both_sides_began_is_merged_without_a_base() -> None:
    ours, theirs = note(title="Two"), note(title="Three")
    assert Merged(None, ours, theirs, note(title="Three", x_more=1)).kind() is Kind.CHANGED
    mixed = Merged(None, note(title="Two"), note(content="new"), note(title="Two", content="new"))
    assert mixed.kind() is None


def test_any_of_several_merge_bases_may_show_a_merge_to_be_automatic() -> None:
    state = State("c", "m/a.md", "b")
    life = Life((Event(Kind.CHANGED, state, (state, state)),))
    records: list[JsonObject] = [{"title": "1", "x": "1"}, {"title": "2", "x": "1"}]
    parents: tuple[JsonObject, ...] = ({"title": "2", "x": "1"}, {"title": "1", "x": "2"})
    result: JsonObject = {"title": "1", "x": "2"}
    far, near = records

    def kinds(*bases: JsonObject) -> list[Kind]:
        merge = Merge(bases, parents, result)
        return [event.kind for event in without_automatic(life, lambda _: merge).events]

    assert kinds(far) == [Kind.CHANGED]
    assert kinds(near) == kinds(far, near) == []


def test_a_merge_whose_records_are_not_to_be_had_stays_a_version() -> None:
    merged = Merged(note(), note(title="Two"), note(title="Three"), note(title="Two", x_more=1))
    life = merged.story.trace(merged.merge).lives["m/a.md"]
    assert without_automatic(life, lambda _: None) == life


def test_only_versions_that_came_out_of_several_states_are_asked_about() -> None:
    merged = Merged(note(), note(title="Two"), note(title="Three"), note(title="Four"))
    merged.kind()
    assert [event.commit for event in merged.asked] == [merged.merge]
    life = merged.story.trace(merged.merge).lives["m/a.md"]
    assert [event.commit for event in life.events if is_merge(event)] == [merged.merge]
