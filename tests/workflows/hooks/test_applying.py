"""One plan, two appliers: the file's and the index's; all of it, or nothing."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.document import Set
from sgm_git.errors import CannotRun, Refused
from sgm_git.git import restaging
from sgm_git.store.below import Below
from sgm_git.workflows.hooks.applying import apply
from sgm_git.workflows.hooks.plan import Applied
from tests.support import GitSandbox
from tests.workflows.hooks.staging import (
    EDITED,
    PATH,
    Look,
    begun,
    planned,
    stage,
    staged_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.api import Store
    from sgm_git.git.protocol import Repository
    from sgm_git.git.staging import Restaged

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.fixture(params=["git", "dulwich"])
def store(request: pytest.FixtureRequest, sandbox: GitSandbox) -> Store:
    """A store with one committed record whose edit is staged."""
    store = begun(sandbox, request.param)
    stage(sandbox)
    return store


def test_index_and_file_are_changed_and_git_sees_no_difference(
    sandbox: GitSandbox, store: Store
) -> None:
    plan = planned(store)
    assert apply(store.records, [plan], index=True) == Applied((PATH,))
    assert staged_text(sandbox) == plan.after == (sandbox.path / PATH).read_bytes()
    assert sandbox.run("diff-files", "--name-only") == b""
    assert not [*(sandbox.path / ".git" / "sgm").iterdir()]


def test_the_file_alone_is_changed_where_the_index_is_another_tools(
    sandbox: GitSandbox, store: Store
) -> None:
    plan = planned(store)
    index = Look.at(sandbox).index
    assert apply(store.records, [plan], index=False) == Applied((PATH,))
    assert (sandbox.path / PATH).read_bytes() == plan.after
    assert staged_text(sandbox) == EDITED
    assert Look.at(sandbox).index == index


def test_nothing_planned_touches_nothing(sandbox: GitSandbox, store: Store) -> None:
    before = Look.at(sandbox)
    assert apply(store.records, [], index=True) == Applied()
    assert Look.at(sandbox) == before


def test_edits_that_are_not_staged_stay_out_and_stay_there(
    sandbox: GitSandbox, store: Store
) -> None:
    typed = EDITED.replace(b"Body text", b"Another text")
    sandbox.write(PATH, typed)
    plan = planned(store)
    apply(store.records, [plan], index=True)
    assert staged_text(sandbox) == plan.after
    found = (sandbox.path / PATH).read_bytes()
    assert found == plan.after.replace(b"Body text", b"Another text")


def test_a_file_that_says_something_else_there_is_left_and_named(
    sandbox: GitSandbox, store: Store
) -> None:
    typed = EDITED.replace(b"  origin: cli", b"  origin: cli\n  modified_by: Grace")
    sandbox.write(PATH, typed)
    plan = planned(store)
    done = apply(store.records, [plan], index=True)
    assert done.paths == ()
    assert [note.partition(":")[0] for note in done.notes] == [PATH]
    assert (sandbox.path / PATH).read_bytes() == typed
    assert staged_text(sandbox) == plan.after


@pytest.mark.parametrize("kind", ["gone", "link", "folder"])
def test_a_file_that_is_none_is_not_made(sandbox: GitSandbox, store: Store, kind: str) -> None:
    place = sandbox.path / PATH
    place.unlink()
    outside = sandbox.path.parent / "outside"
    outside.write_bytes(EDITED)
    if kind == "link":
        place.symlink_to(outside)
    elif kind == "folder":
        place.mkdir()
    plan = planned(store)
    done = apply(store.records, [plan], index=True)
    assert done.paths == ()
    assert "no plain file" in done.notes[0]
    assert staged_text(sandbox) == plan.after
    assert outside.read_bytes() == EDITED
    assert place.is_symlink() == (kind == "link")


def test_windows_line_ends_of_the_file_stay(sandbox: GitSandbox) -> None:
    sandbox.run("config", "core.autocrlf", "true")
    store = begun(sandbox)
    stage(sandbox, EDITED.replace(b"\n", b"\r\n"))
    plan = planned(store)
    assert b"\r" not in plan.staged
    apply(store.records, [plan], index=True)
    assert (sandbox.path / PATH).read_bytes() == plan.after.replace(b"\n", b"\r\n")
    assert staged_text(sandbox) == plan.after
    assert sandbox.run("diff-files", "--name-only") == b""


def test_modes_stay(sandbox: GitSandbox, store: Store) -> None:
    place = sandbox.path / PATH
    place.chmod(0o555)
    sandbox.run("add", PATH)
    apply(store.records, [planned(store)], index=True)
    assert place.stat().st_mode & 0o777 == 0o555
    assert sandbox.run("ls-files", "--stage", PATH).startswith(b"100755 ")


def test_many_are_changed_at_once(sandbox: GitSandbox, store: Store) -> None:
    paths = [f"memory/fact/f-{number}.md" for number in range(30)]
    for path in paths:
        sandbox.write(path, f"---\nid: {Path(path).stem}\ntype: fact\n---\n\nA fact.\n")
    sandbox.run("add", "-A")
    plans = [planned(store, Set(("scope",), {}), path=path) for path in paths]
    assert apply(store.records, plans, index=True).paths == tuple(paths)
    assert {staged_text(sandbox, each.path) for each in plans} == {each.after for each in plans}
    assert sandbox.run("diff-files", "--name-only") == b""


class TestNothingChanges:
    """HEAD, the index to the byte, and every file."""

    def test_where_the_index_was_changed_meanwhile(self, sandbox: GitSandbox, store: Store) -> None:
        plan = planned(store)
        stage(sandbox, EDITED + b"more\n")
        before = Look.at(sandbox)
        with pytest.raises(Refused):
            apply(store.records, [plan], index=True)
        assert Look.at(sandbox) == before

    def test_where_another_process_locks_the_index(
        self, sandbox: GitSandbox, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.2)
        sandbox.write(".git/index.lock", "")
        before = Look.at(sandbox)
        with pytest.raises(CannotRun, match=r"index\.lock"):
            apply(store.records, [planned(store)], index=True)
        assert Look.at(sandbox) == before
        assert (sandbox.path / ".git/index.lock").read_bytes() == b""

    @pytest.mark.parametrize("what", ["create", "rename", "restage", "store"])
    def test_on_a_full_disk(
        self, sandbox: GitSandbox, store: Store, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        def fail(*_arguments: object, **_named: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a file")

        plan = planned(store)
        before = Look.at(sandbox)
        target = {
            "create": (Below, "create"),
            "rename": (Below, "adopt"),
            "restage": (type(store.repository), "restage"),
            "store": (type(store.repository), "store_blobs"),
        }[what]
        with monkeypatch.context() as patched:
            patched.setattr(*target, fail)
            with pytest.raises(CannotRun, match="No space"):
                apply(store.records, [plan], index=True)
        assert Look.at(sandbox) == before

    @pytest.mark.parametrize("late", [False, True])
    def test_on_an_interrupt_before_or_after_the_index_was_written(
        self,
        sandbox: GitSandbox,
        store: Store,
        monkeypatch: pytest.MonkeyPatch,
        late: bool,
    ) -> None:
        plan = planned(store)
        before = Look.at(sandbox)
        real = type(store.repository).restage

        def interrupted(self: Repository, entries: Sequence[Restaged], _settle: object) -> None:
            if late:
                real(self, entries)
            monkeypatch.setattr(type(store.repository), "restage", real)
            raise KeyboardInterrupt

        monkeypatch.setattr(type(store.repository), "restage", interrupted)
        with pytest.raises(KeyboardInterrupt):
            apply(store.records, [plan], index=True)
        after = Look.at(sandbox)
        assert (after.head, after.files) == (before.head, before.files)
        assert staged_text(sandbox) == EDITED
        assert late or after.index == before.index


_SCRIPT = """
import os, signal, sys
from sgm_git.cli import signals
from sgm_git.git.restaging import replace_file
from sgm_git.store.below import Below
from sgm_git.workflows.hooks import applying
from tests.store.support import open_store
from tests.workflows.hooks.staging import planned

