"""What was found of one record on the way down, and the life that it makes (DESIGN section 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.witness.following import Relation, relation
from sgm_git.witness.life import Event, Kind, Life

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.witness.active import Mark
    from sgm_git.witness.facts import Facts
    from sgm_git.witness.life import State
    from sgm_git.witness.step import Outcome


@dataclass(slots=True)
class Trail:
    """What was found of the record at a path of the newest commit.

    ``before`` has what each marked state came out of, nothing for one that came out of nothing;
    ``former`` the events of a life that was found earlier.
    """

    path: str
    doubt: str | None = None
    is_cut: bool = False
    before: dict[Mark, dict[State, Facts]] = field(default_factory=dict)
    returned: set[Mark] = field(default_factory=set)
    former: tuple[Event, ...] = ()

    def note(self, outcome: Outcome) -> None:
        """Take in what one commit meant."""
        self.doubt = self.doubt or outcome.doubt
        self.returned.update(outcome.returned)
        for mark in outcome.born:
            self.before.setdefault(mark, {})
        for mark in outcome.marks if outcome.before else ():
            known = self.before.setdefault(mark, {})
            for state, facts in outcome.before:
                known.setdefault(state, facts)

    def resume(self, life: Life) -> bool:
        """Go on with what was found earlier; false where two lines of history tell two tales."""
        self.is_cut |= life.is_cut
        few, many = sorted((self.former, life.events), key=len)
        self.former = many
        return set(few) <= set(many)

    def life(self) -> Life:
        """Give the life, newest event first."""
        return Life((*self._events(), *self.former), self.is_cut, self.doubt)

    def _events(self) -> Iterator[Event]:
        for mark in sorted(self.before, key=lambda each: each.order):
            kind = self._kind(mark)
            if kind is not None:
                yield Event(kind, mark.state, tuple(sorted(self.before[mark], key=mark.place)))

    def _kind(self, mark: Mark) -> Kind | None:
        """What happened; None where nothing did that is not in what it came out of."""
        before, facts = list(self.before[mark].values()), mark.doc.facts
        if not before:
            return Kind.RETURNED if mark in self.returned else Kind.BORN
        if all(relation(facts, each) is Relation.CHANGED for each in before):
            return Kind.CHANGED
        is_known = facts is None or facts.stamps in {each.stamps for each in before}
        return None if is_known else Kind.STAMPED
