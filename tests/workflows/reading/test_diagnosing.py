"""The doctor says whose word counts here, and what to do where nobody's does."""

from __future__ import annotations

import shlex
import sqlite3
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.policy.config import Config
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.reading import diagnosing
from sgm_git.workflows.reading.diagnosing import diagnose_reading
from tests.workflows.reading.support import fresh, record_text
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

ADDRESS = "https://example.org/x.git"
RULE = "memory/rule/rule-a.md"


@pytest.fixture
def begun(sandbox: GitSandbox) -> GitSandbox:
    """A memory with one rule, in a repository with a remote that was never asked."""
    sandbox.write(RULE, record_text("rule-a"))
    begin(sandbox)
    sandbox.run("config", "remote.origin.url", ADDRESS)
    return sandbox


def track(sandbox: GitSandbox, *names: str) -> None:
    for name in names:
        sandbox.run("update-ref", f"refs/remotes/{name}", "HEAD")


def side(sandbox: GitSandbox, engine: Engine = "git") -> Diagnosis:
    return next(diagnose_reading(open_repository(sandbox.path, engine), Config()))


def is_bound(sandbox: GitSandbox) -> bool:
    with fresh(sandbox).reading() as seen:
        return seen.get("rule-a").binds


def follow(sandbox: GitSandbox, hint: str | None) -> None:
    """Do the last thing that a hint names."""
    words = shlex.split((hint or "").rpartition(", or ")[2])
    assert words[:2] == ["git", "config"]
    sandbox.run(*words[1:])


def test_a_branch_of_a_remote_counts(begun: GitSandbox, engine: Engine) -> None:
    track(begun, "origin/main")
    what = f"what origin/main has counts as reviewed ({begun.head()[:10]})"
    assert side(begun, engine) == Diagnosis("ok", what)


def test_nothing_was_ever_fetched(begun: GitSandbox, engine: Engine) -> None:
    assert side(begun, engine) == Diagnosis(
        "warning",
        "no rule binds: no branch of a remote counts as reviewed",
        "git fetch; or git push, where the remote has nothing yet",
    )


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("dev", "main", "master"), "origin/main"),
        (("dev",), "origin/dev"),
        (("$(date);x", "$(date);y"), "origin/$(date);x"),
    ],
)
def test_no_branch_is_the_one(begun: GitSandbox, names: tuple[str, ...], expected: str) -> None:
    track(begun, *(f"origin/{name}" for name in names))
    assert not is_bound(begun)
    hint = side(begun).hint or ""
    assert hint.startswith("git remote set-head origin --auto, or git config sgm.trustRef ")
    assert shlex.split(hint)[-1] == expected
    follow(begun, hint)
    assert side(begun).status == "ok"
    assert is_bound(begun)


def test_no_remote_is_the_one(begun: GitSandbox) -> None:
    for old, new in (("origin", "mine"), (None, "theirs")):
        if old:
            begun.run("config", "--remove-section", f"remote.{old}")
        begun.run("config", f"remote.{new}.url", ADDRESS)
        track(begun, f"{new}/main")
    assert side(begun).hint == "git config sgm.trustRef mine/main"
    follow(begun, side(begun).hint)
    assert is_bound(begun)


def test_a_setting_leads_nowhere(begun: GitSandbox) -> None:
    track(begun, "origin/main")
    begun.run("config", "sgm.trustRef", "origin/gone")
    found = side(begun)
    why = "git config sgm.trustRef names origin/gone, which is no commit here"
    assert (found.status, found.what) == ("warning", f"no rule binds: {why}")
    follow(begun, found.hint)
    assert is_bound(begun)


@pytest.mark.parametrize("has_remote", [True, False])
def test_a_configuration_names_what_is_gone(begun: GitSandbox, *, has_remote: bool) -> None:
    begun.write(".sgm/config.toml", 'format = 1\n[trust]\nref = "origin/gone"\n')
    begun.commit("trust")
    track(begun, "origin/main")
    if not has_remote:
        begun.run("config", "--remove-section", "remote.origin")
    assert side(begun) == Diagnosis(
        "warning",
        "no rule binds: [trust] ref origin/gone is no commit here",
        "git fetch, or git config sgm.trustRef NAME",
    )


def test_the_configuration_that_counts_cannot_be_read(begun: GitSandbox) -> None:
    begun.write(".sgm/config.toml", "format =\n")
    begun.commit("oops")
    track(begun, "origin/main")
    begun.write(".sgm/config.toml", "format = 1\n")
    begun.commit("mended")
    _, told, _ = diagnose_reading(open_repository(begun.path), Config())
    assert told.status == "warning"
    assert told.what.startswith("defaults count for readers: ")


def kept(sandbox: GitSandbox) -> list[Diagnosis]:
    _, *found = diagnose_reading(open_repository(sandbox.path), Config())
    return found


def test_what_was_read_is_kept(begun: GitSandbox) -> None:
    folder = begun.path / ".git/sgm"
    assert kept(begun) == [Diagnosis("ok", f"what was read is kept in {folder}")]
    (folder / "index.sqlite").write_bytes(b"damaged" * 1_000)
    assert kept(begun) == [Diagnosis("ok", f"what was read is kept in {folder}")]


def test_what_was_read_cannot_be_kept(begun: GitSandbox) -> None:
    (begun.path / ".git/sgm").write_text("in the way")
    (told,) = kept(begun)
    assert told.status == "warning"
    assert told.what.endswith("/.git/sgm: each time all is read")


def test_what_was_read_is_held_by_another(
    begun: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(begun)
    monkeypatch.setattr("sgm_git.store.index.database._WAIT_SECONDS", 0.01)
    other = sqlite3.connect(begun.path / ".git/sgm/index.sqlite")
    other.execute("BEGIN IMMEDIATE")
    (told,) = kept(begun)
    other.close()
    assert told.what.endswith("each time all is read (database is locked)")


def test_this_sqlite_cannot_search(begun: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosing, "is_able", lambda _: False)
    assert kept(begun)[-1].what == "this SQLite cannot search: sgm search does not work"
