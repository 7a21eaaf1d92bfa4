"""What a context is made from: few questions, and every record passes one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import UsageError
from sgm_git.store.query import Filters, matching
from sgm_git.store.window import Page, Window
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust
from sgm_git.workflows.context import gathering
from sgm_git.workflows.context.arranging import last_time
from sgm_git.workflows.context.choosing import tell
from sgm_git.workflows.context.model import Context, Wanted
from sgm_git.workflows.context.questions import QUESTIONS
from sgm_git.workflows.context.sections import KINDS, section_of
from tests.workflows.context.support import NOW, TextSizes, names, reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.witness.reading import Reading


@dataclass(frozen=True)
class Hit:
    """What a search found."""

    reading: Reading
    score: float


@dataclass
class Shelf:
    """A source that holds readings in a list, and counts what it gives."""

    readings: Sequence[Reading]
    reviewed: Sequence[Reading] = ()
    notes: Sequence[str] = ()
    broken: Sequence[tuple[str, str]] = ()
    now: int = NOW
    given: list[int] = field(default_factory=list)

    def page(self, filters: Filters, window: Window) -> Page[Reading]:
        """A page in the order of a provenance field; a cursor is a number."""
        passing = [each for each in self.readings if matching(each, filters, NOW)]
        known = [each for each in passing if each.effective.get(window.sort)]
        known.sort(key=lambda each: str(each.effective[window.sort]), reverse=window.reverse)
        known += [each for each in passing if not each.effective.get(window.sort)]
        start = int(window.cursor or 0)
        end = len(known) if window.limit is None else start + window.limit
        self.given.append(len(known[start:end]))
        following = str(end) if end < len(known) else None
        return Page(tuple(known[start:end]), following, len(known))

    def newest(self, kinds: Sequence[tuple[Filters, int]]) -> list[Page[Reading]]:
        """The last changed of each kind."""
        pages = []
        for filters, limit in kinds:
            passing = sorted(self.each(filters), key=last_time, reverse=True)
            pages.append(Page(tuple(passing[:limit]), None, len(passing)))
            self.given.append(len(passing[:limit]))
        return pages

    def each(self, filters: Filters | None = None) -> Iterator[Reading]:
        """All of them."""
        return (each for each in self.readings if matching(each, filters or Filters(), NOW))

    def search(self, words: str, filters: Filters, window: Window) -> Page[Hit]:
        """Those whose text holds all words, or one of them."""
        wanted = [word.strip('"') for word in words.split(" OR ")]
        if words == "?":
            raise UsageError("these words ask for nothing")
        found = [
            Hit(each, 1.0)
            for each in self.each(filters)
            if any(word in str(each.record["content"]) for word in wanted)
        ]
        return Page(tuple(found[: window.limit]), None, len(found))

    def reviewed_versions(self) -> Sequence[Reading]:
        """Those of changed records."""
        return self.reviewed


def context(source: Shelf, before: Shelf | None = None, **wanted: object) -> Context:
    asked = Wanted(**({"budget": 1_000_000} | wanted))  # type: ignore[arg-type]  # its own fields
    return tell(source, asked, TextSizes(), before)


@pytest.mark.parametrize("kind", ["rule", "decision", "fact", "status", "task", "annotation"])
def test_every_record_passes_exactly_one_question_that_knows_its_section(kind: str) -> None:
    possible = {
        "rule": "in-force proposed history unclassified",
        "decision": "settled proposed history stated",
        "fact": "stated history",
        "status": "current stale history",
        "task": "open done history",
        "annotation": "unclassified history",
    }
    for standing, review, trust in product(map(Standing, possible[kind].split()), Review, Trust):
        each = reading(f"{kind}-a", standing=standing, review=review, trust=trust)
        asked = [q.section for q in QUESTIONS if matching(each, q.filters, NOW)]
        assert asked == [section_of(each)]


def test_every_section_is_asked_for() -> None:
    assert {question.section for question in QUESTIONS} == {kind.name for kind in KINDS}


def test_a_context_is_made_of_all_kinds() -> None:
    kinds = ("rule", "decision", "task", "status", "fact", "note")
    told = context(Shelf([reading(f"{kind}-a") for kind in kinds], notes=("n",)))
    assert [section.name for section in told.sections] == [
        *("Rules", "Decisions", "Tasks", "Status", "Facts", "Unclassified"),
    ]
    assert (told.notes, told.left_out) == (("n",), ())


def test_no_more_is_read_than_may_find_room_and_the_rest_is_counted() -> None:
    source = Shelf([reading(f"fact-{n:04}", days=n) for n in range(900)])
    told = context(source, budget=2_000)
    assert sum(source.given) <= 12 + 50
    shown = names(told)["Facts"]
    assert shown == [f"fact-{n:04}" for n in range(len(shown))]
    assert [(left.name, left.count) for left in told.left_out] == [("Facts", 900 - len(shown))]


def test_of_many_kinds_a_few_of_each_are_read() -> None:
    kinds = ("decision", "task", "status", "fact", "note")
    records = [reading(f"{kind}-{n}", "x" * 200, days=n) for kind in kinds for n in range(100)]
    source = Shelf(records)
    told = context(source, budget=2_000)
    assert sum(source.given) == 12 * len(kinds)
    assert sum(len(found) for found in names(told).values()) >= 20


def test_the_newest_are_found_whichever_time_tells() -> None:
    changed = {"created_at": "2020-01-01T00:00:00Z", "modified_at": "2026-10-10T12:00:00Z"}
    facts = [reading(f"fact-{n:03}", days=n + 2) for n in range(200)]
    told = context(Shelf([*facts, reading("fact-old", effective=changed)]), budget=400)
    assert names(told)["Facts"][:2] == ["fact-old", "fact-000"]


def test_what_binds_is_not_crowded_out_by_what_does_not() -> None:
    new = [reading(f"rule-{n}", days=0, review=Review.NEW_HERE) for n in range(500)]
    bad = [reading(f"rule-x{n}", days=0, trust=Trust.DISPUTED) for n in range(500)]
    told = context(Shelf([*new, *bad, reading("rule-real", days=900)]), budget=500)
    assert names(told)["Rules"] == ["rule-real"]


def test_where_no_rule_binds_none_is_counted_as_binding() -> None:
    rules = [reading(f"rule-{n}", "x" * 300, binds=False) for n in range(200)]
    told = context(Shelf(rules), budget=400)
    assert {left.name for left in told.left_out} == {"Rules proposed or disputed"}


def test_what_is_of_a_scope_is_found_among_much_that_is_not() -> None:
    others = [reading(f"rule-{n}", days=n, scope={"p": "other"}) for n in range(300)]
    own = reading("rule-own", days=500, scope={"p": "x"})
    told = context(Shelf([*others, own]), scope={"p": "x"}, budget=300)
    assert names(told) == {"Rules": ["rule-own"]}
    assert told.notes == ("300 records lie in other scopes and no part of this",)


def test_what_is_of_the_scope_itself_is_found_however_old_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gathering, "_LOOKED_AT", 20)
    others = [reading(f"fact-{n}", days=n, scope={"p": "other"}) for n in range(60)]
    own = reading("fact-own", days=5_000, scope={"p": "x"})
    told = context(Shelf([*others, own]), scope={"p": "x"}, budget=300)
    assert names(told) == {"Facts": ["fact-own"]}


def test_what_is_of_the_scope_itself_is_found_behind_many_of_its_parts() -> None:
    parts = [reading(f"fact-{n}", days=n, scope={"p": 5, "part": n}) for n in range(60)]
    own = reading("fact-own", days=5_000, scope={"p": 5})
    for wanted in (5, "5"):
        told = context(Shelf([*parts, own]), scope={"p": wanted}, budget=300)
        assert names(told)["Facts"][0] == "fact-own"


def test_a_budget_beyond_all_numbers_is_no_error() -> None:
    assert names(context(Shelf([reading("rule-a")]), budget=10**40)) == {"Rules": ["rule-a"]}


def test_a_query_brings_what_it_finds_to_the_front() -> None:
    old = reading("fact-old", "about the datastore", days=999)
    half = reading("fact-half", "a migration", days=998)
    facts = [reading(f"fact-{n}", days=n) for n in range(300)]
    told = context(Shelf([*facts, half, old]), words="datastore migration", budget=600)
    assert set(names(told)["Facts"][:2]) == {"fact-old", "fact-half"}
    told = context(Shelf([*facts, half, old]), words="a migration", budget=600)
    assert names(told)["Facts"][0] == "fact-half"


def test_a_query_that_cannot_be_asked_is_said() -> None:
    told = context(Shelf([reading("rule-a")]), words="?")
    assert names(told) == {"Rules": ["rule-a"]}
    assert told.notes == ("the query was left out: these words ask for nothing",)


def test_what_names_a_path_is_found_and_comes_first() -> None:
    old = reading("fact-old", "look at login.py", days=999)
    facts = [reading(f"fact-{n}", days=n) for n in range(300)]
    told = context(Shelf([*facts, old]), paths=("src/login.py",), budget=600)
    assert names(told)["Facts"][0] == "fact-old"


def test_what_came_from_a_path_comes_first() -> None:
    adr = reading("decision-adr", "Use docs.", provenance={"source": "docs/adr/0018-x.md"}, days=9)
    facts = [reading(f"decision-{n}", days=n) for n in range(3)]
    told = context(Shelf([*facts, adr]), paths=("docs/adr/0018-x.md",))
    assert names(told)["Decisions"][0] == "decision-adr"


def test_filters_narrow_and_rules_that_they_keep_out_are_said() -> None:
    source = Shelf([reading("rule-a"), reading("fact-a"), reading("task-a")])
    told = context(source, filters=Filters(types=frozenset(("fact", "task"))))
    assert names(told) == {"Tasks": ["task-a"], "Facts": ["fact-a"]}
    assert told.notes[0].startswith("1 rule in force passes no filter here, and may bind")
    told = context(source, filters=Filters(standings=frozenset((Standing.IN_FORCE,))))
    assert (names(told), told.notes) == ({"Rules": ["rule-a"]}, ())


def test_reviewed_versions_pass_the_filters_too() -> None:
    reviewed = reading("rule-a", is_reviewed_version=True, review=Review.REMOVED_HERE, binds=True)
    assert names(context(Shelf([], [reviewed]))) == {"Rules": ["rule-a"]}
    facts = Filters(types=frozenset(("fact",)))
    assert context(Shelf([], [reviewed]), filters=facts).sections == ()


def test_unreadable_documents_are_told_and_others_shown() -> None:
    told = context(Shelf([reading("rule-a")], broken=(("memory/x.md", "F103"),)))
    assert (names(told), told.broken) == ({"Rules": ["rule-a"]}, ("memory/x.md",))


def test_only_what_has_changed_since_then_is_told() -> None:
    before = Shelf(
        [reading("rule-a"), reading("fact-b", "Old."), reading("fact-c"), reading("task-d")]
    )
    moved = reading("fact-c", path="memory/elsewhere.md", blob="c" * 40)
    now = Shelf(
        [reading("rule-a"), reading("fact-b", "New.", blob="c" * 40), moved, reading("fact-e")]
    )
    told = context(now, before, since="v1")
    assert names(told) == {"Facts": ["fact-b", "fact-e"]}
    assert told.since is not None
    assert [gone.id for gone in told.since.gone] == ["task-d"]
    assert told.since.rev == "v1"


def test_a_record_that_must_be_taken_otherwise_has_changed() -> None:
    before, after = reading("rule-a"), reading("rule-a", standing=Standing.HISTORY)
    told = context(Shelf([after]), Shelf([before]), since="v1", with_history=True)
    assert names(told) == {"History": ["rule-a"]}


def test_a_rule_that_was_removed_since_then_still_binds() -> None:
    reviewed = reading("rule-a", is_reviewed_version=True, review=Review.REMOVED_HERE, binds=True)
    told = context(Shelf([], [reviewed]), Shelf([reading("rule-a")]), since="v1")
    assert names(told) == {"Rules": ["rule-a"]}


def test_of_records_with_one_id_the_one_that_is_like_the_former_is_the_same() -> None:
    one = reading("fact-a", "One.", blob="c" * 40)
    two = reading("fact-a", "Two.", path="memory/two.md")
    told = context(Shelf([one, two]), Shelf([two]), since="v1")
    assert [item.text for section in told.sections for item in section.items] == ["One."]
