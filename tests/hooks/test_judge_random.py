"""What a hook mends passes the same hook, whatever was done to a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.checks.keeping import keep
from sgm_git.document import read, write
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from tests.hooks.staged_support import CREATED, PATH, Memory
from tests.record.strategies import VALUES
from tests.support import GitSandbox

if TYPE_CHECKING:
    import pytest

    from sgm_git.record.value import JsonObject, JsonValue

_VOCABULARY = build_schemas(schema_texts()).vocabulary
_NAMES = st.sampled_from(["x_a", "x_b", "x_c", "owner", "notes"])
_NOTES = st.lists(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(["risk", "cost", "status", "confidence"]), "value": VALUES},
        optional={"x_by": VALUES},
    ),
    max_size=4,
)
_CLAIMS = st.dictionaries(st.sampled_from(["session", "source", "x_run"]), st.text(max_size=8))


@st.composite
def records(draw: st.DrawFn) -> JsonObject:
    """A record with things that no schema knows."""
    provenance: JsonObject = {
        "agent": "Ada",
        "created_at": CREATED,
        "origin": "cli",
        "scope": {},
        **draw(_CLAIMS),
    }
    known: JsonObject = {"id": "fact-a", "type": "fact", "content": draw(st.sampled_from("ab"))}
    notes: list[JsonValue] = list(draw(_NOTES))
    return {**known, **draw(st.dictionaries(_NAMES, VALUES)), "annotations": notes} | {
        "provenance": provenance
    }


@settings(max_examples=max(8, settings().max_examples // 10))
@given(before=records(), after=records())
def test_what_is_put_back_is_all_that_was_lost(
    tmp_path_factory: pytest.TempPathFactory, before: JsonObject, after: JsonObject
) -> None:
    box = GitSandbox(tmp_path_factory.mktemp("memory"))
    box.run("init", "-q")
    memory = Memory.begun(box.path)
    memory.commit(PATH, write(before))
    memory.stage(PATH, write(after))
    verdict = memory.judge()
    lost = keep(before, after, _VOCABULARY)
    told = [(each.code, each.pointer) for each in verdict.findings if each.code[0] == "K"]
    assert sorted(told, key=str) == sorted([(f.code, f.pointer) for f in lost], key=str)
    assert len(verdict.amendments) == bool(lost)
    for amendment in verdict.amendments:
        assert amendment.reasons == ("restore",)
        document = read(amendment.after).document
        assert document is not None
        assert keep(before, document.record, _VOCABULARY) == []
        memory.stage(PATH, amendment.after)
    again = memory.judge()
    assert not [each for each in again.findings if each.code[0] == "K"]
    assert again.amendments == ()
