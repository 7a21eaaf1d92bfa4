"""Lets one record take the place of another, both saying so (DESIGN sections 8 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.document import Set
from sgm_git.errors import NoSuchRecord, Refused
from sgm_git.record import fields
from sgm_git.record.spoken import quoted
from sgm_git.store.editing import record_of, spliced
from sgm_git.witness.reading import Standing
from sgm_git.witness.references import claims_of, meant, possible_names
from sgm_git.witness.standing import base_standing
from sgm_git.witness.supersession import succession

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.catalog import Catalog
    from sgm_git.store.drafts import Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.transaction import Transaction
    from sgm_git.witness.references import Claims
    from sgm_git.witness.supersession import Succession

_WITH_STATUS = frozenset(("rule", "decision"))


def supersede(
    transaction: Transaction, old: str, new: str, *, expect: str | None = None
) -> Written:
    """Let the record ``new`` supersede ``old``; nothing changes of what says so already.

    The old one gets ``superseded_by``, a rule or decision also the status ``superseded``; the new
    one gets ``supersedes``. Gives the old one's part. Raises NoSuchRecord, and Refused with
    nothing planned: for one record, where the new one is history itself, where the old one has
    another successor, for a circle, and where the old one's blob is not ``expect``.
    """
    before, after = transaction.get(old), transaction.get(new)
    if expect is not None:
        before.refuse_other(expect)
    if before.path == after.path:
        raise Refused(f"{before.id} cannot supersede itself", hint="name two records")
    look = _Around(transaction.catalog)
    _refuse_history(before, after, look)
    _refuse_other_successor(before, after, look)
    changed = spliced(before, _old_changes(before, after, look))
    answering = spliced(after, _new_changes(before, after, look))
    written = transaction.rewrite(before.ref, changed)
    transaction.rewrite(after.ref, answering)
    return written


def is_proposed(transaction: Transaction, ref: str) -> bool:
    """Whether a record is a proposal yet, so that nothing holds in the old one's place."""
    return base_standing(transaction.get(ref).record or {})[0] is Standing.PROPOSED


def types_apart(transaction: Transaction, old: str, new: str) -> str | None:
    """Say of which types two records are; None where they are of one."""
    before, after = (transaction.get(ref).type or "none" for ref in (old, new))
    return None if before == after else f"{old} is of type {before}, but {new} of type {after}"


def free_successor(catalog: Catalog, entry: Entry, reference: str) -> Entry:
    """Give the one record that a reference in ``entry`` means, if nothing follows it itself.

    Raises NoSuchRecord where the reference means none or several, and Refused where it means the
    record itself, or one that is said to be superseded.
    """
    look = _Around(catalog)
    found = meant(entry.root.path, reference, list(look.named(possible_names(reference))))
    other = catalog.at(found[0].path) if len(found) == 1 else None
    if other is None:
        raise NoSuchRecord(f"{quoted(reference)} names no single record", hint="name it: root:id")
    if other.path == entry.path:
        raise Refused(f"{entry.id} cannot supersede itself", hint="name another record")
    became = look.became(other)
    if became.is_superseded or became.after:
        raise Refused(f"{other.id} is superseded itself", hint="name the record that holds")
    return other


