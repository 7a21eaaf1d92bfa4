"""Whatever a record lost, what puts it back puts all of it back, in a splice, and loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.keeping import keep
from sgm_git.checks.putting_back import Base, lost_again, way_back
from sgm_git.document import Set, read, splice, write
from sgm_git.record.pointer import get, parse
from sgm_git.record.value import same
from tests.checks.support import POLICY
from tests.record.strategies import VALUES
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.findings import Fault
    from sgm_git.record.value import JsonObject, JsonValue

VOCABULARY = POLICY.schemas.vocabulary
_NAMES = st.sampled_from(["x_a", "x_b", "owner", "-", "0"])
_SMALL = st.one_of(st.none(), st.booleans(), st.integers(0, 2), st.sampled_from(["1", "no", "a"]))
_DEEP = st.recursive(
    _SMALL, lambda below: st.lists(below, max_size=3) | st.dictionaries(_NAMES, below, max_size=3)
)
_ANY = _DEEP | VALUES
_NOTE: st.SearchStrategy[JsonValue] = st.fixed_dictionaries(
    {"kind": st.sampled_from(["risk", "cost", "status", "confidence"]), "value": _SMALL},
    optional={"x_by": _ANY},
)
_NOTES = st.lists(_NOTE, max_size=4)


@st.composite
def records(draw: st.DrawFn) -> JsonObject:
    """A record of few names, so that two of them have much in common, and much that differs."""
    claims = draw(st.dictionaries(st.sampled_from(["agent", "session", "x_run", "-"]), _ANY))
    record: JsonObject = {"id": "fact-a", "type": draw(st.sampled_from(["fact", "musing"]))}
    record |= draw(st.dictionaries(_NAMES, _ANY, max_size=4))
    if draw(st.booleans()):
        notes: list[JsonValue] = draw(_NOTES)
        record["annotations"] = notes
    return record | {"provenance": claims} if draw(st.booleans()) else record


def lost(before: JsonObject, after: JsonObject) -> list[Fault]:
    """What can be put back: whether a type that was claimed is meant, only a person knows."""
    return [each for each in keep(before, after, VOCABULARY) if each.code != "K403"]


@given(records(), records(), st.booleans())
@untraced
def test_all_that_was_lost_comes_back(
    before: JsonObject, after: JsonObject, has_document: bool
) -> None:
    faults = keep(before, after, VOCABULARY)
    stood = Base(before, read(write(before)).document if has_document else None)
    data = splice(write(after), way_back(stood, after, faults, VOCABULARY))
    document = read(data).document
    assert document is not None
    assert lost(before, document.record) == []


@given(records(), records())
@untraced
def test_each_loss_can_be_made_again_on_purpose(before: JsonObject, after: JsonObject) -> None:
    faults = lost(before, after)
    document = read(
        splice(write(after), way_back(Base(before), after, faults, VOCABULARY))
    ).document
    assert document is not None
    for fault in faults:
        change = lost_again(before, after, document.record, fault)
        assert change is not None
        there = get(document.record, change.pointer)
        assert not (isinstance(change, Set) and same(there, change.value)), parse(
            fault.pointer or ""
        )
