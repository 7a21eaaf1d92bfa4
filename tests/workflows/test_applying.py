"""Operations are read strictly and done exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.errors import Refused, UsageError
from sgm_git.workflows.applying import Operation, parse_operation, perform

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.transaction import WriteResult
    from tests.support import GitSandbox


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    return Store.open(sandbox.path, clock=lambda: 1_791_656_507.0)


def _apply(store: Store, *operations: JsonObject) -> WriteResult:
    parsed = [parse_operation(operation) for operation in operations]
    with store.transaction(store.actor()) as transaction:
        for operation in parsed:
            perform(operation, transaction, lambda ref, rev: store.get(ref, rev=rev))
    return transaction.result


def _fact(record_id: str) -> JsonObject:
    return {"op": "add", "record": {"id": record_id, "type": "fact", "title": "T", "content": "c"}}


def _record(store: Store, record_id: str) -> JsonObject:
    record = store.get(record_id).record
    assert record is not None
    return record


def test_every_operation_does_what_it_says(store: Store) -> None:
    _apply(store, _fact("a"), _fact("b"), _fact("c"))
    first = store.repository.head().oid
    _apply(
        store,
        {"op": "set", "id": "a", "pointer": "n", "value": 1},
        {"op": "annotate", "id": "a", "kind": "status", "value": "accepted"},
        {"op": "unset", "id": "b", "pointer": "/title"},
        {"op": "move", "id": "b", "path": "memory/b.md"},
        {"op": "rename", "id": "c", "to": "d"},
    )
    assert _record(store, "a")["n"] == 1
    assert _record(store, "a")["annotations"] == [{"kind": "status", "value": "accepted"}]
    assert "title" not in _record(store, "b")
    assert store.get("b").path == "memory/b.md"
    assert store.get("c").id == "d"
    _apply(store, {"op": "supersede", "id": "d", "by": "b"})
    assert _record(store, "d")["annotations"] == [{"kind": "superseded_by", "value": "b"}]
    _apply(store, {"op": "remove", "id": "a"})
    _apply(store, {"op": "restore", "id": "a", "rev": first})
    assert "n" not in _record(store, "a")
    whole = _record(store, "a") | {"title": "New", "m": [1]}
    _apply(store, {"op": "put", "record": whole})
    dropped = {name: value for name, value in whole.items() if name != "m"}
    _apply(store, {"op": "put", "record": dropped, "drop": ["/m"]})
    assert "m" not in _record(store, "a")


def test_a_path_and_an_expected_blob_are_honoured(store: Store) -> None:
    _apply(store, _fact("a") | {"path": "memory/here.md"})
    assert store.get("a").path == "memory/here.md"
    with pytest.raises(Refused, match="has changed"):
        _apply(store, {"op": "remove", "id": "a", "expect": "0" * 40})


def test_who_made_a_record_changes_by_consent_only(store: Store) -> None:
    _apply(store, _fact("a"))
    change: JsonObject = {"op": "set", "id": "a", "pointer": "provenance/agent", "value": "Bob"}
    with pytest.raises(Refused):
        _apply(store, change)
    _apply(store, change | {"consent": True})


def test_one_bad_operation_undoes_all(store: Store) -> None:
    _apply(store, _fact("a"))
    with pytest.raises(Refused):
        _apply(store, _fact("b"), _fact("a"))
    assert [entry.id for entry in store.entries()] == ["a"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "is a JSON object"),
        ({}, "no operation None"),
        ({"op": ["add"]}, "no operation"),
        ({"op": "remove"}, "remove lacks 'id'"),
        ({"op": "remove", "id": 5}, "'id' is a text"),
        ({"op": "remove", "id": "a", "exepct": "x"}, "did you mean expect"),
        ({"op": "remove", "id": "a", "zzz": "x"}, "remove has no 'zzz'"),
        ({"op": "set", "id": "a", "pointer": "a~2", "value": 1}, "not a JSON pointer"),
        ({"op": "set", "id": "a", "pointer": "", "value": 1}, "whole record"),
        ({"op": "set", "id": "a", "pointer": "b", "value": 1, "consent": 1}, "true or false"),
        ({"op": "put", "record": {}, "drop": "/a"}, "list of pointers"),
        ({"op": "add", "record": []}, "'record' is an object"),
    ],
)
def test_what_is_no_operation_is_refused_with_a_hint(value: JsonValue, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_operation(value)


def test_an_operation_is_a_value() -> None:
    read = parse_operation({"op": "put", "record": {"id": "a"}, "drop": ["/x", "y/0"]})
    assert read == Operation("put", record={"id": "a"}, drop=(("x",), ("y", "0")))


def test_every_operation_may_expect_a_blob(store: Store) -> None:
    zeros, other = "0" * 40, "1" * 40
    _apply(store, _fact("a") | {"expect": zeros})
    _apply(store, {"op": "put", "record": {"id": "b", "type": "fact"}, "expect": ""})
    first = store.repository.head().oid
    blob = store.get("a").blob
    changes: tuple[JsonObject, ...] = (
        {"op": "move", "id": "a", "path": "memory/a.md"},
        {"op": "restore", "id": "a", "rev": first},
        {"op": "rename", "id": "a", "to": "c"},
    )
    for change in changes:
        for wrong in (zeros, other, ""):
            with pytest.raises(Refused, match="has changed"):
                _apply(store, change | {"expect": wrong})
        _apply(store, change | {"expect": blob})
        blob = store.get("a").blob


def test_a_blob_is_not_expected_of_what_is_not_there(store: Store) -> None:
    _apply(store, _fact("a"))
    first, blob = store.repository.head().oid, store.get("a").blob
    gone: JsonObject = {"op": "restore", "id": "a", "rev": first}
    _apply(store, {"op": "remove", "id": "a"})
    put: JsonObject = {"op": "put", "record": {"id": "a", "type": "fact"}}
    for change in (gone, put, _fact("a"), _fact("new")):
        for wrong in (blob, blob[:7], "0" * 6):
            with pytest.raises(Refused, match="is not there"):
                _apply(store, change | {"expect": wrong})
    _apply(store, gone | {"expect": "0" * 64})
