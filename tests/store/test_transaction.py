from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Actor, Store
from sgm_git.errors import CannotRun, NoSuchRecord, Refused, UsageError
from sgm_git.record.consent import Consent, consents
from sgm_git.store.writing import Writing
from tests.store.support import BASE, STAMP, ada, open_store, rule

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    return open_store(sandbox.path, engine)


def test_an_added_record_is_completed_and_committed_alone(
    store: Store, sandbox: GitSandbox
) -> None:
    sandbox.write("other.txt", "unstaged work")
    with store.transaction(ada(store)) as tx:
        written = tx.add({"type": "rule", "title": "Never force push", "content": "Never."})
    assert written.path == "memory/rule/rule-never-force-push.md"
    entry = store.get("rule-never-force-push")
    assert entry.record == {
        "id": "rule-never-force-push",
        "type": "rule",
        "title": "Never force push",
        "content": "Never.",
        "provenance": {"agent": "Ada", "created_at": STAMP, "origin": "cli", "scope": {}},
    }
    changed = sandbox.run("show", "--format=%an|%s", "--name-status", "HEAD").decode()
    assert changed == (f"Ada|memory: add rule rule-never-force-push\n\nA\t{written.path}\n")
    assert sandbox.status() == "? other.txt\n"
    assert tx.result.commit == sandbox.head()


def test_given_provenance_is_kept_exactly(store: Store) -> None:
    given = {"agent": "importer", "created_at": "2020-01-01t00:00:00z", "x_run": 7}
    with store.transaction(ada(store)) as tx:
        tx.add(rule(provenance=given))
    record = store.get("rule-x").record
    assert record is not None
    assert record["provenance"] == given | {"origin": "cli", "scope": {}}


def test_one_set_changes_one_line(store: Store, sandbox: GitSandbox) -> None:
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Keep it")
    patch = sandbox.run("show", "--format=", "-U0", "HEAD").decode().splitlines()[-2:]
    assert patch == [
        "-title: Keep the current datastore   # reviewed by hand",
        "+title: Keep it   # reviewed by hand",
    ]


def test_a_set_that_changes_nothing_makes_no_commit(store: Store, sandbox: GitSandbox) -> None:
    before = sandbox.head()
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Keep the current datastore")
    assert (tx.result.commit, sandbox.head()) == (None, before)
    assert [written.action for written in tx.result.written] == ["same"]


def test_the_acting_agent_is_named_where_it_is_not_the_author(
    store: Store, sandbox: GitSandbox
) -> None:
    with store.transaction(Actor("build-agent", "cli")) as tx:
        tx.add(rule())
    trailers = sandbox.run("log", "-1", "--format=%an%n%(trailers)").decode()
    assert trailers.strip() == "Ada\nSGM-Agent: build-agent"


def test_a_record_that_declares_stamps_is_kept_true(store: Store) -> None:
    pointer = ("provenance",)
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", (*pointer, "modified_at"), "2026-10-11T00:00:00Z")
        tx.set("dec-keep-datastore", (*pointer, "modified_by"), "build-agent")
        tx.set("dec-keep-datastore", (*pointer, "modified"), value=True)
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Keep it")
    record = store.get("dec-keep-datastore").record
    assert record is not None
    provenance = record["provenance"]
    assert isinstance(provenance, dict)
    stamps = {name: provenance[name] for name in ("modified", "modified_at", "modified_by")}
    assert stamps == {"modified": True, "modified_at": STAMP, "modified_by": "Ada"}


def test_scope_and_its_copy_change_together(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("scope", "project"), "other")
    record = store.get("dec-keep-datastore").record
    assert record is not None
    assert record["scope"] == {"project": "other"}
    assert record["provenance"]["scope"] == {"project": "other"}  # type: ignore[index,call-overload]  # JSON


@pytest.mark.parametrize("place", [("scope", "project"), ("scope",)])
def test_scope_and_its_copy_go_together(store: Store, place: tuple[str, ...]) -> None:
    with store.transaction(ada(store)) as tx:
        tx.unset("dec-keep-datastore", place)
    record = store.get("dec-keep-datastore").record
    assert record is not None
    assert record.get("scope", {}) == {}
    assert record["provenance"]["scope"] == {}  # type: ignore[index,call-overload]  # JSON


