"""The repository that a server stands on goes away, or is another one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import pytest

from sgm_git.api import Store
from sgm_git.errors import CannotRun
from sgm_git.mcp.ground import Ground
from sgm_git.tools.registry import TOOLS, call
from sgm_git.tools.tool import Session
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonObject

_READING: dict[str, dict[str, object]] = {
    "sgm_context": {},
    "sgm_search": {},
    "sgm_get": {"ids": ["fact-a"]},
    "sgm_history": {"id": "fact-a"},
    "sgm_links": {"id": "fact-a"},
    "sgm_check": {},
}


def _ground(start: Path, engine: Engine = "auto") -> Ground:
    def home(repository: Repository) -> str:
        top = cast("Path", repository.work_tree)
        return start.resolve().relative_to(top).as_posix()

    return Ground(start, partial(Store.open, engine=engine), home)


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """A repository with a memory, inside another repository."""
    sandbox.commit("begin")
    inner = GitSandbox(sandbox.path / "inner", sandbox.environment)
    inner.path.mkdir()
    inner.run("init", "-q", "-b", "main")
    inner.write("memory/fact/fact-a.md", "---\nid: fact-a\ntype: fact\n---\n\nWet.\n")
    inner.commit("begin")
    return inner


@pytest.mark.parametrize("engine", ["git", "dulwich"])
def test_a_repository_around_it_is_not_taken_for_one_that_is_gone(
    box: GitSandbox, engine: Engine
) -> None:
    ground = _ground(box.path, engine)
    assert len(list(ground.store().entries())) == 1
    (box.path / ".git" / "HEAD").rename(box.path / "HEAD")
    with pytest.raises(CannotRun, match=r"the repository is gone from .*inner"):
        ground.store()
    (box.path / "HEAD").rename(box.path / ".git" / "HEAD")
    assert len(list(ground.store().entries())) == 1


def test_a_damaged_repository_is_not_empty(box: GitSandbox) -> None:
    session = Session(_ground(box.path).store)
    call(session, "sgm_search", {})
    (box.path / ".git" / "HEAD").write_text("junk\n")
    with pytest.raises(CannotRun) as raised:
        call(session, "sgm_search", {})
    assert raised.value.hint


def test_what_goes_away_while_it_is_read_is_not_empty(box: GitSandbox) -> None:
    assert {name for name, tool in TOOLS.items() if tool.hints.read_only} == _READING.keys()
    for name, arguments in _READING.items():
        ground = _ground(box.path)

        def opened(ground: Ground = ground) -> Store:
            store = ground.store()
            box.path.rename(box.path.with_name("moved"))
            return store

        with pytest.raises(CannotRun):
            call(Session(opened, look=ground.look), name, cast("JsonObject", arguments))
        box.path.with_name("moved").rename(box.path)


def test_there_may_be_no_repository_at_first(tmp_path: Path, sandbox: GitSandbox) -> None:
    box = GitSandbox(tmp_path / "later", sandbox.environment)
    start = box.path / "part"
    start.mkdir(parents=True)
    ground = _ground(start)
    assert ground.home == ""
    ground.look()
    with pytest.raises(CannotRun, match=r"no memory in .*part: ") as raised:
        ground.store()
    assert "sgm init" in str(raised.value.hint)
    box.run("init", "-q", "-b", "main")
    assert ground.home == "part"
    start.rmdir()
    assert ground.store().repository.work_tree == box.path.resolve()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match=r"no memory in .*nowhere: "):
        _ground(tmp_path / "nowhere").store()


def test_another_repository_at_its_place_is_not_taken_for_it(box: GitSandbox) -> None:
    ground = _ground(box.path)
    ground.store()
    elsewhere = box.path.with_name("elsewhere")
    (box.path / ".git").rename(elsewhere)
    (box.path / ".git").write_text(f"gitdir: {elsewhere}\n")
    with pytest.raises(CannotRun, match="the repository is gone from"):
        ground.store()
