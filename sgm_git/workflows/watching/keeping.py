"""Decides what of the saved records is committed, does it, and tells why the others are not."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from sgm_git.errors import Refused, SgmError
from sgm_git.workflows.watching.binding import MOST_AT_ONCE
from sgm_git.workflows.watching.committing import commit_saved, what_keeps

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.store.records import Records
    from sgm_git.workflows.watching.saved import Judgement, Verdict
    from sgm_git.workflows.watching.telling import Teller

_REMEMBERED = 4  # times as long as a crowd is one


class Keeper:
    """Commits records one at a time.

    ``heard`` says when each record that HEAD has otherwise was touched last, in seconds of a
    steady clock: those that were touched ``within`` so many seconds came at once.
    """

    def __init__(self, teller: Teller, within: float) -> None:
        self._teller = teller
        self._within = within
        self._has_committed = False
        self._crowd: float | None = None
        self.heard: dict[str, float] = {}

    def committed_since(self) -> bool:
        """Whether anything was committed since this was asked last."""
        found, self._has_committed = self._has_committed, False
        return found

    def forget(self, now: float) -> None:
        """Let go of what is too long ago to matter."""
        oldest = now - _REMEMBERED * self._within
        self.heard = {path: each for path, each in self.heard.items() if each >= oldest}

    def leave_crowd(self, paths: Iterable[str]) -> frozenset[str]:
        """Give those of the records that came along with too many others; tell of them as one."""
        every = sorted(self.heard.values())
        known = {path: self.heard[path] for path in paths if path in self.heard}
        sizes = {path: self._at_once(every, heard) for path, heard in known.items()}
        found = {path: size for path, size in sizes.items() if size > MOST_AT_ONCE}
        times = [known[path] for path in found]
        if times:
            if self._crowd is None or min(times) - self._crowd > self._within:
                self._teller.crowd(f"{max(found.values()):,} records changed at once")
            self._crowd = max(times)
        return frozenset(found)

    def keep(self, records: Records, path: str, found: Judgement) -> bool:
        """Commit a record that rests, or tell why not; True where it is to settle once more."""
        verdict = found.verdicts.get(path)
        if verdict is None and path in found.gone:
            self._teller.left(path, None, "it was deleted")
        elif verdict is None:
            self._teller.as_committed(path)
        if verdict is None:
            return False
        why = what_keeps(records, verdict)
        return self._commit(records, verdict) if why is None else self._leave(verdict, why)

    def _at_once(self, every: Sequence[float], heard: float) -> int:
        """How many of all times, in order, are about the same as one."""
        return bisect_right(every, heard + self._within) - bisect_left(every, heard - self._within)

    def leave_trust(self, records: Records, path: str) -> None:
        """Tell that a trust file waits for a person, where it is not as HEAD has it."""
        if records.repository.states([path])[path].differs_from_head:
            blob = (records.top() / path).stat().st_mtime_ns if records.has(path) else None
            self._teller.left(path, str(blob), "it says whom to trust, or what is checked")

    def _commit(self, records: Records, verdict: Verdict) -> bool:
        entry = verdict.entry
        try:
            commit = commit_saved(records, verdict)
        except Refused as refusal:
            if "changed meanwhile" in refusal.message:
                return True
            words = next((word for word in refusal.words if word.strip()), "")
            return self._leave(verdict, f"{refusal.message}{': ' if words else ''}{words}")
        except SgmError as error:
            return self._leave(verdict, error.message)
        if commit is not None:
            self._has_committed = True
            self._teller.committed(entry.path, entry.id, commit)
        return False

    def _leave(self, verdict: Verdict, why: str) -> bool:
        entry = verdict.entry
        self._teller.left(entry.path, entry.blob, why, record_id=entry.id)
        return False