def test_objects_on_the_way_to_a_value_are_made(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    with store.transaction(ada(store)) as tx:
        tx.set("rule-x", ("scope", "project"), "shop")
        tx.set("rule-x", ("x", "a", "b"), 1)
        tx.set("rule-x", ("annotations", "-"), {"kind": "risk"})
    record = store.get("rule-x").record
    assert record is not None
    assert (record["scope"], record["x"]) == ({"project": "shop"}, {"a": {"b": 1}})
    assert record["annotations"] == [{"kind": "risk"}]
    assert record["provenance"]["scope"] == {"project": "shop"}  # type: ignore[index,call-overload]  # JSON


def test_a_value_within_a_text_is_refused(store: Store) -> None:
    with pytest.raises(Refused, match="title"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title", "x"), 1)


def test_a_pointer_may_be_text(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "a")
        tx.set("dec-keep-datastore", "x_new/deep", 1)
        tx.unset("dec-keep-datastore", "x_review")
    record = store.get("dec-keep-datastore").record
    assert record is not None
    assert (record["title"], record["x_new"], "x_review" in record) == ("a", {"deep": 1}, False)
    with pytest.raises(UsageError), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "", 1)


def test_an_item_of_a_list_that_is_not_there_is_refused(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    with pytest.raises(Refused, match="/annotations/0"), store.transaction(ada(store)) as tx:
        tx.set("rule-x", "/annotations/0/value", "accepted")


def test_an_abbreviated_blob_id_is_enough_to_expect(store: Store) -> None:
    blob = store.get("dec-keep-datastore").blob
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "a", expect=blob[:7])
    with pytest.raises(Refused, match="has changed"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "b", expect=blob[:7])


def test_a_lost_update_is_refused(store: Store, sandbox: GitSandbox) -> None:
    seen = store.get("dec-keep-datastore").blob
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "first", expect=seen)
    before = sandbox.head()
    with pytest.raises(Refused, match="has changed"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "second", expect=seen)
    assert sandbox.head() == before
    assert store.get("dec-keep-datastore").title == "first"


def test_an_unknown_field_goes_only_by_name_and_leaves_a_consent(
    store: Store, sandbox: GitSandbox
) -> None:
    record = dict(store.get("dec-keep-datastore").record or {})
    del record["x_review"]
    with pytest.raises(Refused, match="K401"), store.transaction(ada(store)) as tx:
        tx.put(record)
    with store.transaction(ada(store)) as tx:
        tx.put(record, drop=[("x_review",)])
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert list(consents(message)) == [Consent("dec-keep-datastore", "/x_review")]


def test_unset_is_consent_by_itself(store: Store, sandbox: GitSandbox) -> None:
    with store.transaction(ada(store)) as tx:
        tx.unset("dec-keep-datastore", ("x_review", "by"))
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert list(consents(message)) == [Consent("dec-keep-datastore", "/x_review/by")]


@pytest.mark.parametrize("name", ["created_at", "agent", "origin"])
def test_what_never_changes_needs_consent(store: Store, sandbox: GitSandbox, name: str) -> None:
    pointer = ("provenance", name)
    value = "2026-01-01T00:00:00Z"
    with pytest.raises(Refused, match="P30"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", pointer, value)
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", pointer, value, consent=True)
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert list(consents(message)) == [Consent("dec-keep-datastore", f"/provenance/{name}")]


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        (("provenance", "modified_at"), "yesterday", "S202"),
        (("provenance", "scope"), {"project": "b"}, "S210"),
        (("type",), 7, "S201"),
        (("annotations", "-"), {"value": "no kind"}, "S201"),
    ],
)
def test_what_would_break_the_standard_is_refused(
    store: Store, sandbox: GitSandbox, pointer: tuple[str, ...], value: object, code: str
) -> None:
    before = sandbox.head(), (sandbox.path / PATH).read_bytes()
    with pytest.raises(Refused) as refusal, store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", pointer, value)  # type: ignore[arg-type]  # JSON
    assert code in {finding.code for finding in refusal.value.findings}
    assert (sandbox.head(), (sandbox.path / PATH).read_bytes()) == before
    assert sandbox.status() == ""


