"""More than 2,000 records get folders by shard, in the same commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.check import check
from sgm_git.workflows.importing import ImportOptions
from tests.store.support import NOW, open_store
from tests.workflows.support import begin, bring, lines, whole

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


def test_a_layout_that_was_chosen_stays(sandbox: GitSandbox, many: Path) -> None:
    config = '[[root]]\nlayout = "all/{id}.md"\n'
    report = bring(begin(sandbox, config=config), many, ImportOptions(dry_run=True))
    assert not report.sharded
    assert report.records[0].path.startswith("memory/all/")


def test_records_that_are_there_already_do_not_count(sandbox: GitSandbox, many: Path) -> None:
    store = begin(sandbox)
    half = many.with_name("half.jsonl")
    half.write_text("".join(many.read_text().splitlines(keepends=True)[:10]))
    bring(store, half)
    report = bring(store, many, ImportOptions(dry_run=True))
    assert report.count("added") == 1_991
    assert not report.sharded
