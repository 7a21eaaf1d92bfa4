"""The records that a range touches, each as it was where both ends part and as it arrives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.workflows.check import is_below
from sgm_git.workflows.diffing import RecordDiff, Side, diff

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sgm_git.workflows.arriving import Arriving


def touched(state: Arriving, trusted: str, tip: str, paths: Sequence[str]) -> list[RecordDiff]:
    """Give them by path; those at and below ``paths``, or all. Ends are object ids of commits.

    Where there is no merge base here, they are what the tip has otherwise than the trusted end:
    what only that one has may have come since. What becomes a record by a root that arrives with
    it is added, whatever lay there before. Raises CannotRun where git cannot tell.
    """
    before = state.before
    base = trusted if before is None else before.oid
    found = diff(state.records, Side(base), Side(tip), paths)
    if before is None:
        return [each for each in found if each.after is not None]
    known = [each for each in (_as_known(state, each) for each in found) if each is not None]
    told = {each.after.path for each in known if each.after is not None}
    every = [*known, *_come(state, [path for path in state.blobs if is_below(path, paths)], told)]
    return sorted(every, key=lambda each: each.entry.path)


def _come(state: Arriving, paths: Iterable[str], told: Collection[str]) -> Iterator[RecordDiff]:
    """What comes with a root that arrives, and was a file like any other before."""
    come = [path for path in paths if path not in told and state.is_changed(path)]
    for entry in state.entries(come) if come else ():
        if not entry.is_link:
            yield RecordDiff(None, entry)


def _as_known(state: Arriving, each: RecordDiff) -> RecordDiff | None:
    """A difference without a side before that was no record by the roots of that time."""
    former = state.records.settings.former
    if each.before is None or former is None or former.root_of(each.before.path) is not None:
        return each
    return None if each.after is None else replace(each, before=None)


def since(state: Arriving, trusted: str) -> dict[str, RecordDiff]:
    """Give what became of records on the trusted side meanwhile, by where they lay at the base.

    Those that began there are by where they lie now. Raises CannotRun where git cannot tell.
    """
    if state.before is None or state.before.oid == trusted:
        return {}
    found: Iterator[RecordDiff] = iter(diff(state.records, Side(state.before.oid), Side(trusted)))
    return {(each.before or each.entry).path: each for each in found}
