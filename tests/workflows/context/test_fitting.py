"""A budget is kept, rules come first, and what finds no room is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.workflows.context.brevity import brief_text
from sgm_git.workflows.context.model import Call, LeftOut
from tests.workflows.context.support import TextSizes, names, reading, told

if TYPE_CHECKING:
    from sgm_git.workflows.context.model import Context

KINDS = ("rule", "decision", "task", "status", "fact", "note")
SIZES = TextSizes()


def size(context: Context) -> int:
    return SIZES.frame(context) + sum(
        SIZES.heading(section) + sum(SIZES.item(item, 0) for item in section.items)
        for section in context.sections
    )


def left(context: Context) -> dict[str, int]:
    return {each.name: each.count for each in context.left_out}


def test_a_budget_of_nothing_says_what_was_left_out_and_how_to_get_it() -> None:
    context = told(reading("rule-a"), reading("rule-b"), reading("fact-a"), budget=0)
    assert (context.sections, context.is_terse) == ((), True)
    assert context.left_out == (
        LeftOut("Rules", 2, Call({"type": ["rule"], "standing": ["in-force"]})),
        LeftOut("Facts", 1, Call({"type": ["fact"], "standing": ["stated"]})),
    )


def test_a_budget_of_a_million_leaves_nothing_out() -> None:
    records = [reading(f"{kind}-{n}", "x" * 900) for kind in KINDS for n in range(20)]
    context = told(*records)
    assert sum(map(len, names(context).values())) == len(records)
    assert context.left_out == ()
    assert not any(item.cut for section in context.sections for item in section.items)


def test_rules_come_whole_before_anything_else() -> None:
    rules = [reading(f"rule-{n}", "x" * 400, days=n) for n in range(3)]
    facts = [reading(f"fact-{n}", "y" * 20) for n in range(9)]
    context = told(*facts, *rules, budget=(402 + 40 + 3 * 440) // 4 + 1, found={})
    assert names(context) == {"Rules": ["rule-0", "rule-1", "rule-2"]}
    assert left(context) == {"Facts": 9}


def test_a_rule_without_room_is_given_in_short_and_its_rest_is_counted() -> None:
    long = reading("rule-a", "Ask first. " + "x" * 4_000)
    (section,) = told(long, budget=200).sections
    assert (section.items[0].text, section.items[0].cut) == ("Ask first.", 1_001)


def test_nothing_but_a_rule_takes_more_than_its_share() -> None:
    long, short = reading("fact-a", "One. " + "x" * 1_300), reading("fact-b", "y" * 300)
    context = told(long, short, budget=420)
    assert [(item.text[:5], bool(item.cut)) for item in context.sections[0].items] == [
        ("One.", True),
        ("yyyyy", False),
    ]


def test_sections_take_turns() -> None:
    records = [reading(f"{kind}-{n}", "x" * 60, days=n) for kind in KINDS[1:] for n in range(9)]
    context = told(*records, budget=320)
    numbers = {name: len(found) for name, found in names(context).items()}
    assert max(numbers.values()) - min(numbers.values()) <= 1
    assert numbers.keys() == {"Decisions", "Tasks", "Status", "Facts"}
    assert left(context)["Unclassified"] == 9


def test_what_fits_the_query_goes_before_other_sections() -> None:
    records = [reading(f"{kind}-{n}", "x" * 60) for kind in KINDS[1:5] for n in range(5)]
    hits = {f"memory/fact/fact-{n}.md": 1.0 for n in range(5)}
    context = told(*records, budget=260, found=hits)
    assert names(context)["Facts"] == [f"fact-{n}" for n in range(5)]


def test_what_was_not_gathered_counts_as_left_out() -> None:
    context = told(reading("rule-a"), beyond={"Rules": 7, "Facts": 2})
    assert names(context) == {"Rules": ["rule-a"]}
    assert left(context) == {"Rules": 7, "Facts": 2}


def test_a_title_is_not_said_twice_where_nothing_else_is_short() -> None:
    long = reading("rule-a", f"# 39. Title of rule-a\n\n## {'Context ' * 500}")
    (section,) = told(long, budget=200).sections
    assert (section.items[0].text, section.items[0].cut) == ("", 1_007)


@given(
    records=st.lists(
        st.tuples(st.sampled_from(KINDS), st.integers(0, 3_000), st.booleans()), max_size=30
    ),
    budget=st.integers(0, 3_000),
)
def test_a_budget_is_kept_and_every_record_is_told_or_counted(
    records: list[tuple[str, int, bool]], budget: int
) -> None:
    readings = [
        reading(f"{kind}-{n}", "A sentence. " * is_split + "x" * length)
        for n, (kind, length, is_split) in enumerate(records)
    ]
    context = told(*readings, budget=budget)
    assert context.used == -(-size(context) // 4)
    assert context.used <= max(budget, (400 + 6 + 3) // 4)
    shown = sum(map(len, names(context).values()))
    assert shown + sum(left(context).values()) == len(records)
    for section in context.sections:
        for item in section.items:
            whole = str(item.reading.record["content"]).strip()
            assert item.text == (brief_text(whole, item.reading.title) if item.cut else whole)


@given(lengths=st.lists(st.integers(0, 900), max_size=12), budget=st.integers(110, 1_500))
def test_no_rule_waits_for_what_is_no_rule(lengths: list[int], budget: int) -> None:
    rules = [reading(f"rule-{n}", "x" * length) for n, length in enumerate(lengths)]
    alone = told(*rules, budget=budget)
    beside = told(*rules, *(reading(f"fact-{n}", "y" * 50) for n in range(6)), budget=budget)
    spared = budget - 1 >= alone.used  # a line more on what is left out takes a byte of the frame
    assert not spared or names(beside).get("Rules") == names(alone).get("Rules")
