"""Files that are replaced as one, or not at all."""

from __future__ import annotations

import errno
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.interrupts import uninterrupted
from sgm_git.store import swap
from sgm_git.store.below import Below
from sgm_git.store.files import FileChange
from sgm_git.store.swap import swapped

if TYPE_CHECKING:
    from types import FrameType


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A folder with two files; one of them can be executed."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one").write_bytes(b"1")
    (tmp_path / "a" / "two").write_bytes(b"2")
    (tmp_path / "a" / "two").chmod(0o755)
    return tmp_path


_BOTH = (FileChange("a/one", b"1", b"new 1"), FileChange("a/two", b"2", b"new 2"))


def _files(top: Path) -> dict[str, bytes]:
    return {
        str(each.relative_to(top)): each.read_bytes() for each in top.rglob("*") if each.is_file()
    }


_OLD = {"a/one": b"1", "a/two": b"2"}
_NEW = {"a/one": b"new 1", "a/two": b"new 2"}


@pytest.fixture(params=["same disk", "another disk"])
def _disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "another disk":
        monkeypatch.setattr(swap._Swap, "_is_near", lambda _self, _device: False)  # noqa: SLF001 - a second disk is not at hand


@pytest.mark.usefixtures("_disk")
class TestFiles:
    def test_are_replaced_with_their_modes(self, top: Path) -> None:
        with swapped(top, top / "kept", _BOTH) as made:
            assert _files(top)["a/one"] == b"new 1"
        assert made == ["a/one", "a/two"]
        assert _files(top) == _NEW
        assert (top / "a/two").stat().st_mode & 0o777 == 0o755

    def test_come_back_if_the_block_fails(self, top: Path) -> None:
        with pytest.raises(KeyboardInterrupt), swapped(top, top / "kept", _BOTH):
            raise KeyboardInterrupt
        assert _files(top) == _OLD
        assert (top / "a/two").stat().st_mode & 0o777 == 0o755

    def test_one_that_is_something_else_by_now_is_left_alone(self, top: Path) -> None:
        other = FileChange("a/one", b"0", b"new 1")
        with swapped(top, top / "kept", (other, _BOTH[1])) as made:
            pass
        assert made == ["a/two"]
        assert _files(top) == _OLD | {"a/two": b"new 2"}

    def test_what_somebody_saves_meanwhile_stays_when_the_rest_comes_back(self, top: Path) -> None:
        with pytest.raises(ZeroDivisionError), swapped(top, top / "kept", _BOTH):
            (top / "a" / "one").write_bytes(b"saved")
            raise ZeroDivisionError
        assert _files(top) == _OLD | {"a/one": b"saved"}

    def test_a_full_disk_changes_nothing(self, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = Below.create

        def create(self: Below, path: str, data: bytes, *, mode: int | None, durable: bool) -> None:
            if data == b"new 2":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            real(self, path, data, mode=mode, durable=durable)

        monkeypatch.setattr(Below, "create", create)
        with pytest.raises(OSError, match="No space"), swapped(top, top / "kept", _BOTH):
            raise AssertionError
        assert _files(top) == _OLD

    def test_a_signal_between_two_files_changes_nothing(
        self, top: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = os.replace
        calls = []

        def replace(
            source: Path,
            target: str,
            *,
            src_dir_fd: int | None = None,
            dst_dir_fd: int | None = None,
        ) -> None:
            real(source, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
            calls.append(target)
            if len(calls) == 1:
                os.kill(os.getpid(), signal.SIGINT)

        monkeypatch.setattr(os, "replace", replace)
        with pytest.raises(KeyboardInterrupt), swapped(top, top / "kept", _BOTH):
            raise AssertionError
        assert calls
        assert _files(top) == _OLD


def test_a_link_is_never_followed(top: Path) -> None:
    (top / "a" / "one").unlink()
    (top / "a" / "one").symlink_to("two")
    change = FileChange("a/one", b"2", b"new")
    with swapped(top, top / "kept", (change,)) as made:
        assert made == []
    assert (top / "a" / "two").read_bytes() == b"2"


def test_what_cannot_be_put_back_is_kept_and_named(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def adopt(_self: Below, _saved: Path, path: str) -> None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), path)

    with pytest.raises(CannotRun) as raised, swapped(top, top / "kept", _BOTH):
        monkeypatch.setattr(Below, "adopt", adopt)
        raise ZeroDivisionError
    monkeypatch.undo()
    hint = raised.value.hint or ""
    assert Path(hint.removeprefix("what it was is in ")).read_bytes() == b"1"


def test_nothing_to_change_makes_no_folder(top: Path) -> None:
    with swapped(top, top / "kept", ()) as made:
        assert made == []
    assert _files(top) == _OLD
    assert not (top / "kept").exists()


def test_what_a_killed_run_left_goes_with_a_later_one(top: Path) -> None:
    old, fresh = top / "kept" / "swap-old", top / "kept" / "swap-fresh"
    for each in (old, fresh):
        each.mkdir(parents=True)
    long_ago = time.time() - 2 * 3600
    os.utime(old, (long_ago, long_ago))
    with swapped(top, top / "kept", _BOTH):
        pass
    assert not old.exists()
    assert fresh.exists()


def test_a_signal_waits_until_an_uninterrupted_block_is_over() -> None:
    seen: list[str] = []

    def note(_number: int, _frame: FrameType | None) -> None:
        seen.append("signal")

    before = signal.signal(signal.SIGTERM, note)
    try:
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGTERM)
            seen.append("block")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert seen == ["block", "signal"]
