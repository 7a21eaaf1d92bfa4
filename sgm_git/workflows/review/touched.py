"""The records that a range touches, each as it was where both ends part and as it arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.check import is_below
from sgm_git.workflows.diffing import Side, compared, diff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.side import Side as Before


def touched(state: Arriving, trusted: str, tip: str, paths: Sequence[str]) -> list[RecordDiff]:
    """Give them by path; those at and below ``paths``, or all. Ends are object ids of commits.

    Where there is no merge base here, they are what the tip has otherwise than the trusted end:
    what only that one has may have come since. What becomes a record by a root that arrives is
    added, whatever lay there before; what stays and will be none by the roots or ignores that
    arrive is removed. Raises CannotRun where git cannot tell.
    """
    before = state.before
    base = trusted if before is None else before.oid
    found = diff(state.records, Side(base), Side(tip), paths)
    if before is None:
        return [each for each in found if each.after is not None]
    old = {entry.path: entry for entry in _were_records(state, (each.before for each in found))}
    new = {entry.path: entry for entry in _will_be_records(state, (e.after for e in found))}
    asked = [path for path in state.blobs if is_below(path, paths)]
    new |= _come(state, [path for path in asked if path not in new])
    old |= _left(state, before, [path for path in asked if path not in old])
    return compared(old, new)


def _were_records(state: Arriving, entries: Iterable[Entry | None]) -> Iterator[Entry]:
    """Those that are there and were records by the roots of the trusted end."""
    former = state.records.settings.former
    for entry in entries:
        if entry is not None and (former is None or former.root_of(entry.path) is not None):
            yield entry


def _will_be_records(state: Arriving, entries: Iterable[Entry | None]) -> Iterator[Entry]:
    """Those that are there and will be records once the roots have come."""
    stopped = state.stopped
    yield from (e for e in entries if e is not None and e.path not in stopped)


def _come(state: Arriving, paths: Iterable[str]) -> dict[str, Entry]:
    """What comes with a root that arrives, and was a file like any other before."""
    stopped = state.stopped
    come = [path for path in paths if path not in stopped and state.is_changed(path)]
    entries = state.entries(come) if come else ()
    return {each.path: each for each in entries if not each.is_link}


def _left(state: Arriving, before: Before, paths: Iterable[str]) -> dict[str, Entry]:
    """What is no record any more by the roots that arrive, though its file stays as it is."""
    stopped = state.stopped
    left = [path for path in paths if path in stopped and before.has(path)]
    return {each.path: each for each in (state.entries(left) if left else ())}


def since(state: Arriving, trusted: str) -> dict[str, RecordDiff]:
    """Give what became of records on the trusted side meanwhile, by where they lay at the base.

    Those that began there are by where they lie now. Raises CannotRun where git cannot tell.
    """
    if state.before is None or state.before.oid == trusted:
        return {}
    found: Iterator[RecordDiff] = iter(diff(state.records, Side(state.before.oid), Side(trusted)))
    return {(each.before or each.entry).path: each for each in found}
