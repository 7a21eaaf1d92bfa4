"""Decides what of the saved records is committed, does it, and tells why the others are not."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from sgm_git.errors import Refused, SgmError
from sgm_git.workflows.watching.binding import MOST_AT_ONCE, text_length
from sgm_git.workflows.watching.committing import commit_saved, committed_blob, what_keeps

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.watching.saved import Judgement, Verdict
    from sgm_git.workflows.watching.telling import Teller

_REMEMBERED = 4  # times as long as a crowd is one
_AGAIN = (10.0, 60.0, 300.0, 900.0)  # seconds to the next try of a commit that git could not make


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
        self._fullest: dict[str, tuple[str, JsonObject]] = {}
        self._failures: dict[str, tuple[str, int]] = {}
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

    def keep(self, records: Records, path: str, found: Judgement) -> float | None:
        """Commit a record that rests, or tell why not.

        Gives after how many seconds it is to settle once more, None where it need not.
        """
        verdict = found.verdicts.get(path)
        if verdict is None:
            self.leave(path, found, "it was deleted")
            return None
        why = what_keeps(records, verdict, self._longest(verdict))
        if why is None:
            return self._commit(records, verdict)
        self._leave(verdict, why)
        return None

    def leave(self, path: str, found: Judgement, why: str) -> None:
        """Tell why a record that rests is not committed, unless HEAD has it so."""
        verdict = found.verdicts.get(path)
        if verdict is not None:
            self._leave(verdict, why)
        elif path in found.gone:
            self._teller.left(path, None, why)
        else:
            self._teller.as_committed(path)

    def _at_once(self, every: Sequence[float], heard: float) -> int:
        """How many of all times, in order, are about the same as one."""
        return bisect_right(every, heard + self._within) - bisect_left(every, heard - self._within)

    def leave_trust(self, records: Records, path: str) -> None:
        """Tell that a trust file waits for a person, where it is not as HEAD has it."""
        state = records.repository.states([path])[path]
        is_ours = state.index is not None or bool(records.repository.list_files((path,)))
        if state.differs_from_head and is_ours:  # and not a nested repository's
            blob = (records.top() / path).stat().st_mtime_ns if records.has(path) else None
            self._teller.left(path, str(blob), "it says whom to trust, or what is checked")

    def _longest(self, verdict: Verdict) -> JsonObject | None:
        """What HEAD has of a record; what it had before this run cut it down, bit by bit."""
        stood = verdict.stood
        if stood is None:
            return None
        blob, fullest = self._fullest.get(stood.path, (None, None))
        if blob != stood.blob:  # somebody else has committed it, who saw what it was
            fullest = None
        record = stood.record or {}
        return record if fullest is None or text_length(fullest) < text_length(record) else fullest

    def _commit(self, records: Records, verdict: Verdict) -> float | None:
        entry, fullest = verdict.entry, self._longest(verdict)
        try:
            commit = commit_saved(records, verdict)
        except Refused as refusal:
            if "changed meanwhile" in refusal.message:
                return 0.0
            words = next((word for word in refusal.words if word.strip()), "")
            self._leave(verdict, f"{refusal.message}{': ' if words else ''}{words}")
            return None
        except SgmError as error:
            self._leave(verdict, error.message)
            return self._again(entry)
        self._failures.pop(entry.path, None)
        if commit is not None:
            if fullest is not None:
                self._fullest[entry.path] = committed_blob(records, verdict), fullest
            self._has_committed = True
            self._teller.committed(entry.path, entry.id, commit)
        return None

    def _again(self, entry: Entry) -> float | None:
        """When to try again what git could not do: later each time, and not for ever."""
        blob, number = self._failures.get(entry.path, (entry.blob, 0))
        number = number if blob == entry.blob else 0
        self._failures[entry.path] = entry.blob, number + 1
        return _AGAIN[number] if number < len(_AGAIN) else None

    def _leave(self, verdict: Verdict, why: str) -> None:
        entry = verdict.entry
        self._teller.left(entry.path, entry.blob, why, record_id=entry.id)