where, number = sys.argv[1], int(sys.argv[2])
signals.listen()
store = open_store(".")
plan = planned(store)

def die():
    os.kill(os.getpid(), number)

def wrap(owner, name):
    real = getattr(owner, name)
    def wrapped(*arguments, **named):
        done = real(*arguments, **named)
        setattr(owner, name, real)
        die()
        return done
    setattr(owner, name, wrapped)

if where == "spares":
    wrap(Below, "create")
elif where == "file":
    wrap(Below, "adopt")
elif where == "blob":
    wrap(type(store.repository), "store_blobs")
else:
    wrap(type(store.repository), "restage")
applying.apply(store.records, [plan], index=True)
"""


def _die(sandbox: GitSandbox, where: str, number: int) -> int:
    """Apply a plan in a process of its own that gets a signal at some point."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_SCRIPT), where, str(number)],
        cwd=sandbox.path,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode


@pytest.mark.parametrize("where", ["spares", "file", "blob", "index"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_any_point_leaves_everything_as_it_was(
    sandbox: GitSandbox, where: str, number: int
) -> None:
    begun(sandbox)
    stage(sandbox)
    before = Look.at(sandbox)
    assert _die(sandbox, where, number) != 0
    after = Look.at(sandbox)
    assert (after.head, after.files) == (before.head, before.files)
    assert staged_text(sandbox) == EDITED
    assert where == "index" or after.index == before.index
    assert not [*(sandbox.path / ".git" / "sgm").glob("swap-*")]
    assert sandbox.run("fsck", "--strict", "--no-dangling") == b""


@pytest.mark.parametrize("where", ["spares", "file", "blob", "index"])
def test_a_kill_at_any_point_leaves_at_most_a_saved_file(sandbox: GitSandbox, where: str) -> None:
    store = begun(sandbox)
    stage(sandbox)
    plan = planned(store)
    before = Look.at(sandbox)
    assert _die(sandbox, where, signal.SIGKILL) == -signal.SIGKILL
    after = Look.at(sandbox)
    assert after.head == before.head
    assert after.files.keys() == before.files.keys()
    assert (sandbox.path / PATH).read_bytes() in (EDITED, plan.after)
    assert staged_text(sandbox) in (EDITED, plan.after)
    assert not (sandbox.path / ".git/index.lock").exists()
    assert apply(store.records, [planned(store)], index=True).notes == ()
    assert staged_text(sandbox) == plan.after == (sandbox.path / PATH).read_bytes()


def test_files_may_grow_no_more_than_the_disk_lets_them(sandbox: GitSandbox) -> None:
    """As a full disk, in the way in which a test can have it for one process (RLIMIT_FSIZE)."""
    resource = pytest.importorskip("resource")
    begun(sandbox)
    stage(sandbox)
    before = Look.at(sandbox)
    script = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" + _SCRIPT.replace(
        'if where == "spares"', 'if where == "nothing":\n    pass\nelif where == "spares"'
    )
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), "nothing", "0"],
        cwd=sandbox.path,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)),
    )
    assert b"CannotRun" in done.stderr
    assert Look.at(sandbox) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own that holds a megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    mounted = shutil.which("mount") and subprocess.run(command, check=False, capture_output=True)
    if not mounted or mounted.returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_is_really_full_changes_nothing(small_disk: Path) -> None:
    box = GitSandbox(small_disk / "repo")
    box.path.mkdir()
    box.run("init", "-q", "--template=")
    store = begun(box)
    stage(box)
    plan = planned(store)
    (box.path / ".git" / "sgm").mkdir()
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space"):
        filler.write_bytes(b"x" * 2 * 1024 * 1024)
    before = Look.at(box)
    with pytest.raises(CannotRun, match="No space"):
        apply(store.records, [plan], index=True)
    assert Look.at(box) == before
    filler.unlink()
    assert apply(store.records, [plan], index=True) == Applied((PATH,))
    assert staged_text(box) == plan.after
