"""What was left out is named by a call that gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.report.wording import COMMANDS, TOOLS
from sgm_git.store.query import Filters
from sgm_git.witness.reading import Review, Standing
from sgm_git.workflows.context.calls import call_for, in_short
from sgm_git.workflows.context.model import Call, Wanted
from sgm_git.workflows.context.sections import KINDS

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

KIND = {kind.name: kind for kind in KINDS}
FACTS: JsonObject = {"type": ["fact"], "standing": ["stated"]}


@pytest.mark.parametrize(
    ("section", "filters", "arguments"),
    [
        ("Facts", Filters(), FACTS),
        ("Tasks", Filters(), {"standing": ["open"]}),
        (
            "Tasks",
            Filters(types=frozenset(("task", "fact"))),
            {"type": ["fact", "task"], "standing": ["open"]},
        ),
        (
            "Status",
            Filters(standings=frozenset((Standing.STALE, Standing.OPEN)), is_stale=True),
            {"standing": ["stale"], "stale": True},
        ),
        (
            "Facts",
            Filters(
                kinds=(("a", None), ("b", "1")),
                agents=frozenset(("x", "Ada")),
                reviews=frozenset((Review.NEW_HERE,)),
            ),
            {**FACTS, "kind": ["a", "b=1"], "agent": ["Ada", "x"], "review": ["new-here"]},
        ),
    ],
)
def test_a_list_is_narrowed_as_the_context_was(
    section: str, filters: Filters, arguments: JsonObject
) -> None:
    assert call_for(KIND[section], Wanted(filters=filters)) == Call(arguments)


def test_of_a_scope_or_of_what_has_changed_a_larger_context_tells() -> None:
    room: JsonObject = {"budget": 1_000_000}
    scope = call_for(KIND["Facts"], Wanted({"n": 5}))
    assert scope == Call({**FACTS, "scope": {"n": 5}, **room}, is_context=True)
    since = call_for(KIND["History"], Wanted(since="v1", with_history=True))
    told: JsonObject = {"standing": ["history", "done"], "since": "v1", "history": True}
    assert since == Call({**told, **room}, is_context=True)


def test_several_calls_are_one_in_short_that_leaves_nothing_out() -> None:
    rules, facts, tasks = (call_for(KIND[each], Wanted()) for each in ("Rules", "Facts", "Tasks"))
    assert in_short([facts]) == facts
    assert in_short([rules, facts]) == Call(
        {"type": ["rule", "fact"], "standing": ["in-force", "stated"]}
    )
    assert in_short([facts, tasks]) == Call({"standing": ["stated", "open"]})
    assert in_short([rules, facts, tasks]) == Call({})
    types = frozenset(("decision", "fact", "rule", "status"))
    chosen = [call_for(kind, Wanted(filters=Filters(types=types))) for kind in KINDS]
    assert in_short(chosen, few=0) == Call({"type": ["rule", "decision", "fact", "status"]})
    kept = Wanted(filters=Filters(agents=frozenset(("Ada",))), since="v1")
    every = in_short([call_for(kind, kept) for kind in KINDS])
    arguments: JsonObject = {"agent": ["Ada"], "since": "v1", "budget": 1_000_000, "history": True}
    assert every == Call(arguments, is_context=True)


def test_a_call_is_told_in_the_words_of_who_reads_it() -> None:
    call = Call(
        {"type": ["a b", "c"], "since": "v1", "scope": {"n": 5}, "history": True}, is_context=True
    )
    assert COMMANDS.told(call) == (
        "sgm context --type 'a b' --type c --since v1 --scope n=5 --history"
    )
    assert TOOLS.told(call) == ("sgm_context type='a b' type=c since=v1 scope=n=5 history=true")
    assert COMMANDS.told(Call({})) == "sgm list"
