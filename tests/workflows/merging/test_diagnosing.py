"""What the doctor says of merging, and that it says it only where it is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.policy.config import Config
from sgm_git.workflows.merging import diagnosing, registering
from sgm_git.workflows.merging.diagnosing import diagnose_merging
from sgm_git.workflows.merging.registering import DRIVER_KEY, register

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox


@pytest.fixture
def begun(sandbox: GitSandbox, sgm_on_path: object) -> GitSandbox:
    """A clone whose git merges records by our driver."""
    assert sgm_on_path
    sandbox.write(".sgm/config.toml", "format = 1\n")
    sandbox.write(".gitattributes", "memory/**/*.md merge=sgm\n")
    register(open_repository(sandbox.path))
    return sandbox


def unwell(
    box: GitSandbox, *paths: str, config: Config | None = None, engine: Engine = "git"
) -> list[tuple[str, str, str | None]]:
    found = diagnose_merging(open_repository(box.path, engine), config or Config(), paths)
    return [(each.status, each.what, each.hint) for each in found if each.status != "ok"]


def test_nothing_where_all_is_well(begun: GitSandbox) -> None:
    assert unwell(begun, "memory/a.md", "memory/deep/b c.md") == []


def test_nothing_where_nothing_merges_or_nothing_is_begun(
    begun: GitSandbox, sandbox: GitSandbox
) -> None:
    begun.run("config", "--unset", DRIVER_KEY)
    assert unwell(begun, engine="dulwich") == []
    (sandbox.path / ".sgm/config.toml").unlink()
    assert unwell(sandbox) == []


def test_no_driver(begun: GitSandbox) -> None:
    begun.run("config", "--unset", DRIVER_KEY)
    what = "git knows no merge driver for records: it merges them as text here"
    assert unwell(begun) == [("warning", what, "sgm init")]


def test_an_older_one(begun: GitSandbox) -> None:
    begun.run("config", DRIVER_KEY, "sgm merge-driver %O %A %B")
    what = "the merge driver is registered as by an older version"
    assert unwell(begun) == [("warning", what, "sgm init")]


def test_one_of_somebody_else(begun: GitSandbox) -> None:
    begun.run("config", DRIVER_KEY, "mine")
    (told,) = unwell(begun)
    assert "is none of ours" in told[1]


def test_one_that_finds_no_sgm(begun: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registering, "find_program", lambda _: None)
    monkeypatch.setattr(registering, "own_program", lambda: None)
    begun.run("config", DRIVER_KEY, registering.driver_command())
    (told,) = unwell(begun)
    assert told[1] == "the merge driver finds no sgm: git merges records as text"


def test_attributes_that_do_not_name_it(begun: GitSandbox) -> None:
    begun.write(".gitattributes", "memory/**/*.md merge=sgm\nmemory/b/** -merge\n")
    what = ".gitattributes does not name the merge driver for memory/b/x.md"
    hint = "sgm init && git add .gitattributes && git commit"
    assert unwell(begun, "memory/a.md", "memory/b/x.md") == [("warning", what, hint)]
    begun.write(".gitattributes", "")
    more = ".gitattributes does not name the merge driver for memory/a.md, and 1 more"
    assert unwell(begun, "memory/a.md") == [("warning", more, hint)]


def test_an_old_git(begun: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosing, "installed_git", lambda: (2, 34))
    what = "git 2.34 merges in the work tree alone: sync works there, and sgm merge cannot"
    assert unwell(begun) == [("warning", what, "install git 2.38 or newer")]
