"""What is kept of the records at one commit, said of them at older ones (DESIGN section 10).

A branch that is merged may have begun before the commit that was looked at last. Where its line of
first parents comes by the branch's beginning, and nothing after that touched a record, the record
has there the life that is kept.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.witness.delta import Documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sgm_git.commits import Commit
    from sgm_git.store.index.facts import FactsStore
    from sgm_git.store.looking import Looking
    from sgm_git.witness.delta import Doc, Key
    from sgm_git.witness.life import Life

_MOST = 20_000
"""How many commits may lie between the two: to follow everything anew takes longer than these."""


def first_parents(rows: Sequence[Commit]) -> list[Commit]:
    """The newest of these commits and its first parents, as far as they are among these."""
    among = {row.oid: row for row in rows}
    line = list(rows[:1])
    while line and line[-1].parents and line[-1].parents[0] in among:
        line.append(among[line[-1].parents[0]])
    return line


class Beside:
    """Gives lives at commits that ``tip`` reaches; ``life`` gives those at ``tip``."""

    def __init__(
        self,
        looking: Looking,
        facts: FactsStore,
        tip: str,
        life: Callable[[str, str], Life | None],
    ) -> None:
        """``life`` takes path and blob of a document, and gives None where there is no such one."""
        self._looking = looking
        self._facts = facts
        self._tip = tip
        self._life = life
        self._documents = Documents(facts, looking.root_of)
        self._rows: dict[str, Commit] = {}
        self._places: set[str] = set()
        self._touched: dict[str, set[Key] | None] = {}

    def __call__(self, commit: str, doc: Doc) -> Life | None:
        """The life of a document that stands there; None where it is not known."""
        if commit not in self._touched:
            rows = self._between(commit)
            self._touched[commit] = None if rows is None else self._keys(rows)
        touched = self._touched[commit]
        if touched is None or doc.key in touched:
            return None
        return self._life(doc.path, doc.blob)

    def _between(self, commit: str) -> list[Commit] | None:
        """The commits that the tip reaches and the other does not; None where it is not on line."""
        if commit not in self._places and not self._reach(commit):
            return None
        below = _reachable(self._rows, commit)
        return [row for oid, row in self._rows.items() if oid not in below]

    def _reach(self, commit: str) -> bool:
        """Look at all commits down to that one; false where first parents do not come by it."""
        history = self._looking.repository.history(self._tip, (commit,))
        rows = list(islice(history, _MOST + 1))
        line = [row.parents[:1] for row in first_parents(rows)]
        if len(rows) > _MOST or line[-1:] != [(commit,)]:
            return False
        self._facts.load(list(self._looking.blobs(rows)))
        self._rows = {row.oid: row for row in rows}
        self._places = {parent for parents in line for parent in parents}
        return True

    def _keys(self, rows: Iterable[Commit]) -> set[Key]:
        states = set(self._looking.changed(rows))
        return {self._documents.doc(path, blob).key for path, blob in states}


def _reachable(rows: Mapping[str, Commit], oid: str) -> set[str]:
    """Those of the commits that one of them reaches, itself too."""
    found, wanted = set[str](), [oid]
    while wanted:
        each = wanted.pop()
        if each in rows and each not in found:
            found.add(each)
            wanted += rows[each].parents
    return found
