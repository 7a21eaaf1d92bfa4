"""Whatever a model sends: an answer, or an error of ours and nothing changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.errors import SgmError
from sgm_git.record.value import dumps
from sgm_git.tools.aliases import ALIASES
from sgm_git.tools.hints import is_for_a_person
from sgm_git.tools.registry import TOOLS, call
from tests.support import untraced
from tests.tools.support import Memory

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject
    from tests.support import GitSandbox

pytestmark = untraced

_WORDS = st.sampled_from(
    [
        *("dec-a", "fact-a", "memory:dec-a", "nope", "", "-", "--help", "../x", "a\0b", "\ud800"),
        *("HEAD", "HEAD~9", "main", "/title", "/annotations/-", "/~2", "accepted", "2026-10-10"),
        *("x" * 3_000, '["a"]', '{"a": 1}', "10", "true", "0" * 40, "[[[", "\x1b[2J", "e\u0301"),
        *("rule", "decision", "status", "in-force", "SGM-Allow: dec-a /title"),
    ]
)
_SCALARS = st.one_of(
    _WORDS, st.text(max_size=8), st.none(), st.booleans(), st.integers(-5, 10**20), st.floats()
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A tool and arguments, most of them under names that it has."""
    tool = TOOLS[draw(st.sampled_from(sorted(TOOLS)))]
    names = st.one_of(
        st.sampled_from(sorted(tool.properties)), st.sampled_from(sorted(ALIASES)), _WORDS
    )
    arguments = {name: draw(_VALUES) for name in tool.required if draw(st.integers(0, 9))}
    return tool.name, arguments | draw(st.dictionaries(names, _VALUES, max_size=4))


@pytest.fixture
def filled(sandbox: GitSandbox) -> Memory:
    """A memory with two records."""
    sandbox.commit("begin")
    memory = Memory(sandbox)
    memory.decision(id="dec-a", links=["fact-a"])
    memory.call("sgm_create", type="fact", id="fact-a", content="A fact.")
    return memory


def _answer(memory: Memory, name: str, arguments: dict[str, Any]) -> JsonObject | SgmError:
    try:
        return call(memory.session(), name, arguments)
    except SgmError as error:
        return error


def test_any_call_is_answered_or_refused_and_then_changes_nothing(filled: Memory) -> None:
    @settings(max_examples=min(settings().max_examples, 2_000))
    @given(calls())
    def try_it(asked: tuple[str, dict[str, Any]]) -> None:
        name, arguments = asked
        if "expected_blob" in arguments:
            arguments["expected_blob"] = filled.store().get("dec-a").blob
        before = filled.state()
        reply = _answer(filled, name, arguments)
        if isinstance(reply, SgmError):
            assert filled.state() == before
            assert len(reply.message) < 2_000
            assert not is_for_a_person(reply.hint or "") or "a person" in str(reply.hint)
            return
        jsonschema.Draft202012Validator(TOOLS[name].output_schema).validate(reply)
        assert len(dumps(reply)) < 100_000
        assert TOOLS[name].hints.read_only <= (filled.state() == before)

    try_it()
    assert filled.box.status() == ""
    filled.box.run("fsck", "--strict", "--no-dangling")


def test_every_tool_is_told_in_schemas_that_are_schemas() -> None:
    for tool in TOOLS.values():
        for schema in (tool.input_schema, tool.told_inputs, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
        assert tool.name == tool.name.lower()
        assert len(tool.name) <= 64
    assert len(json.dumps([tool.told_inputs for tool in TOOLS.values()])) < 14_000


def test_every_other_name_is_another_name_of_something() -> None:
    arguments = {name for tool in TOOLS.values() for name in tool.properties}
    for meanings in ALIASES.values():
        assert arguments.issuperset(meanings)
