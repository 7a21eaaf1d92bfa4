"""The write lock: exclusive, re-entrant, patient, and gone with its holder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.lock import held_alone, lock_descriptors, repository_lock

HOLD = """
import sys, time, pathlib
from sgm_git.git.lock import repository_lock
with repository_lock(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""
COUNT = """
import sys, pathlib
from sgm_git.git.lock import repository_lock
counter = pathlib.Path(sys.argv[2])
for _ in range(25):
    with repository_lock(pathlib.Path(sys.argv[1])):
        counter.write_text(str(int(counter.read_text()) + 1))
"""
FORK = """
import os, sys, pathlib
from sgm_git.errors import CannotRun
from sgm_git.git.lock import repository_lock
common = pathlib.Path(sys.argv[1])
with repository_lock(common):
    child = os.fork()
    if not child:
        try:
            with repository_lock(common, 0.1):
                os._exit(1)
        except CannotRun:
            os._exit(0)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
FULL = """
import pathlib, resource, sys
from sgm_git.git.lock import repository_lock
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
with repository_lock(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
"""
CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture
def common_dir(tmp_path: Path) -> Path:
    place = tmp_path / "common"
    (place / "objects").mkdir(parents=True)
    return place


def python(code: str, *args: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", code, *map(str, args)]
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)


def holder(common_dir: Path) -> subprocess.Popen[bytes]:
    process = python(HOLD, common_dir)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def end(process: subprocess.Popen[bytes], how: int) -> None:
    with process:
        process.send_signal(how)


def test_no_increment_is_lost_between_processes(common_dir: Path, tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    for process in [python(COUNT, common_dir, counter) for _ in range(4)]:
        with process:
            assert process.wait(60) == 0
    assert counter.read_text() == "100"


def test_no_increment_is_lost_between_threads(common_dir: Path) -> None:
    count = 0

    def work() -> None:
        nonlocal count
        for _ in range(10):
            with repository_lock(common_dir):
                seen = count
                time.sleep(0.0001)
                count = seen + 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count == 80


def test_its_thread_may_take_it_again_and_holds_it_to_the_outermost_end(common_dir: Path) -> None:
    with repository_lock(common_dir), repository_lock(common_dir):
        pass
    refused = []

    def other() -> None:
        try:
            with repository_lock(common_dir, 0.05):
                pass
        except CannotRun as error:
            refused.append(error)

    with repository_lock(common_dir):
        with repository_lock(common_dir):
            pass
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert len(refused) == 1


def test_a_held_lock_is_refused_after_the_wait_with_its_holder(common_dir: Path) -> None:
    process = holder(common_dir)
    try:
        begun = time.monotonic()
        said = f"by process {process.pid}; waited 0.3 s"
        with pytest.raises(CannotRun, match=said), repository_lock(common_dir, 0.3):
            pass
        assert 0.25 < time.monotonic() - begun < 5
    finally:
        end(process, signal.SIGTERM)


def test_a_killed_holder_leaves_it_free(common_dir: Path) -> None:
    end(holder(common_dir), signal.SIGKILL)
    with repository_lock(common_dir, 1):
        assert (common_dir / "sgm" / "lock").read_text() == f"{os.getpid()}\n"


def test_an_error_inside_frees_it(common_dir: Path) -> None:
    with pytest.raises(ZeroDivisionError), repository_lock(common_dir):
        _ = 1 // 0
    with repository_lock(common_dir, 0):
        pass


def test_a_removed_folder_does_not_let_two_in(common_dir: Path) -> None:
    with repository_lock(common_dir):
        (common_dir / "sgm" / "lock").unlink()
    process = holder(common_dir)
    try:
        with pytest.raises(CannotRun), repository_lock(common_dir, 0.1):
            pass
    finally:
        end(process, signal.SIGTERM)


@pytest.mark.skipif(sys.platform == "win32", reason="files are not passed on there")
def test_a_program_that_was_given_it_holds_it_only_if_its_holder_is_killed(
    common_dir: Path,
) -> None:
    assert lock_descriptors(common_dir) == ()
    with repository_lock(common_dir):
        given = lock_descriptors(common_dir)
        assert len(given) == 1
        child = subprocess.Popen(["sleep", "60"], pass_fds=given)
    try:
        with repository_lock(common_dir, 0):
            assert lock_descriptors(common_dir)
    finally:
        end(child, signal.SIGKILL)
    assert lock_descriptors(common_dir) == ()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_forked_child_does_not_share_it(common_dir: Path) -> None:
    with python(FORK, common_dir) as process:
        assert process.wait(20) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX file modes")
def test_its_folder_has_the_mode_of_a_shared_repository(common_dir: Path) -> None:
    (common_dir / "objects").chmod(0o2775)
    with repository_lock(common_dir):
        pass
    assert (common_dir / "sgm").stat().st_mode & 0o7777 == 0o2775


def test_an_unwritable_place_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "common").write_text("a file")
    with pytest.raises(CannotRun, match="cannot write"), repository_lock(tmp_path / "common"):
        pass


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of a file's size")
def test_where_nothing_can_be_written_it_holds_all_the_same(common_dir: Path) -> None:
    with python(FULL, common_dir) as process:
        assert process.communicate()[0] == b"held\n"


def test_a_file_is_held_alone_and_nobody_waits_for_it(tmp_path: Path) -> None:
    place = tmp_path / "sgm/watch.lock"
    with held_alone(place) as first:
        assert first is None
        with held_alone(place) as other:
            assert other == str(os.getpid())
    with held_alone(place) as again:
        assert again is None


def test_what_cannot_be_held_is_said(tmp_path: Path) -> None:
    (tmp_path / "sgm").touch()
    with pytest.raises(CannotRun, match="cannot write"), held_alone(tmp_path / "sgm/x"):
        pass
