"""The Python interface does what its own pages say."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import sgm_git
from sgm_git import Actor, Filters, Store, Writing, api
from sgm_git.errors import CannotRun, NoSuchRecord
from sgm_git.record.times import parse_rfc3339
from tests.store.support import BASE, NOW, ada, open_store, rule
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox


@pytest.fixture(params=["git", "dulwich"])
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    sandbox.write("memory/dec.md", BASE)
    sandbox.write("memory/broken.md", "---\nid: [\n---\n")
    sandbox.commit()
    return open_store(sandbox.path, engine)


def test_the_examples_run_as_they_stand(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sandbox.path)
    done = doctest.testmod(api, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert done.attempted > 5
    assert done.failed == 0


def test_the_readme_example_runs(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (named,) = re.findall(r'tx\.set\("([^"]+)"', example)
    sandbox.write("memory/x.md", BASE.replace(b"dec-keep-datastore", named.encode()))
    sandbox.commit()
    monkeypatch.chdir(sandbox.path)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - our own page is what is tried
    assert capsys.readouterr().out.splitlines() == [
        f"{named} settled unknown consistent False",
        f"{named} Keep the current datastore",
        "settled accepted",
        sandbox.head(),
        "build-agent witnessed",
        "Ada consistent",
        "Ada consistent",
    ]


def test_all_that_is_offered_is_there() -> None:
    for name in sgm_git.__all__:
        assert getattr(sgm_git, name) is not None
    assert sgm_git.Store is api.Store
    with pytest.raises(AttributeError):
        _ = sgm_git.Stroe


def test_the_version_is_told_before_anything_is_loaded() -> None:
    code = "import sys, sgm_git; sgm_git.__version__; print('sgm_git.api' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)
    assert done.stdout == b"False\n"


class TestReading:
    """What a store gives."""

    def test_entries_are_sorted_and_none_is_hidden(self, store: Store) -> None:
        assert [entry.path for entry in store.entries()] == ["memory/broken.md", "memory/dec.md"]

    def test_a_query_gives_what_can_be_read(self, store: Store) -> None:
        assert [entry.id for entry in store.query(Filters())] == ["dec-keep-datastore"]

    @pytest.mark.parametrize(
        ("filters", "hits"),
        [
            (Filters(types=frozenset({"decision", "rule"})), True),
            (Filters(types=frozenset({"rule"})), False),
            (Filters(scope=(("project", "myproject"),)), True),
            (Filters(scope=(("project", "x"),)), False),
            (Filters(kinds=(("status", None), ("rationale", "..."))), True),
            (Filters(kinds=(("status", "proposed"),)), False),
            (Filters(kinds=(("nothing", None),)), False),
            (Filters(agents=frozenset({"build-agent"})), True),
            (Filters(agents=frozenset({"Ada"})), False),
            (Filters(links=frozenset({"x"})), False),
            (Filters(since=parse_rfc3339("2026-10-10T18:21:47Z")), True),
            (Filters(since=parse_rfc3339("2026-10-10T18:21:48Z")), False),
            (Filters(until=parse_rfc3339("2026-10-10T18:21:47Z")), False),
            (Filters(until=parse_rfc3339("2026-10-11T00:21:48+06:00")), True),
        ],
    )
    def test_every_filter_must_hold(self, store: Store, filters: Filters, hits: bool) -> None:
        assert bool(store.query(filters)) is hits

    def test_a_revision_is_read_without_the_work_tree(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        (sandbox.path / "memory/dec.md").unlink()
        with pytest.raises(NoSuchRecord):
            store.get("dec-keep-datastore")
        assert store.get("dec-keep-datastore", rev="HEAD").data == BASE
        assert len(store.query(Filters(), rev="HEAD")) == 1
        assert [entry.path for entry in store.entries(staged=True)] == [
            "memory/broken.md",
            "memory/dec.md",
        ]

    def test_what_history_says_is_there_too(self, store: Store) -> None:
        with store.transaction(store.actor("build-agent")) as tx:
            tx.set("dec-keep-datastore", ("title",), "Other")
        found = store.effective("dec-keep-datastore")
        assert found.fields["agent"].source == "declared"
        assert found.fields["modified_by"].source == "witnessed"
        assert store.effective("dec-keep-datastore", rev="HEAD~1").witness.modified is None
        newest, first = store.history("dec-keep-datastore").revisions
        assert (newest.deed.agent, newest.changes[0].after) == ("build-agent", "Other")
        assert store.history("dec-keep-datastore", field="/scope").revisions[0].kind is first.kind
        assert len(store.history("dec-keep-datastore", rev="HEAD~1").revisions) == 1

    def test_what_was_read_stays_as_it_was(self, store: Store) -> None:
        before = store.get("dec-keep-datastore")
        with store.transaction(ada(store)) as tx:
            tx.set("dec-keep-datastore", ("title",), "Other")
        assert before.title == "Keep the current datastore"
        assert store.get("dec-keep-datastore").title == "Other"


class TestActors:
    """Who writes: the name that is given, the environment, git's settings, git's identity."""

    def test_in_that_order(
        self, store: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert store.actor() == Actor("Ada", "api", None)
        sandbox.run("config", "sgm.agent", "configured")
        assert store.actor().agent == "configured"
        monkeypatch.setenv("SGM_AGENT", "from-environment")
        monkeypatch.setenv("SGM_SESSION", "s-1")
        assert store.actor(origin="cli") == Actor("from-environment", "cli", "s-1")
        assert store.actor("given", session="s-2") == Actor("given", "api", "s-2")

    def test_nobody_is_an_error_with_a_way_out(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
        with pytest.raises(CannotRun, match="nobody is named") as refusal:
            store.actor()
        assert "--agent" in (refusal.value.hint or "")
        assert store.actor("somebody").agent == "somebody"


def test_the_clock_is_the_callers(sandbox: GitSandbox) -> None:
    store = Store.open(str(sandbox.path), clock=lambda: NOW)
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    record = store.get("rule-x").record
    assert record is not None
    assert record["provenance"]["created_at"] == "2026-11-18T11:06:40Z"  # type: ignore[index,call-overload]  # JSON


def test_a_branch_and_its_remote_come_together(sandbox: GitSandbox, tmp_path: Path) -> None:
    hub = tmp_path / "hub.git"
    sandbox.run("init", "-q", "--bare", str(hub))
    sandbox.write("memory/dec.md", BASE)
    sandbox.commit()
    sandbox.run("remote", "add", "origin", str(hub))
    store = open_store(sandbox.path)
    assert store.sync(dry_run=True).state == "planned"
    assert store.sync("origin").state == "synced"
    assert store.sync().state == "unchanged"


def test_a_new_layout_counts_for_the_next_write_of_the_same_store(store: Store) -> None:
    with store.transaction(ada(store), Writing(dry_run=True)) as tx:
        root = store.get("dec-keep-datastore").root
        assert tx.shard(root)
    with store.transaction(ada(store)) as tx:
        assert tx.add(rule("flat")).path == "memory/rule/flat.md"
        assert tx.shard(root)
    with store.transaction(ada(store)) as tx:
        assert tx.add(rule("sharded")).path.count("/") == 3


def test_where_there_is_no_repository_nothing_opens(tmp_path: Path, engine: Engine) -> None:
    with pytest.raises(CannotRun):
        Store.open(tmp_path, engine=engine)


def test_a_configuration_that_cannot_be_read_says_where(
    sandbox: GitSandbox, engine: Engine
) -> None:
    sandbox.write(".sgm/config.toml", "[store]\nstamp = 7\n")
    store = open_store(sandbox.path, engine)
    with pytest.raises(CannotRun, match=r"\.sgm/config\.toml:2:"):
        assert store.config.roots
