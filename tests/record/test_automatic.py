"""Which merges say something of their own."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sgm_git.record.automatic import is_automatic
from sgm_git.record.merge import merge
from tests.record.strategies import RECORDS
from tests.record.test_merge import EARLY, LATE, a, annotated, provenance

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from tests.support import GitSandbox

NOTE, RISK, COST = a("note"), a("risk"), a("cost")
BASE: JsonObject = {"title": "a", "x": 1, "content": "a\nb\nc", "scope": {"p": 1, "q": 1}}

Row = tuple[str, "JsonObject | None", "list[JsonObject]", "JsonObject"]

HONEST: list[Row] = [
    ("nobody changed it", BASE, [BASE, BASE], BASE),
    ("one changed it", BASE, [BASE | {"title": "b"}, BASE], BASE | {"title": "b"}),
    ("both alike", BASE, [BASE | {"title": "b"}] * 2, BASE | {"title": "b"}),
    (
        "each another field",
        BASE,
        [BASE | {"title": "b"}, BASE | {"x": 2}],
        BASE | {"title": "b", "x": 2},
    ),
    ("a conflict settled", BASE, [BASE | {"x": 2}, BASE | {"x": 3}], BASE | {"x": 3}),
    ("a field gone", BASE, [{"title": "a", "x": 1}, BASE | {"x": 2}], {"title": "a", "x": 2}),
    ("delete against edit", {"x": 1, "y": 1}, [{"y": 1}, {"x": 2, "y": 2}], {"y": 2}),
    (
        "objects member by member",
        BASE,
        [BASE | {"scope": {"p": 2, "q": 1}}, BASE | {"scope": {"p": 1}}],
        BASE | {"scope": {"p": 2}},
    ),
    (
        "lines of the content",
        BASE,
        [BASE | {"content": "A\nb\nc"}, BASE | {"content": "a\nb\nC"}],
        BASE | {"content": "A\nb\nC"},
    ),
    (
        "a conflict of contents settled",
        BASE,
        [BASE | {"content": "A\nb\nc"}, BASE | {"content": "a\nB\nc"}],
        BASE | {"content": "a\nB\nc"},
    ),
    ("new items", annotated(), [annotated(RISK), annotated(COST)], annotated(RISK, COST)),
    (
        "new items, other way",
        annotated(),
        [annotated(RISK), annotated(COST)],
        annotated(COST, RISK),
    ),
    (
        "the same new item in two places, as git merges lines",
        annotated(NOTE),
        [annotated(NOTE, RISK, COST), annotated(RISK, NOTE)],
        annotated(RISK, NOTE, RISK, COST),
    ),
    (
        "an item changed beside a new one",
        annotated(a("status", 1)),
        [annotated(a("status", 2)), annotated(RISK, a("status", 1))],
        annotated(RISK, a("status", 2)),
    ),
    (
        "items of one kind, one changed and one new",
        annotated(a("note", 1)),
        [annotated(a("note", 2)), annotated(a("note", 1), a("note", 3))],
        annotated(a("note", 3), a("note", 2)),
    ),
    (
        "a conflict in an item settled",
        annotated(a("status", 1), NOTE),
        [annotated(a("status", 2), NOTE), annotated(a("status", 3))],
        annotated(a("status", 3)),
    ),
    (
        "fields of one item",
        annotated({"kind": "status", "value": 1, "x": 1}),
        [
            annotated({"kind": "status", "value": 2, "x": 1}),
            annotated({"kind": "status", "value": 1, "x": 2}),
        ],
        annotated({"kind": "status", "value": 2, "x": 2}),
    ),
    (
        "links",
        provenance(links=["x", "y"]),
        [provenance(links=["x", "a"]), provenance(links=["b", "x", "y"])],
        provenance(links=["b", "x", "a"]),
    ),
    (
        "stamps are passed over",
        provenance(x=1, modified_at=EARLY, modified_by="a"),
        [provenance(x=2, modified_at=LATE), provenance(x=1)],
        provenance(x=2, modified=True, modified_at="now", modified_by="me"),
    ),
    (
        "three parents",
        BASE,
        [BASE | {"title": "b"}, BASE | {"x": 2}, BASE | {"y": 1}],
        BASE | {"title": "b", "x": 2, "y": 1},
    ),
    (
        "three parents' lines",
        {"content": "a\nb\nc\nd\ne"},
        [{"content": "A\nb\nc\nd\ne"}, {"content": "a\nb\nC\nd\ne"}, {"content": "a\nb\nc\nd\nE"}],
        {"content": "A\nb\nC\nd\nE"},
    ),
    ("one parent", BASE, [BASE | {"x": 2}], BASE | {"x": 2}),
    ("unrelated", None, [{"x": 1, "y": 1}, {"x": 2, "z": 1}], {"x": 2, "y": 1, "z": 1}),
    ("unrelated, one's way", None, [{"x": 1, "y": 1}, {"x": 2}], {"x": 2}),
    ("unrelated lists", None, [annotated(RISK), annotated(COST)], annotated(COST, RISK)),
]


@pytest.mark.parametrize(
    ("base", "parents", "result"), [row[1:] for row in HONEST], ids=[row[0] for row in HONEST]
)
def test_an_honest_merge_says_nothing_of_its_own(
    base: JsonObject | None, parents: list[JsonObject], result: JsonObject
) -> None:
    assert is_automatic(base, parents, result)
    assert is_automatic(base, parents[::-1], result)


EVIL: list[Row] = [
    ("a field nobody changed", BASE, [BASE, BASE], BASE | {"title": "b"}),
    ("a new field", BASE, [BASE, BASE | {"title": "b"}], BASE | {"title": "b", "z": 1}),
    ("a new empty object", BASE, [BASE | {"x": 2}, BASE | {"x": 3}], BASE | {"x": 2, "z": {}}),
    ("a field dropped", BASE, [BASE, BASE | {"title": "b"}], {"title": "b"}),
    ("a change dropped", BASE, [BASE, BASE | {"title": "b"}], BASE),
    ("a third value", BASE, [BASE | {"x": 2}, BASE | {"x": 3}], BASE | {"x": 4}),
    ("the value before both", BASE, [BASE | {"x": 2}, BASE | {"x": 3}], BASE),
    ("another type", BASE, [BASE | {"x": 2}, BASE | {"x": 3}], BASE | {"x": 2.0}),
    ("null for nothing", {"x": 1}, [{}, {"x": 2}], {"x": None}),
    (
        "a change taken and one dropped",
        BASE,
        [BASE | {"title": "b"}, BASE | {"x": 2}],
        BASE | {"x": 2},
    ),
    (
        "a deep value",
        BASE,
        [BASE | {"scope": {"p": 2, "q": 1}}, BASE | {"scope": {"p": 1}}],
        BASE | {"scope": {"p": 2, "q": 2}},
    ),
    (
        "a deep change dropped",
        BASE,
        [BASE | {"scope": {"p": 2, "q": 1}}, BASE | {"scope": {"p": 1, "q": 2}}],
        BASE | {"scope": {"p": 2, "q": 1}},
    ),
    (
        "a line",
        BASE,
        [BASE | {"content": "A\nb\nc"}, BASE | {"content": "a\nb\nC"}],
        BASE | {"content": "A\nB\nC"},
    ),
    (
        "both sides of a conflict, written together",
        BASE,
        [BASE | {"content": "A\nb\nc"}, BASE | {"content": "a\nB\nc"}],
        BASE | {"content": "A\nB\nc"},
    ),
    ("an item", annotated(), [annotated(RISK), annotated(COST)], annotated(COST, NOTE, RISK)),
    ("an item twice", annotated(), [annotated(RISK), annotated(COST)], annotated(COST, COST, RISK)),
    (
        "a new item dropped",
        annotated(a("status", 1)),
        [annotated(a("status", 2)), annotated(a("status", 1), RISK)],
        annotated(a("status", 2)),
    ),
    (
        "an item's third value",
        annotated(a("status", 1)),
        [annotated(a("status", 2)), annotated(a("status", 3))],
        annotated(a("status", 4)),
    ),
    (
        "an item that came back",
        annotated(NOTE, RISK),
        [annotated(NOTE), annotated(NOTE, RISK, COST)],
        annotated(NOTE, RISK, COST, COST),
    ),
    (
        "a link",
        provenance(links=["x"]),
        [provenance(links=["x", "a"]), provenance(links=["b"])],
        provenance(links=["x", "a", "b"]),
    ),
    (
        "who created it",
        provenance(agent="a", modified_by="a"),
        [provenance(agent="a", modified_by="b"), provenance(agent="a")],
        provenance(agent="b", modified_by="b"),
    ),
    ("of three, the one before", {"x": 1}, [{"x": 2}, {"x": 3}, {"x": 1}], {"x": 1}),
    ("unrelated, a third value", None, [{"x": 1}, {"x": 2}], {"x": 3}),
    ("unrelated, a new field", None, [{"x": 1}, {"x": 2}], {"x": 2, "y": {}}),
    (
        "unrelated contents together",
        None,
        [{"content": "a"}, {"content": "b"}],
        {"content": "a\nb"},
    ),
]


@pytest.mark.parametrize(
    ("base", "parents", "result"), [row[1:] for row in EVIL], ids=[row[0] for row in EVIL]
)
def test_a_merge_that_changes_something_says_so(
    base: JsonObject | None, parents: list[JsonObject], result: JsonObject
) -> None:
    assert not is_automatic(base, parents, result)
    assert not is_automatic(base, parents[::-1], result)


@given(st.none() | RECORDS, RECORDS, RECORDS, st.booleans())
def test_a_merge_by_our_own_rules_is_automatic_however_conflicts_are_settled(
    base: JsonObject | None, ours: JsonObject, theirs: JsonObject, is_swapped: bool
) -> None:
    sides = (theirs, ours) if is_swapped else (ours, theirs)
    merged = merge(base, *sides)
    # A provenance gone against one of which only stamps changed: the stamps are passed over.
    # A text in conflict has the lines that merge, and ours of the others: somebody's choice.
    chosen = {("provenance",), ("content",)}
    assume(chosen.isdisjoint(conflict.pointer for conflict in merged.conflicts))
    assert is_automatic(base, [ours, theirs], merged.value)


@given(RECORDS, RECORDS)
def test_a_change_of_one_side_alone_must_be_there(base: JsonObject, changed: JsonObject) -> None:
    assert is_automatic(base, [base, changed], changed)
    assert is_automatic(base, [changed, changed, base], changed)


@given(st.none() | RECORDS, st.lists(RECORDS, min_size=1, max_size=3), RECORDS)
def test_what_no_parent_has_is_never_automatic(
    base: JsonObject | None, parents: list[JsonObject], result: JsonObject
) -> None:
    evil: JsonValue = {"x_evil": []}
    assert not is_automatic(base, parents, result | {"title": evil})
    assert not is_automatic(base, parents, {**result, "scope": evil})
    assert not is_automatic(base, parents, {**result, "annotations": [evil]})


BODY = "# Title\n\nFirst paragraph.\n\n- one\n- two\n- three\n\nLast paragraph.\n"
EDITS = [
    ("First", "A first"),
    ("- one\n", "- one\n- one and a half\n"),
    ("- three\n", ""),
    ("\nLast", "\nA new one.\n\nLast"),
    ("Last paragraph.\n", "Last paragraph.\n\nAnd one more.\n"),
    ("# Title", "# Other title"),
]


@pytest.mark.parametrize("strategy", ["ort", "recursive"])
@pytest.mark.parametrize("edits", list(combinations(EDITS, 2)))
def test_what_git_merges_by_itself_is_automatic(
    sandbox: GitSandbox, edits: list[tuple[str, str]], strategy: str
) -> None:
    sides = [BODY.replace(*edit) for edit in edits]
    sandbox.write("record", BODY)
    sandbox.commit()
    for name, text in zip(("ours", "theirs"), sides, strict=True):
        sandbox.run("checkout", "-q", "-b", name, "main")
        sandbox.write("record", text)
        sandbox.commit()
    sandbox.run("merge", "-q", "-s", strategy, "-m", "merge", "ours", check=False)
    merged = (sandbox.path / "record").read_text()
    is_settled = "<<<<<<<" not in merged
    parents: list[JsonObject] = [{"content": side.removesuffix("\n")} for side in sides]
    assert is_settled == is_automatic(
        {"content": BODY.removesuffix("\n")}, parents, {"content": merged.removesuffix("\n")}
    )
