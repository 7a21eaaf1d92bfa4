"""A demo that anybody can run anywhere, and that shows what there is to see."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.record.provenance import Actor
from sgm_git.workflows.check import check
from sgm_git.workflows.demo import make_demo
from tests.store.support import NOW, open_store
from tests.support import GitSandbox

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.demo import Demo


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No configuration: no name, no address."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "nothing"))


@pytest.fixture(params=["git", "no git on PATH"])
def demo(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nobody: None
) -> Demo:
    """A demo made with git, or where there is none."""
    assert nobody is None
    with monkeypatch.context() as place:
        if request.param != "git":
            place.setenv("PATH", "")
        return make_demo(tmp_path / "demo", "auto", NOW)


def log(folder: Path, form: str) -> list[str]:
    return GitSandbox(folder).run("log", "--reverse", f"--format={form}").decode().splitlines()


def test_it_is_a_sound_repository_with_nothing_left_to_do(demo: Demo) -> None:
    box = GitSandbox(demo.folder)
    assert box.run("fsck", "--strict", "--no-dangling", "--no-progress") == b""
    assert box.status() == ""
    assert box.run("symbolic-ref", "HEAD") == b"refs/heads/main\n"


def test_its_history_has_two_people_an_agent_and_some_weeks(demo: Demo) -> None:
    assert set(log(demo.folder, "%an <%ae>")) == {
        "Ada Park <ada@example.org>",
        "Grace Hill <grace@example.org>",
    }
    trailers = log(demo.folder, "%(trailers:key=SGM-Agent,valueonly,separator=%x2C)")
    assert [each for each in trailers if each] == ["build-agent", "build-agent"]
    dates = [int(each) for each in log(demo.folder, "%at")]
    assert dates == sorted(dates)
    assert dates == [int(each) for each in log(demo.folder, "%ct")]
    assert dates[-1] - dates[0] > 30 * 86_400
    assert dates[-1] < NOW


def test_what_records_declare_agrees_with_their_commits(demo: Demo) -> None:
    store = open_store(demo.folder)
    for entry in store.entries():
        if entry.path == demo.faulty:
            continue
        form = "%aI"
        first = GitSandbox(demo.folder).run(
            "log", "--reverse", f"--format={form}", "--", entry.path
        )
        assert entry.record is not None
        declared = entry.record["provenance"]
        assert isinstance(declared, dict)
        created = str(declared["created_at"]).replace("Z", "+00:00")
        assert created == first.decode().splitlines()[0].replace("Z", "+00:00")


def test_exactly_one_record_is_faulty(demo: Demo) -> None:
    report = check(open_store(demo.folder).records, NOW)
    assert report.records == 6
    errors = [f for f in report.findings if f.severity is Severity.ERROR]
    assert [(f.path, f.code) for f in errors] == [(demo.faulty, "S202")]
    assert {f.path for f in report.findings} == {demo.faulty}


def test_there_is_one_of_every_kind(demo: Demo) -> None:
    types = {entry.type for entry in open_store(demo.folder).entries()}
    assert types == {"decision", "rule", "task", "status", "fact"}


def test_one_can_write_at_once(demo: Demo) -> None:
    store = open_store(demo.folder)
    actor = store.actor()
    assert actor.agent == "Grace Hill"
    with store.transaction(actor) as tx:
        tx.set(
            "fact-peak-hours", ("provenance", "created_at"), "2026-11-18T00:00:00Z", consent=True
        )
        tx.annotate("task-move-orders", "source", "standup")
    assert check(store.records, int(time.time())).findings == ()


def test_it_goes_beside_what_is_there(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo-2").write_text("mine")
    made = make_demo(tmp_path / "demo", engine, NOW)
    assert made.folder == tmp_path / "demo-3"
    assert list((tmp_path / "demo").iterdir()) == []
    assert (tmp_path / "demo-2").read_text() == "mine"


@pytest.mark.parametrize("name", [".", "..", "deep/er", "a/../b"])
def test_any_name_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    here = tmp_path / "here" / "below"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    made = make_demo(Path(name), "dulwich", NOW)
    assert (made.folder / ".sgm/config.toml").is_file()
    assert list((tmp_path / "here").rglob("*.git")) in ([], [made.folder.resolve() / ".git"])


def test_nothing_outside_is_touched(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.commit("begin")
    monkeypatch.setenv("GIT_DIR", str(sandbox.path / ".git"))
    make_demo(sandbox.path / "demo", engine, NOW)
    monkeypatch.delenv("GIT_DIR")
    assert sandbox.run("rev-list", "--all", "--count") == b"1\n"
    assert sandbox.run("config", "user.name") == b"Ada\n"
    assert sandbox.status() == "? demo/\n"


def test_what_a_user_demands_of_commits_does_not_concern_it(tmp_path: Path, engine: Engine) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "pre-commit").write_text("#!/bin/sh\nexit 1\n")
    (hooks / "pre-commit").chmod(0o755)
    with Path(os.environ["GIT_CONFIG_GLOBAL"]).open("a") as config:
        config.write(f"[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = {tmp_path}/none\n")
        config.write(f"[core]\n\thooksPath = {hooks}\n")
    made = make_demo(tmp_path / "demo", engine, NOW)
    assert len(log(made.folder, "%h")) == 8
    assert set(log(made.folder, "%G?")) == {"N"}


def test_where_none_can_be_made_is_said(tmp_path: Path, engine: Engine) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(CannotRun, match="cannot make"):
        make_demo(tmp_path / "file" / "demo", engine, NOW)


def test_an_agent_may_write_there_too(demo: Demo) -> None:
    store = open_store(demo.folder)
    with store.transaction(Actor("build-agent", "mcp")) as tx:
        tx.annotate("task-move-orders", "state", "done")
    assert log(demo.folder, "%(trailers:key=SGM-Agent,valueonly)")[-2] == "build-agent"