def test_a_fault_that_was_there_before_does_not_stop_a_change(
    store: Store, sandbox: GitSandbox
) -> None:
    sandbox.write(PATH, BASE.replace(b"2026-10-10T18:21:47Z", b"last Tuesday"))
    sandbox.commit("a person's edit")
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Keep it")
    assert (tx.result.findings, store.get("dec-keep-datastore").title) == ((), "Keep it")


def test_edits_that_nobody_committed_are_not_taken_along(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE + b"A line in the making.\n")
    with pytest.raises(Refused, match="not committed"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Keep it")
    assert (sandbox.path / PATH).read_bytes() == BASE + b"A line in the making.\n"
    with store.transaction(ada(store), Writing(with_edits=True)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Keep it")
    assert b"A line in the making.\n" in sandbox.run("show", f"HEAD:{PATH}")


def test_other_staged_work_stays_staged(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("staged.txt", "staged")
    sandbox.run("add", "staged.txt")
    before = sandbox.run("diff", "--cached")
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    assert sandbox.run("diff", "--cached") == before


def test_without_a_commit_the_file_is_written_and_nothing_is_staged(
    store: Store, sandbox: GitSandbox
) -> None:
    with store.transaction(ada(store), Writing(commit=False)) as tx:
        tx.add(rule())
    assert tx.result.commit is None
    assert sandbox.status() == "? memory/rule/rule-x.md\n"


def test_a_transaction_is_one_commit_or_nothing(store: Store, sandbox: GitSandbox) -> None:
    before = sandbox.head()
    with pytest.raises(NoSuchRecord), store.transaction(ada(store)) as tx:
        tx.add(rule())
        tx.set("no-such-record", ("title",), "x")
    assert sandbox.head() == before
    assert sandbox.status() == ""
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
        tx.set("rule-x", ("title",), "Y")
        tx.annotate("dec-keep-datastore", "confidence", "high")
    assert sandbox.run("rev-list", "--count", f"{before}..HEAD") == b"1\n"
    subject = sandbox.run("log", "-1", "--format=%B").decode()
    assert subject.splitlines() == [
        "memory: change 2 records",
        "",
        "- add rule rule-x",
        "- set confidence of dec-keep-datastore",
        "",
    ]


def test_a_hook_that_refuses_leaves_everything_as_it_was(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    hook = sandbox.write(".git/hooks/pre-commit", "#!/bin/sh\necho no entry >&2\nexit 1\n")
    hook.chmod(0o755)
    before = sandbox.head()
    store = open_store(sandbox.path)
    with pytest.raises(Refused, match="no entry"), store.transaction(ada(store)) as tx:
        tx.add(rule())
        tx.set("dec-keep-datastore", ("title",), "Keep it")
    assert (sandbox.head(), sandbox.status()) == (before, "")
    assert not (sandbox.path / "memory/rule").exists()


def test_an_id_is_taken_once_in_whatever_form(store: Store) -> None:
    for taken in ("dec-keep-datastore", "Dec-Keep-Datastore"):
        with pytest.raises(Refused, match="dec-keep-datastore"), store.transaction(ada(store)) as t:
            t.add(rule(taken))


def test_an_id_is_no_field_to_set(store: Store) -> None:
    with pytest.raises(UsageError), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("id",), "other")


def test_rename_moves_links_aliases_and_the_file(store: Store, sandbox: GitSandbox) -> None:
    with store.transaction(ada(store)) as tx:
        tx.add(rule(provenance={"links": ["dec-keep-datastore", "elsewhere"]}))
        tx.annotate("rule-x", "superseded_by", "dec-keep-datastore")
    with store.transaction(ada(store)) as tx:
        tx.rename("dec-keep-datastore", "dec-datastore")
    entry = store.get("dec-datastore")
    assert entry.path == "memory/decision/dec-datastore.md"
    assert entry.data == BASE.replace(b"id: dec-keep-datastore", b"id: dec-datastore").replace(
        b"provenance:\n", b"provenance:\n", 1
    ).replace(
        b"  scope: {project: myproject}\n---",
        b"  scope: {project: myproject}\naliases:\n  - dec-keep-datastore\n---",
    )
    linking = store.get("rule-x").record
    assert linking is not None
    assert linking["provenance"]["links"] == ["dec-datastore", "elsewhere"]  # type: ignore[index,call-overload]  # JSON
    assert linking["annotations"] == [{"kind": "superseded_by", "value": "dec-datastore"}]
    assert store.get("dec-keep-datastore").id == "dec-datastore"
    assert not (sandbox.path / PATH).exists()


def test_move_keeps_id_and_bytes(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.move("dec-keep-datastore", "memory/archive/old.md")
    entry = store.get("dec-keep-datastore")
    assert (entry.path, entry.data) == ("memory/archive/old.md", BASE)


@pytest.mark.parametrize(
    "path", ["../x.md", "/etc/x.md", "docs/x.md", "memory/x.txt", "memory/index.md", "memory/.x.md"]
)
def test_move_never_leaves_the_roots(store: Store, path: str) -> None:
    with pytest.raises(Refused, match="no place"), store.transaction(ada(store)) as tx:
        tx.move("dec-keep-datastore", path)


def test_remove_and_restore_bring_back_the_same_bytes(store: Store, sandbox: GitSandbox) -> None:
    before = sandbox.head()
    with store.transaction(ada(store)) as tx:
        tx.remove("dec-keep-datastore")
    with pytest.raises(NoSuchRecord):
        store.get("dec-keep-datastore")
    with store.transaction(ada(store)) as tx:
        tx.restore(store.get("dec-keep-datastore", rev=before))
    assert store.get("dec-keep-datastore").data == BASE


SPOILT = b"<<<<<<< ours\n" + BASE


def test_restore_writes_over_a_file_that_cannot_be_read(store: Store, sandbox: GitSandbox) -> None:
    past = store.get("dec-keep-datastore", rev=sandbox.head())
    sandbox.write(PATH, SPOILT)
    sandbox.commit()
    with pytest.raises(Refused, match="blob"), store.transaction(ada(store)) as tx:
        tx.restore(past, expect="0" * 40)
    with store.transaction(ada(store)) as tx:
        tx.restore(past)
    assert store.get("dec-keep-datastore").data == BASE
    assert sandbox.run("show", f"HEAD:{PATH}") == BASE


def test_restore_loses_on_purpose_what_head_has_more(store: Store, sandbox: GitSandbox) -> None:
    past = store.get("dec-keep-datastore", rev=sandbox.head())
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("x_new",), 1)
    sandbox.write(PATH, SPOILT)
    with pytest.raises(Refused, match="not committed"), store.transaction(ada(store)) as tx:
        tx.restore(past)
    assert (sandbox.path / PATH).read_bytes() == SPOILT
    with store.transaction(ada(store), Writing(with_edits=True)) as tx:
        tx.restore(past)
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert list(consents(message)) == [Consent("dec-keep-datastore", "/x_new")]


def test_restore_of_an_edited_record_needs_no_other_word(store: Store, sandbox: GitSandbox) -> None:
    before = sandbox.head()
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("x_new",), 1)
    with store.transaction(ada(store)) as tx:
        tx.restore(store.get("dec-keep-datastore", rev=before))
    assert store.get("dec-keep-datastore").data == BASE
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert list(consents(message)) == [Consent("dec-keep-datastore", "/x_new")]


def test_writes_wait_for_an_unfinished_merge(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    sandbox.write(".git/MERGE_HEAD", sandbox.head() + "\n")
    store = open_store(sandbox.path)
    with pytest.raises(CannotRun, match="merge"), store.transaction(ada(store)) as tx:
        tx.add(rule())


def test_nothing_is_written_through_a_link(
    store: Store, sandbox: GitSandbox, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (sandbox.path / "memory/rule").symlink_to(outside, target_is_directory=True)
    with pytest.raises((Refused, CannotRun), match="link"), store.transaction(ada(store)) as tx:
        tx.add(rule())
    assert list(outside.iterdir()) == []


def test_a_write_in_a_bare_repository_says_why_not(
    sandbox: GitSandbox, tmp_path: Path, engine: Engine
) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    sandbox.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    store = open_store(tmp_path / "bare.git", engine)
    assert store.get("dec-keep-datastore", rev="HEAD").data == BASE
    with pytest.raises(CannotRun, match="bare"), store.transaction(Actor("a")) as tx:
        tx.add(rule())
