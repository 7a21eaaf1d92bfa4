"""More than 2,000 records get folders by shard, in the same commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows import importing
from sgm_git.workflows.check import check
from sgm_git.workflows.importing import ImportOptions
from sgm_git.workflows.initialise import initialise
from tests.store.support import NOW, ada, open_store
from tests.workflows.support import CONFIG, begin, bring, lines, whole

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox


@pytest.fixture
def many(tmp_path: Path) -> Path:
    return lines(tmp_path / "many.jsonl", *(whole(f"rule-{n}") for n in range(2_001)))


def test_the_layout_changes_with_them(sandbox: GitSandbox, many: Path) -> None:
    config = '# ours\nformat = 1\n\n[[root]]  # the only one\npath = "memory"\n\n[checks]\n'
    store = begin(sandbox, config=config)
    report = bring(store, many)
    assert report.sharded
    text = (sandbox.path / ".sgm/config.toml").read_text()
    assert text == config.replace(
        "# the only one\n", '# the only one\nlayout = "{type}/{shard}/{id}.md"\n'
    )
    assert sandbox.run("rev-list", "--count", "HEAD") == b"2\n"
    assert sandbox.status() == ""
    assert all(each.path.count("/") == 3 for each in report.records)
    fresh = open_store(sandbox.path)
    assert not any(f.code == "L505" for f in check(fresh.records, NOW).findings)
    again = bring(fresh, many)
    assert (again.commit, again.sharded) == (None, False)


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As many as a small store takes for many."""
    monkeypatch.setattr(importing, "_FLAT", 20)
    return lines(tmp_path / "few.jsonl", *(whole(f"rule-{n}") for n in range(21)))


def test_a_layout_that_was_chosen_stays(sandbox: GitSandbox, few: Path) -> None:
    config = '[[root]]\nlayout = "all/{id}.md"\n'
    report = bring(begin(sandbox, config=config), few)
    assert not report.sharded
    assert report.records[0].path.startswith("memory/all/")


def test_records_that_are_there_already_do_not_count(sandbox: GitSandbox, few: Path) -> None:
    store = begin(sandbox)
    with store.transaction(ada(store)) as tx:
        tx.add(whole("rule-0"))
    report = bring(store, few)
    assert report.count("added") == 20
    assert not report.sharded
    assert (sandbox.path / ".sgm/config.toml").read_text() == CONFIG


def test_a_dry_run_says_so_and_changes_no_layout(sandbox: GitSandbox, few: Path) -> None:
    store = begin(sandbox)
    report = bring(store, few, ImportOptions(dry_run=True))
    assert report.sharded
    assert report.records[0].path.count("/") == 3
    assert (sandbox.path / ".sgm/config.toml").read_text() == CONFIG
    assert sandbox.status() == ""


def test_a_configuration_that_was_never_committed_goes_along(
    sandbox: GitSandbox, few: Path
) -> None:
    initialise(sandbox.path)
    report = bring(open_store(sandbox.path), few)
    assert report.sharded
    assert b"{shard}" in sandbox.run("show", "HEAD:.sgm/config.toml")
    assert sandbox.status() == "? .gitattributes\n"


def test_where_only_a_person_can_change_it_the_layout_stays(sandbox: GitSandbox, few: Path) -> None:
    store = begin(sandbox, config='root = [{path = "memory"}]\n')
    report = bring(store, few)
    assert not report.sharded
    assert report.count("added") == 21