class _Around:
    """What the records of a catalog say of supersession (``witness.references.Lookup``)."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._speaking: list[Claims] | None = None

    def named(self, names: Collection[str]) -> Iterable[Claims]:
        """Those whose id, now or once, is among the names."""
        found = {e.path: _claims(e) for name in names for e in self._catalog.alike(name)}
        return [each for each in found.values() if not each.names.isdisjoint(names)]

    def superseding(self, references: Collection[str]) -> Iterable[Claims]:
        """Those that supersede one of the references."""
        if self._speaking is None:
            self._speaking = [_claims(entry) for entry in self._catalog if _may_speak(entry)]
        return [each for each in self._speaking if not each.supersedes.isdisjoint(references)]

    def became(self, entry: Entry) -> Succession:
        """What became of a record."""
        return succession(_claims(entry), self)

    def way(self, start: Entry, goal: Entry) -> list[str]:
        """The ids of what supersedes ``start``, one by the next, up to ``goal``; none: no way."""
        before = self._reached(start, goal)
        steps = [goal.path] if goal.path in before else []
        while steps and before[steps[-1]] != start.path:
            steps.append(before[steps[-1]])
        entries = [self._catalog.at(path) for path in reversed(steps)]
        return [each.id or each.path for each in entries if each is not None]

    def _reached(self, start: Entry, goal: Entry) -> dict[str, str]:
        """What supersedes ``start``, directly or not, each with what it was reached from."""
        before: dict[str, str] = {}
        todo = [start]
        while todo and goal.path not in before:
            entry = todo.pop()
            fresh = {path for path, _ in self.became(entry).after} - before.keys()
            before |= dict.fromkeys(fresh, entry.path)
            todo += [each for each in map(self._catalog.at, sorted(fresh)) if each is not None]
        return before

    def means(self, entry: Entry, reference: str, other: Entry) -> bool:
        """Whether a reference in one record leads to the other."""
        found = meant(entry.root.path, reference, list(self.named(possible_names(reference))))
        return any(each.path == other.path for each in found)


def _may_speak(entry: Entry) -> bool:
    """Whether the bytes can hold the kind ``supersedes``, be it with an escape."""
    return b"supersedes" in entry.data or b"\\" in entry.data


def _claims(entry: Entry) -> Claims:
    return claims_of(entry.record or {}, entry.path, entry.root.path)


def _refuse_history(old: Entry, new: Entry, look: _Around) -> None:
    """Raise Refused where the new record holds no more; first where the old one took its place."""
    way = look.way(new, old)
    if way:
        through = f" through {way[0]}" if len(way) > 1 else ""
        raise Refused(
            f"that would close a circle: {new.id} is superseded by {old.id} already{through}",
            hint=f"if {new.id} holds again, remove what says so first (sgm show {new.id} --json)",
        )
    became = look.became(new)
    if became.is_superseded:
        by = f" by {', '.join(became.successors)}" if became.successors else ""
        raise Refused(f"{new.id} is superseded itself{by}", hint="name the record that holds")
    standing, word = base_standing(record_of(new))
    if standing is Standing.HISTORY:
        raise Refused(f"{new.id} is {word} itself", hint="name the record that holds")


def _refuse_other_successor(old: Entry, new: Entry, look: _Around) -> None:
    became = look.became(old)
    own = _name(old, new)
    others = [name for name in became.successors if name != own]
    if others:
        raise Refused(
            f"{old.id} is superseded by {', '.join(others)} already",
            hint=f"supersede that one, or remove what says so (sgm show {old.id} --json)",
        )


def _old_changes(old: Entry, new: Entry, look: _Around) -> list[Set]:
    record = record_of(old)
    changes: list[Set] = []
    added: list[JsonValue] = []
    statuses = fields.annotations_of(record, "status")
    if old.type in _WITH_STATUS and all(each.value != "superseded" for each in statuses):
        if statuses:
            place = ("annotations", str(statuses[0].position), "value")
            changes.append(Set(place, "superseded"))
        else:
            added.append({"kind": "status", "value": "superseded"})
    named = fields.annotated_references(record, "superseded_by")
    if not any(look.means(old, each.id, new) for each in named):
        added.append({"kind": "superseded_by", "value": _name(old, new)})
    return [*changes, *_appending(record, added)]


def _new_changes(old: Entry, new: Entry, look: _Around) -> list[Set]:
    record = record_of(new)
    named = fields.annotated_references(record, "supersedes")
    if any(look.means(new, each.id, old) for each in named):
        return []
    return _appending(record, [{"kind": "supersedes", "value": _name(new, old)}])


def _appending(record: JsonObject, added: list[JsonValue]) -> list[Set]:
    """What adds annotations."""
    if added and not isinstance(record.get("annotations"), list):
        return [Set(("annotations",), added)]
    return [Set(("annotations", "-"), each) for each in added]


def _name(entry: Entry, other: Entry) -> str:
    """How one record names the other."""
    return (other.id or "") if other.root.path == entry.root.path else other.ref
