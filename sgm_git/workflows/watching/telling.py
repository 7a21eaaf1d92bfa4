"""Tells what a watch finds, and each thing only once for as long as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.watching.event import Event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.findings import Finding


class Teller:
    """Gives events to ``tell``; ``now`` is the time in seconds since the epoch."""

    def __init__(self, tell: Callable[[Event], None], now: Callable[[], int]) -> None:
        self._tell = tell
        self._now = now
        self._open: dict[str, tuple[Finding, ...]] = {}
        self._left: dict[str, tuple[str | None, str]] = {}
        self._gone: set[str] = set()
        self._noted: set[str] = set()
        self._held: str | None = None

    def standing(self) -> Iterator[Finding]:
        """Give the findings that were told and still stand."""
        return (each for found in self._open.values() for each in found)

    def open_paths(self) -> list[str]:
        """Give the paths about which something was told that stands."""
        return sorted(self._open)

    def judged(self, path: str, record_id: str | None, findings: tuple[Finding, ...]) -> None:
        """Tell what is said of a record that was saved."""
        self._gone.discard(path)
        if findings:
            self._open[path] = findings
            self._tell(Event("findings", self._now(), path, record_id, findings))
        else:
            was_open = self._open.pop(path, None) is not None
            self._tell(Event("ok" if was_open else "saved", self._now(), path, record_id))

    def as_committed(self, path: str) -> None:
        """Take in that a record is as HEAD has it; that is only news where something stood."""
        self._left.pop(path, None)
        self._gone.discard(path)
        if self._open.pop(path, None) is not None:
            self._tell(Event("ok", self._now(), path))

    def gone(self, path: str) -> None:
        """Tell that a record's file is gone, once."""
        self._open.pop(path, None)
        if path not in self._gone:
            self._gone.add(path)
            self._tell(Event("gone", self._now(), path))

    def committed(self, path: str, record_id: str | None, commit: str) -> None:
        """Tell of a commit."""
        self._left.pop(path, None)
        self._tell(Event("committed", self._now(), path, record_id, commit=commit))

    def left(self, path: str, blob: str | None, why: str, *, record_id: str | None = None) -> None:
        """Tell that something is not committed; once for each of its states."""
        if self._left.get(path) != (blob, why):
            self._left[path] = blob, why
            self._tell(Event("left", self._now(), path, record_id, why=why))

    def crowd(self, why: str) -> None:
        """Tell that many records are not committed."""
        self._tell(Event("left", self._now(), why=why))

    def held(self, why: str) -> None:
        """Tell that git is at work; once for as long as it is."""
        if self._held != why:
            self._held = why
            self._tell(Event("held", self._now(), why=why))

    def go_on(self) -> None:
        """Take in that git is at work no more."""
        self._held = None

    def notes(self, notes: Iterable[str]) -> None:
        """Tell notes."""
        for note in notes:
            self.note(note)

    def note(self, why: str, hint: str | None = None) -> None:
        """Tell a note, once."""
        if why not in self._noted:
            self._noted.add(why)
            self._tell(Event("note", self._now(), why=why, hint=hint))

    def begun(self) -> None:
        """Tell that a watch has looked at everything, and hears what comes."""
        self._tell(Event("watching", self._now()))

    def tell(self, event: Event) -> None:
        """Tell anything else."""
        self._tell(event)

    def now(self) -> int:
        """The time, in seconds since the epoch."""
        return self._now()
