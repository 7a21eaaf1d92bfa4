"""One record takes the place of another: both say so in one commit, or nothing happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Store
from sgm_git.errors import NoSuchRecord, Refused
from sgm_git.record import fields
from sgm_git.workflows.superseding import is_proposed, supersede, types_apart

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.transaction import WriteResult
    from tests.support import GitSandbox


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    sandbox.write(".sgm/config.toml", b'[[root]]\npath = "memory"\n[[root]]\npath = "lib"\n')
    sandbox.commit("begin")
    return Store.open(sandbox.path, clock=lambda: 1_791_656_507.0)


def _record(name: str, kind: str, *notes: tuple[str, JsonValue], **more: JsonValue) -> JsonObject:
    annotations: list[JsonValue] = [{"kind": each, "value": value} for each, value in notes]
    record: JsonObject = {"id": name, "type": kind, "title": name, "content": "c", **more}
    return record | ({"annotations": annotations} if annotations else {})


def _add(store: Store, *records: JsonObject, root: str = "memory") -> None:
    with store.transaction(store.actor()) as transaction:
        for record in records:
            transaction.add(record, path=f"{root}/{record['id']}.md")


def _supersede(store: Store, old: str, new: str, expect: str | None = None) -> WriteResult:
    with store.transaction(store.actor()) as transaction:
        supersede(transaction, old, new, expect=expect)
    return transaction.result


def _notes(store: Store, ref: str) -> list[tuple[str, JsonValue]]:
    record = store.get(ref).record
    assert record is not None
    return [(each.kind, each.value) for each in fields.annotations(record)]


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("rule", (), ["superseded"]),
        ("rule", ("active",), ["superseded"]),
        ("rule", ("active", "proposed"), ["superseded", "proposed"]),
        ("decision", ("accepted",), ["superseded"]),
        ("decision", ("accepted", "superseded"), ["accepted", "superseded"]),
        ("decision", (5,), ["superseded"]),
        ("fact", (), []),
        ("status", ("green",), ["green"]),
        ("memo", ("accepted",), ["accepted"]),
    ],
)
def test_both_records_say_it_and_rules_and_decisions_by_their_status(
    store: Store, kind: str, before: tuple[JsonValue, ...], after: list[JsonValue]
) -> None:
    old = _record("old", kind, *(("status", word) for word in before))
    _add(store, old, _record("new", "fact"))
    result = _supersede(store, "old", "new")
    assert [each.action for each in result.written] == ["change", "change"]
    assert [value for name, value in _notes(store, "old") if name == "status"] == after
    assert _notes(store, "old")[-1] == ("superseded_by", "new")
    assert _notes(store, "new") == [("supersedes", "old")]


def test_it_is_one_commit_of_the_lines_that_say_it(store: Store, sandbox: GitSandbox) -> None:
    text = (
        "---\nid: old  # the first\ntype: rule\nannotations:\n- {kind: status, value: active}\n"
        "provenance: {agent: Ada, origin: cli, scope: {}, created_at: '2026-10-10T18:21:47Z'}\n"
        "---\nDo.\n"
    )
    sandbox.write("memory/old.md", text.encode())
    sandbox.commit("by hand")
    _add(store, _record("new", "rule"))
    head = sandbox.run("rev-parse", "HEAD").strip()
    _supersede(store, "old", "new")
    assert sandbox.run("rev-parse", "HEAD~1").strip() == head
    changed = sandbox.run("diff", "-U0", "HEAD~1", "--", "memory/old.md").decode().splitlines()
    lines = [line for line in changed if line[0] in "+-" and line[:3] not in {"+++", "---"}]
    assert lines == [
        "-- {kind: status, value: active}",
        "+- {kind: status, value: superseded}",
        "+- kind: superseded_by",
        "+  value: new",
    ]


def test_what_is_said_already_is_not_said_again(store: Store) -> None:
    _add(store, _record("old", "rule"), _record("new", "rule"))
    _supersede(store, "old", "new")
    result = _supersede(store, "old", "new")
    assert [each.action for each in result.written] == ["same", "same"]
    assert result.commit is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (_record("old", "fact", ("superseded_by", "new")), _record("new", "fact")),
        (_record("old", "fact"), _record("new", "fact", ("supersedes", ["old"]))),
    ],
)
def test_what_one_of_them_says_the_other_says_too(
    store: Store, old: JsonObject, new: JsonObject
) -> None:
    _add(store, old, new)
    _supersede(store, "old", "new")
    assert _notes(store, "old") == [("superseded_by", "new")]
    assert [name for name, _ in _notes(store, "new")] == ["supersedes"]


def test_records_of_two_roots_name_each_other_with_theirs(store: Store) -> None:
    _add(store, _record("x", "fact"))
    _add(store, _record("x", "fact"), root="lib")
    with pytest.raises(NoSuchRecord, match="several roots"):
        _supersede(store, "x", "lib:x")
    _supersede(store, "memory:x", "lib:x")
    assert _notes(store, "memory:x") == [("superseded_by", "lib:x")]
    assert _notes(store, "lib:x") == [("supersedes", "memory:x")]
    assert _supersede(store, "memory:x", "lib:x").commit is None


def test_a_former_id_names_the_record(store: Store) -> None:
    _add(store, _record("old", "fact"), _record("new", "fact", aliases=["was"]))
    _supersede(store, "old", "was")
    assert _notes(store, "old") == [("superseded_by", "new")]


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        ([("superseded_by", "z")], "old is superseded by z already"),
        ([("superseded_by", "gone")], "old is superseded by gone already"),
        ([("superseded_by", ["new", "z"])], "old is superseded by z already"),
    ],
)
def test_a_record_has_one_successor(
    store: Store, notes: list[tuple[str, JsonValue]], message: str
) -> None:
    _add(store, _record("old", "fact", *notes), _record("new", "fact"), _record("z", "fact"))
    with pytest.raises(Refused, match=message):
        _supersede(store, "old", "new")


def test_it_does_not_matter_who_says_that_there_is_a_successor(store: Store) -> None:
    held = _record("z", "rule", ("supersedes", "old"))
    _add(store, _record("old", "rule"), _record("new", "rule"), held)
    with pytest.raises(Refused, match="old is superseded by z already"):
        _supersede(store, "old", "new")


def test_a_proposal_is_no_successor_yet(store: Store) -> None:
    proposal = _record("z", "rule", ("supersedes", "old"), ("status", "proposed"))
    _add(store, _record("old", "rule"), _record("new", "rule"), proposal)
    _supersede(store, "old", "new")
    assert _notes(store, "old")[-1] == ("superseded_by", "new")


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        ([("status", "superseded")], "new is superseded itself$|new is superseded itself "),
        ([("status", "rejected")], "new is rejected itself"),
        ([("status", "retired")], "new is retired itself"),
        ([("superseded_by", "z")], "new is superseded itself by z"),
        ([("superseded_by", 5)], "new is superseded itself"),
    ],
)
def test_what_is_history_takes_no_place(
    store: Store, notes: list[tuple[str, JsonValue]], message: str
) -> None:
    _add(store, _record("old", "rule"), _record("new", "rule", *notes), _record("z", "rule"))
    with pytest.raises(Refused, match=message):
        _supersede(store, "old", "new")


@pytest.mark.parametrize("escape", ["supersedes", '"super\\u0073edes"'])
def test_a_chain_does_not_close_whoever_says_it(
    store: Store, sandbox: GitSandbox, escape: str
) -> None:
    """a is superseded by b, b by c (as c says), c by d: a cannot supersede d."""
    _add(
        store,
        _record("a", "fact", ("superseded_by", "b")),
        _record("b", "fact"),
        _record("c", "fact", ("superseded_by", "d")),
        _record("d", "fact"),
    )
    text = (sandbox.path / "memory/c.md").read_text()
    added = f"annotations:\n  - kind: {escape}\n    value: b\n"
    sandbox.write("memory/c.md", text.replace("annotations:\n", added).encode())
    sandbox.commit("by hand")
    with pytest.raises(Refused, match="close a circle: a is superseded by d already through b"):
        _supersede(store, "d", "a")
    assert _notes(store, "d") == []


def test_a_long_chain_is_followed_to_its_end(store: Store, sandbox: GitSandbox) -> None:
    for number in range(1_500):
        notes = (
            "" if number == 0 else f"\nannotations: [{{kind: supersedes, value: x{number - 1}}}]"
        )
        text = f"---\nid: x{number}\ntype: fact{notes}\n---\nc\n"
        sandbox.write(f"memory/x{number}.md", text.encode())
    sandbox.commit("many")
    with pytest.raises(Refused, match="circle: x0 is superseded by x1499 already through x1"):
        _supersede(store, "x1499", "x0")


def test_the_expected_blob_is_that_of_the_old_one(store: Store) -> None:
    _add(store, _record("old", "fact"), _record("new", "fact"))
    with pytest.raises(Refused, match="has changed"):
        _supersede(store, "old", "new", store.get("new").blob)
    _supersede(store, "old", "new", store.get("old").blob)


def test_a_proposal_that_takes_a_place_is_known_for_one(store: Store) -> None:
    _add(store, _record("new", "rule", ("status", "proposed")), _record("held", "rule"))
    with store.transaction(store.actor()) as transaction:
        assert is_proposed(transaction, "new")
        assert not is_proposed(transaction, "held")


def test_records_of_two_types_are_told_apart(store: Store) -> None:
    _add(store, _record("a", "rule"), _record("b", "rule"), _record("c", "fact"))
    with store.transaction(store.actor()) as transaction:
        assert types_apart(transaction, "a", "b") is None
        said = types_apart(transaction, "a", "c")
    assert said == "a is of type rule, but c of type fact"
