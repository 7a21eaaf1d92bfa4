"""Hears of what changes below some folders: from the system, or by looking again and again.

The one place where watchdog is imported (``parts``). What is heard is only that somebody touched a
path; what lies there is looked at by others.
"""

from __future__ import annotations

import logging
import os
import queue
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.polling import PollingObserver

from sgm_git.errors import CannotRun
from sgm_git.workflows.watching.heard import Heard
from sgm_git.workflows.watching.mounts import deaf_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from watchdog.observers.api import BaseObserver, ObservedWatch

_TELLING = frozenset(("created", "modified", "closed", "moved", "deleted"))
_MANY = 500  # events at once: some may have been lost
_POLL_SECONDS = 1.0
_END_SECONDS = 0.5
_MOUNTS = Path("/proc/self/mounts")
_POLLING = "so every file is looked at again and again"


class _Ears(FileSystemEventHandler):
    """Puts the paths of events into a queue; None for what may mean more than one file."""

    def __init__(self, top: str, heard: queue.SimpleQueue[str | None]) -> None:
        self._top = top
        self._heard = heard

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Take an event: both ends of a move; opening and reading change nothing."""
        if event.event_type not in _TELLING:
            return
        if event.is_directory:
            if event.event_type != "modified":
                self._heard.put(None)
            return
        for place in (event.src_path, getattr(event, "dest_path", "")):
            path = _below(self._top, os.fsdecode(place))
            if path is not None:
                self._heard.put(path)


class _Overflow(logging.Handler):
    """Takes what watchdog warns of for a sign that something was lost."""

    def __init__(self, heard: queue.SimpleQueue[str | None]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, _record: logging.LogRecord) -> None:
        """Ask for a look at everything."""
        self._heard.put(None)


@dataclass
class Observing:
    """Hears of the files below ``folders``, relative to ``top``; see ``observe``."""

    top: Path
    folders: Sequence[str]
    notes: list[str] = field(default_factory=list)
    _heard: queue.SimpleQueue[str | None] = field(default_factory=queue.SimpleQueue)
    _observer: BaseObserver | None = None
    _watches: dict[str, ObservedWatch] = field(default_factory=dict)
    _overflow: _Overflow | None = None
    is_polling: bool = False

    def begin(self, *, polls: bool = False) -> None:
        """Listen to the system, or poll; raises CannotRun where neither can be."""
        if self._overflow is None:
            self._overflow = _Overflow(self._heard)
            logging.getLogger("watchdog").addHandler(self._overflow)
        if not polls and self._listens(Observer(timeout=_END_SECONDS)):
            return
        self.is_polling = True
        if not self._listens(PollingObserver(timeout=_POLL_SECONDS)):
            raise CannotRun(
                f"cannot watch {self.top}: {self.notes[-1]}",
                hint="sgm watch --once looks once",
            )

    def take(self, seconds: float) -> Heard:
        """Give what was touched, waiting for so long if that is nothing yet."""
        paths: set[str] = set()
        number, is_all = 0, False
        with suppress(queue.Empty):
            found = self._heard.get(timeout=max(seconds, 0.001))
            while True:
                number += 1
                is_all |= found is None
                if found is not None:
                    paths.add(found)
                found = self._heard.get_nowait()
        is_all |= self._mended()
        return Heard(frozenset(paths), is_all or number > _MANY)

    def end(self) -> None:
        """Listen no more; returns soon whatever the system does."""
        observer, self._observer = self._observer, None
        if observer is not None and observer.is_alive():
            observer.stop()
            observer.join(_END_SECONDS)
        if self._overflow is not None:
            logging.getLogger("watchdog").removeHandler(self._overflow)
            self._overflow = None

    def _listens(self, observer: BaseObserver) -> bool:
        self._observer, self._watches = observer, {}
        observer.daemon = True
        try:
            self._schedule()
            observer.start()
        except Exception as error:  # noqa: BLE001 - whatever it is, there is another way
            self.notes.append(f"{_why(error)}, {_POLLING}")
            with suppress(Exception):
                observer.stop()
            return False
        return True

    def _schedule(self) -> bool:
        """Listen at every folder that is there and is not listened at; whether there was any."""
        observer, new = self._observer, False
        if observer is None:
            return False
        ears = _Ears(str(self.top), self._heard)
        living = {emitter.watch for emitter in observer.emitters if emitter.is_alive()}
        for place, is_deep in _places(self.top, self.folders):
            watch = self._watches.get(place)
            if watch is not None and (watch in living or not observer.is_alive()):
                continue
            if watch is not None:
                with suppress(KeyError):
                    observer.unschedule(watch)
            self._watches[place] = observer.schedule(ears, place, recursive=is_deep)
            new = True
        return new

    def _mended(self) -> bool:
        """Listen at folders that came, and in another way where this one failed.

        Whether anything may have been missed.
        """
        if self._observer is None:
            return False
        try:
            if self._observer.is_alive():
                return self._schedule()
            self.notes.append(f"the system tells of no changes any more, {_POLLING}")
        except Exception as error:  # noqa: BLE001 - as above
            self.notes.append(f"{_why(error)}, {_POLLING}")
        self.end()
        self.begin(polls=True)
        return True


def observe(top: Path, folders: Sequence[str], *, polls: bool = False) -> Observing:
    """Begin to hear of the files below folders, which are relative to ``top``.

    Where the system does not tell (a network or container mount, a limit), or ``polls``: by
    looking again and again, and ``notes`` say why. Raises CannotRun where neither can be.
    """
    found = Observing(Path(os.path.realpath(top)), folders)
    kind = None if polls else _deaf_kind(found.top)
    if kind is not None:
        found.notes.append(f"changes on a {kind} mount may not be told of, {_POLLING}")
    found.begin(polls=polls or kind is not None)
    return found


def _deaf_kind(top: Path) -> str | None:
    try:
        mounts = _MOUNTS.read_text("utf-8", "surrogateescape")
    except OSError:
        return None
    return deaf_kind(mounts, str(top))


def _places(top: Path, folders: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """The folders to listen at, and whether with all below: never git's own, nor through links."""
    yield str(top), False
    for folder in folders:
        place = top / folder
        if folder and place.is_dir() and not place.is_symlink():
            yield str(place), True
        elif not folder:
            with suppress(OSError):
                yield from ((each.path, True) for each in os.scandir(top) if _is_open(each))


def _is_open(folder: os.DirEntry[str]) -> bool:
    return folder.name != ".git" and folder.is_dir(follow_symlinks=False)


def _below(top: str, place: str) -> str | None:
    """A path relative to the top with forward slashes; None for what is not below it."""
    if not place.startswith(top + os.sep):
        return None
    return place[len(top) + 1 :].replace(os.sep, "/")


def _why(error: Exception) -> str:
    """Why the system does not tell, in words."""
    if isinstance(error, OSError) and error.errno in (24, 28):
        return "the limit of what this system watches is reached (fs.inotify.max_user_watches)"
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return f"the system does not tell of changes ({said or type(error).__name__})"
