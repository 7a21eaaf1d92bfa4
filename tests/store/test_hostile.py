"""What somebody who wanted to lose data or forge consent tried, each as its whole kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import Refused
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Roots
from sgm_git.store.writing import Writing
from sgm_git.workflows.fix import fix
from tests.store.support import BASE, NOW, ada, open_store, rule

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
HIDDEN_IDS = ["_x", "README", "CLAUDE", "template-x", "AGENTS", "index", "log", ".x"]


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    return open_store(sandbox.path, engine)


@pytest.mark.parametrize("record_id", HIDDEN_IDS)
def test_no_id_hides_its_record(store: Store, record_id: str) -> None:
    with store.transaction(ada(store)) as tx:
        tx.add(rule(record_id))
    assert store.get(record_id).id == record_id
    with store.transaction(ada(store)) as tx:
        tx.rename(record_id, "seen")
        tx.rename("dec-keep-datastore", record_id + "2")
    assert {entry.id for entry in store.entries()} == {"seen", record_id + "2"}


def test_neither_relayout_nor_fix_hides_a_record(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/here.md", BASE.replace(b"dec-keep-datastore", b"README"))
    sandbox.commit()
    fix(store.records, NOW, "Ada", write=True)
    assert store.get("README").path == "memory/decision/record-README.md"
    assert fix(store.records, NOW, "Ada", write=True).files == ()


def test_where_everything_is_ignored_a_record_is_refused(sandbox: GitSandbox) -> None:
    sandbox.write(".sgm/config.toml", '[store]\nignore = ["*.md"]\n')
    sandbox.commit()
    store = open_store(sandbox.path)
    with pytest.raises(Refused, match="ignores the place"), store.transaction(ada(store)) as tx:
        tx.add(rule())


@pytest.mark.parametrize("how", [Writing(), Writing(with_edits=True), Writing(commit=False)])
def test_a_record_that_is_not_checked_out_is_not_overwritten(
    sandbox: GitSandbox, how: Writing
) -> None:
    sandbox.write(PATH, BASE)
    before = sandbox.commit()
    sandbox.run("sparse-checkout", "set", ".sgm")
    store = open_store(sandbox.path)
    with pytest.raises(Refused, match="does not look at"), store.transaction(ada(store), how) as tx:
        tx.add({"id": "dec-keep-datastore", "type": "decision", "content": "two"})
    assert sandbox.head() == before
    assert sandbox.run("show", f"HEAD:{PATH}") == BASE


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_a_file_that_git_does_not_look_at_is_not_written(
    store: Store, sandbox: GitSandbox, flag: str
) -> None:
    sandbox.run("update-index", flag, PATH)
    with pytest.raises(Refused, match="does not look at"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "NEW")
    assert (sandbox.path / PATH).read_bytes() == BASE


@pytest.mark.parametrize("pattern", [".", "**/memory", "*/memory", "memory"])
@pytest.mark.parametrize(
    "path",
    ["../memory/x.md", "a/../memory/x.md", "memory/../x.md", ".git/memory/x.md", "a/.GIT/x.md"],
)
def test_no_entry_of_a_foreign_tree_leads_out_of_the_root(pattern: str, path: str) -> None:
    assert Roots((RootConfig(pattern),), ()).root_of(path) is None


def test_no_write_makes_two_paths_that_fold_to_one(store: Store, sandbox: GitSandbox) -> None:
    taken = PATH.replace("dec", "DEC")
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    for attempt in ("move", "add"):
        with pytest.raises(Refused, match="is there already"), store.transaction(ada(store)) as tx:
            if attempt == "move":
                tx.move("rule-x", taken)
            else:
                tx.add(rule("rule-y"), path=taken)
    assert sandbox.status() == ""


def test_a_record_may_change_the_case_of_its_own_path(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.move("dec-keep-datastore", PATH.replace("dec-keep", "Dec-Keep"))
    assert store.get("dec-keep-datastore").path.endswith("Dec-Keep-datastore.md")


def test_restore_makes_no_second_id_that_folds_to_one(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.add(rule("K"))
    past = store.get("K")
    with store.transaction(ada(store)) as tx:
        tx.remove("K")
        tx.add(rule("k"))
    with pytest.raises(Refused, match="differs only in form"), store.transaction(ada(store)) as tx:
        tx.restore(past)


@pytest.mark.parametrize("name", ["agent", "created_at", "origin"])
def test_consent_cannot_be_gone_around_in_two_steps(store: Store, name: str) -> None:
    forged = {"agent": "mallory", "created_at": "2020-01-01T00:00:00Z", "origin": "forged"}[name]
    with pytest.raises(Refused, match="P30"), store.transaction(ada(store)) as tx:
        tx.unset("dec-keep-datastore", f"/provenance/{name}")
        tx.set("dec-keep-datastore", f"/provenance/{name}", forged)
    with store.transaction(ada(store)) as tx:
        tx.unset("dec-keep-datastore", f"/provenance/{name}")
        tx.set("dec-keep-datastore", f"/provenance/{name}", forged, consent=True)


def test_removing_and_adding_loses_nothing_unsaid(store: Store, sandbox: GitSandbox) -> None:
    with pytest.raises(Refused) as refusal, store.transaction(ada(store)) as tx:
        tx.remove("dec-keep-datastore")
        tx.add({"id": "dec-keep-datastore", "type": "decision", "content": "forged"})
    assert {"K401", "P301", "P302"} <= {finding.code for finding in refusal.value.findings}
    record = store.get("dec-keep-datastore").record
    assert record is not None
    with store.transaction(ada(store)) as tx:
        tx.remove("dec-keep-datastore")
        tx.add(record | {"title": "T"})
    assert sandbox.run("log", "-1", "--format=%s") == (b"memory: set title of dec-keep-datastore\n")


def test_what_is_removed_and_restored_as_one_needs_no_second_consent(
    store: Store, sandbox: GitSandbox
) -> None:
    begun = sandbox.head()
    record = store.get("dec-keep-datastore").record
    assert record is not None
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/provenance/session", "s-1")
        tx.set("dec-keep-datastore", "/x_new", 1)
    with store.transaction(ada(store)) as tx:
        tx.remove("dec-keep-datastore")
        tx.restore(store.get("dec-keep-datastore", rev=begun))
    assert (sandbox.path / PATH).read_bytes() == BASE
    message = sandbox.run("log", "-1", "--format=%B").decode()
    assert "SGM-Allow: dec-keep-datastore /x_new" in message
    assert "SGM-Allow: dec-keep-datastore /provenance/session" in message


def test_the_leave_of_a_restore_covers_no_record_beside_it(
    store: Store, sandbox: GitSandbox
) -> None:
    begun = sandbox.head()
    with store.transaction(ada(store)) as tx:
        tx.add(rule(x_mine=1))
    with pytest.raises(Refused, match="K401"), store.transaction(ada(store)) as tx:
        tx.remove("dec-keep-datastore")
        tx.restore(store.get("dec-keep-datastore", rev=begun))
        tx.remove("rule-x")
        tx.add(rule())


@pytest.mark.parametrize(
    ("record_id", "why"),
    [
        ("seen", "seen is there already"),
        ("Seen", "Seen differs only in form from seen"),
        ("dec-keep-datastore", "dec-keep-datastore is an alias of seen"),
        ("DEC-keep-datastore", "differs only in form from dec-keep-datastore, an alias of seen"),
    ],
)
def test_why_an_id_is_taken_is_said(store: Store, record_id: str, why: str) -> None:
    with store.transaction(ada(store)) as tx:
        tx.rename("dec-keep-datastore", "seen")
    with pytest.raises(Refused) as refusal, store.transaction(ada(store)) as tx:
        tx.add(rule(record_id))
    assert why in refusal.value.message


@pytest.mark.parametrize("names", [["y"], ["y", "z"]])
def test_a_detour_by_other_names_loses_nothing_unsaid(store: Store, names: list[str]) -> None:
    record = store.get("dec-keep-datastore").record
    assert record is not None
    forged = record | {"provenance": {"agent": "mallory", "origin": "cli", "scope": {}}}
    with pytest.raises(Refused, match="P302"), store.transaction(ada(store)) as tx:
        at = "dec-keep-datastore"
        for name in names:
            tx.rename(at, name)
            at = name
        tx.remove(at)
        tx.add({k: v for k, v in forged.items() if k != "scope"} | {"id": "dec-keep-datastore"})


def test_a_new_record_may_take_the_name_of_one_that_went_on_under_another(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        tx.rename("dec-keep-datastore", "y")
        tx.unset("y", "aliases")
        added = tx.add(rule("dec-keep-datastore"))
    assert added.id == "dec-keep-datastore"
