"""How records are to be taken at both ends of a range, by the trusted end's word (DESIGN 8)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.workflows.reading.reader import reading_if_reviewed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.arriving import Arriving
    from sgm_git.workflows.review.model import Ends


@dataclass(frozen=True, slots=True)
class Standings:
    """Readings by path: as if the merge base were what is reviewed, and as if the tip were."""

    before: Mapping[str, Reading] = field(default_factory=dict)
    after: Mapping[str, Reading] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def pairs(self) -> Iterator[tuple[Reading, Reading]]:
        """Give both readings of what is the same document at both ends, by path."""
        for path in sorted(self.before.keys() & self.after.keys()):
            before, after = self.before[path], self.after[path]
            if before.blob == after.blob:
                yield before, after


def standings(state: Arriving, ends: Ends, now: int) -> Standings:
    """Read both ends, each by the roots that count then; ``now`` is in seconds since the epoch.

    Where there is no merge base here, the trusted end stands for it. Raises CannotRun where git
    cannot tell.
    """
    records = state.records
    former = records.settings.former or records.settings.roots
    found: list[Mapping[str, Reading]] = []
    notes: dict[str, None] = {}
    for oid, roots in (
        (ends.base or ends.trusted, former),
        (ends.tip, state.to_come or records.settings.roots),
    ):
        there = records.under(replace(records.settings, roots=roots))
        with reading_if_reviewed(there, oid, ends.trusted, now) as reader:
            found.append({each.path: each for each in reader.each()})
            notes |= dict.fromkeys(reader.notes)
    return Standings(found[0], found[1], tuple(notes))
