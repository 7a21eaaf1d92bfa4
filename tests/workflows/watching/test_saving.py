"""What editors really do when they save, heard by the real observer."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from watchdog.observers.polling import PollingObserver

from sgm_git.workflows.watching import parts
from sgm_git.workflows.watching.loop import Watch
from sgm_git.workflows.watching.settling import Patience
from sgm_git.workflows.watching.warming import bring_up
from sgm_git.workflows.watching.wish import Wish
from tests.hooks.staged_support import PATH, document
from tests.support import untraced
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sgm_git.workflows.watching.event import Event
    from sgm_git.workflows.watching.observing import Observing
    from tests.support import GitSandbox

SECONDS = 20.0
SOON = 0.2  # seconds after the quiet, on an index that is up
QUICK = Patience(quiet=0.1, pause=0.4)
NEW = document(body="Saved anew.")


class Live:
    """A watch of a real work tree in real time, a quick one."""

    def __init__(self, box: GitSandbox, *, polls: bool = False, patience: Patience = QUICK) -> None:
        store = begin(box)
        box.write(PATH, document())
        box.commit("a fact")
        box.run("update-ref", "refs/remotes/origin/main", "HEAD")
        self.box, self.path = box, box.path / PATH
        self.told: list[Event] = []
        wish = Wish(commits=True, patience=patience)
        self.records = store.records
        self.watch = Watch(store.records, wish, self.told.append)
        self.observing: Observing = parts.observing.observe(
            box.path, ("memory", ".sgm"), polls=polls
        )
        self.watch.begin()

    def until(self, done: Callable[[], bool]) -> None:
        """Watch until something is so."""
        end = time.monotonic() + SECONDS
        while not done() and time.monotonic() < end:
            self.watch.step(self.observing.take(self.watch.wait()))
        assert done()

    def rest(self, seconds: float = 0.8) -> None:
        """Watch for some more time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.watch.step(self.observing.take(min(self.watch.wait(), 0.1)))

    def commits(self) -> int:
        """How many commits there are since the fact."""
        return int(self.box.run("rev-list", "--count", "HEAD")) - 2


@pytest.fixture
def live(sandbox: GitSandbox) -> Iterator[Live]:
    found = Live(sandbox)
    yield found
    found.observing.end()


def rename_over(path: Path) -> None:
    temporary = path.with_name("a.md.tmp")
    temporary.write_text(NEW)
    temporary.replace(path)


def rename_from_elsewhere(path: Path) -> None:
    temporary = path.parents[2] / "elsewhere"
    temporary.write_text(NEW)
    temporary.replace(path)


def truncate_and_write_in_halves(path: Path) -> None:
    with path.open("w") as file:
        file.write(NEW[: len(NEW) // 2])
        file.flush()
        time.sleep(0.05)
        file.write(NEW[len(NEW) // 2 :])


def backup_and_write(path: Path) -> None:
    path.rename(path.with_name(f"{path.name}~"))
    time.sleep(0.05)
    path.write_text(NEW)


def as_vim_does(path: Path) -> None:
    swap = path.with_name(f".{path.name}.swp")
    swap.write_bytes(b"b0VIM 9.0")
    probe = path.with_name("4913")
    probe.touch()
    probe.unlink()
    backup_and_write(path)
    path.with_name(f"{path.name}~").unlink()
    swap.unlink()


def as_emacs_does(path: Path) -> None:
    lock = path.with_name(f".#{path.name}")
    lock.symlink_to("ada@host.1:2")
    path.with_name(f"#{path.name}#").write_text(NEW)
    backup_and_write(path)
    path.with_name(f"#{path.name}#").unlink()
    lock.unlink()


def by_vim(path: Path) -> None:
    if shutil.which("vim") is None:
        pytest.skip("vim is not installed")
    script = ["-c", "set nocp backupcopy=no", "-c", "%s/Text/Saved anew/", "-c", "wq"]
    done = subprocess.run(
        ["vim", "-es", "-u", "NONE", *script, str(path)], check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0


def by_ed(path: Path) -> None:
    if shutil.which("ed") is None:
        pytest.skip("ed is not installed")
    subprocess.run(["ed", "-s", str(path)], input=b",s/Text/Saved anew/\nw\nq\n", check=True)


@untraced
@pytest.mark.parametrize(
    "save",
    [
        *(rename_over, rename_from_elsewhere, truncate_and_write_in_halves, backup_and_write),
        *(as_vim_does, as_emacs_does, by_vim, by_ed),
    ],
)
def test_one_save_is_one_commit_of_the_whole_record(
    live: Live, save: Callable[[Path], None]
) -> None:
    save(live.path)
    live.until(lambda: live.commits() == 1)
    live.rest()
    assert live.commits() == 1
    assert live.box.run("show", f"HEAD:{PATH}").decode() == NEW
    assert {each.path for each in live.told if each.kind not in ("watching", "gone")} == {PATH}
    assert "left" not in {each.kind for each in live.told}


def test_a_burst_of_files_and_a_new_folder_are_seen_whole(live: Live) -> None:
    folder = live.path.parents[1] / "task" / "deep"
    folder.mkdir(parents=True)
    for number in range(60):
        text = document(record_id=f"task-{number}")
        (folder / f"task-{number}.md").write_text(text)
    live.until(lambda: sum(each.kind == "saved" for each in live.told) == 60)
    live.rest(1.5)
    assert live.commits() == 0
    assert [each.why for each in live.told if each.kind == "left"] == ["60 records changed at once"]


def test_a_root_that_goes_and_comes_again_is_watched_on(live: Live) -> None:
    shutil.rmtree(live.path.parents[1])
    live.until(lambda: any(each.kind == "left" for each in live.told))
    live.box.run("checkout", "--", "memory")
    live.rest(1.5)
    live.path.write_text(NEW)
    live.until(lambda: live.commits() == 1)


def test_a_watch_that_polls_sees_the_same(sandbox: GitSandbox) -> None:
    live = Live(sandbox, polls=True)
    try:
        assert live.observing.is_polling
        rename_over(live.path)
        live.until(lambda: live.commits() == 1)
    finally:
        live.observing.end()


def test_where_the_system_does_not_tell_it_is_polled_and_said(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(PollingObserver):
        """One that the system has no room for."""

        def start(self) -> None:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(parts.observing, "Observer", Full)
    live = Live(sandbox)
    try:
        assert live.observing.is_polling
        assert "max_user_watches" in live.observing.notes[0]
    finally:
        live.observing.end()


@untraced
def test_findings_come_soon_after_the_usual_quiet(sandbox: GitSandbox) -> None:
    live = Live(sandbox, patience=Patience())
    took: list[float] = []
    try:
        bring_up(live.records)
        while len(took) < 3 and min(took, default=1.0) > SOON:
            live.told.clear()
            live.path.write_text(f"---\nbad: [\n---\n{len(took)}\n")
            at = time.monotonic()
            live.until(lambda: "findings" in {each.kind for each in live.told})
            took.append(time.monotonic() - at - Patience().quiet)
    finally:
        live.observing.end()
    assert 0 <= min(took) <= SOON
