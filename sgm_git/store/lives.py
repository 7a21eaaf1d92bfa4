"""What the records of a transaction were at first, and what they may lose on the way.

The first state is held against the last: two steps cannot do what one may not, and what came and
went within the transaction needs no consent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.checks.keeping import consent_pointer, immutable_changes, keep
from sgm_git.findings import Finding, Severity
from sgm_git.record.consent import Consent
from sgm_git.record.pointer import parse, render

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from sgm_git.findings import Fault
    from sgm_git.policy.vocabulary import Vocabulary
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.catalog import Catalog
    from sgm_git.store.entry import Entry

    Name = tuple[str, str | None]
    """A record's root and id."""


@dataclass(frozen=True, slots=True)
class Leave:
    """What a write may lose: ``drop`` of what must be kept, ``change`` of what never changes.

    Each pointer stands for all that is below it; ``everything`` allows and records every loss.
    """

    drop: Collection[Pointer] = ()
    change: Collection[Pointer] = ()
    everything: bool = False

    @property
    def names_any(self) -> bool:
        """Whether it allows anything."""
        return self.everything or bool(self.drop) or bool(self.change)

    def __or__(self, other: Leave) -> Leave:
        """Leave for what either allows."""
        return Leave(
            (*self.drop, *other.drop),
            (*self.change, *other.change),
            self.everything or other.everything,
        )


NO_LEAVE = Leave()


def nothing(_entry: Entry) -> JsonObject | None:
    """What a HEAD that nobody knows has of a record."""
    return None


def forgone(
    base: JsonObject, result: JsonObject, vocabulary: Vocabulary, leave: Leave
) -> list[Fault]:
    """What a record lost or changed since ``base`` that there is leave for."""
    if leave.everything:
        return _losses(base, result, vocabulary)
    kept = {(each.code, each.pointer) for each in _losses(base, result, vocabulary, leave)}
    found = _losses(base, result, vocabulary)
    return [each for each in found if (each.code, each.pointer) not in kept]


@dataclass
class Lives:
    """The records that a transaction touched, by root and id as they are now."""

    vocabulary: Vocabulary
    _first: dict[Name, Entry] = field(default_factory=dict)
    _leave: dict[Name, Leave] = field(default_factory=dict)
    _renamed: dict[Name, Name] = field(default_factory=dict)  # what went on under another name

    def begin(self, entry: Entry, leave: Leave = NO_LEAVE) -> None:
        """Remember a record before its first change, and what this change may lose."""
        name = _name(entry)
        self._first.setdefault(name, entry)
        self._leave[name] = self._leave.get(name, NO_LEAVE) | leave

    def allow(self, entry: Entry, leave: Leave) -> None:
        """Add to what a record may lose that there was when the transaction began."""
        if self.has(entry):
            self._leave[_name(entry)] |= leave

    def go_on_as(self, before: Entry, after: Entry) -> None:
        """Let a record that got another id or root be the same life."""
        old, new = _name(before), _name(after)
        if old != new:
            self._first[new] = self._first.pop(old)
            self._leave[new] = self._leave.pop(old)
            self._renamed.pop(new, None)
            self._renamed[old] = new

    def has(self, entry: Entry) -> bool:
        """Whether there was such a record when the transaction began."""
        return _name(entry) in self._first

    def losses(self, before: Entry, after: Entry, leave: Leave = NO_LEAVE) -> list[Finding]:
        """What one change loses or changes that it must not, but for what there is leave for."""
        base, result = before.record, after.record
        if base is None or result is None or leave.everything:
            return []
        return [_finding(before, loss) for loss in _losses(base, result, self.vocabulary, leave)]

    def unwanted(self, catalog: Catalog) -> list[Finding]:
        """What all changes together lose or change that they must not."""
        return [
            finding
            for name, first, last in self._both(catalog)
            for finding in self.losses(first, last, self._leave[name])
        ]

    def consents(
        self, catalog: Catalog, at_head: Callable[[Entry], JsonObject | None] = nothing
    ) -> Iterator[tuple[str, Consent]]:
        """Give the consents to all that is lost on purpose, as the commit says them.

        Each with the path that the record had. What its file had lost before, against what is
        ``at_head``, is lost on purpose where a write names it.
        """
        for name, first, last in self._both(catalog):
            leave = self._leave[name]
            if first.record is not None and last.record is not None:
                lost = _losses(first.record, last.record, self.vocabulary)
                yield from _consents(catalog, first, first.record, lost)
            base = at_head(first) if leave.names_any else None
            if base is not None and last.record is not None:
                lost = forgone(base, last.record, self.vocabulary, leave)
                yield from _consents(catalog, first, base, lost)

    def _both(self, catalog: Catalog) -> Iterator[tuple[Name, Entry, Entry]]:
        """Give every record that is there at both ends, with its first and its last state.

        One that was renamed and is gone is there if something has its old name.
        """
        for name, first in self._first.items():
            last = _there(catalog, name)
            for old in self._renamed if last is None else ():
                last = last or (_there(catalog, old) if self._led(old) == name else None)
            if last is not None:
                yield name, first, last

    def _led(self, name: Name) -> Name:
        """The name under which a record went on."""
        while name in self._renamed:
            name = self._renamed[name]
        return name


def _consents(
    catalog: Catalog, entry: Entry, base: JsonObject, lost: Iterable[Fault]
) -> Iterator[tuple[str, Consent]]:
    """The root is named where the id alone does not say whose it is."""
    name = entry.id or ""
    root = entry.root.path if len(catalog.named(name)) > 1 else None
    for loss in lost:
        pointer = consent_pointer(base, parse(loss.pointer or ""))
        yield entry.path, Consent(name, render(pointer), root)


def _there(catalog: Catalog, name: Name) -> Entry | None:
    named = catalog.named(name[1]) if name[1] is not None else []
    return next((entry for entry in named if _name(entry) == name), None)


def _name(entry: Entry) -> Name:
    return entry.root.path, entry.id


def _losses(
    base: JsonObject, result: JsonObject, vocabulary: Vocabulary, leave: Leave = NO_LEAVE
) -> list[Fault]:
    changes = immutable_changes(base, result)
    return [
        *keep(base, result, vocabulary, leave.drop),
        *(change for change in changes if not _is_named(change, leave.change)),
    ]


def _is_named(change: Fault, pointers: Iterable[Pointer]) -> bool:
    """Whether a change lies at or below a value that the caller named."""
    pointer = parse(change.pointer or "")
    return any(pointer[: len(named)] == tuple(named) for named in pointers)


def _finding(entry: Entry, loss: Fault) -> Finding:
    return Finding(
        loss.code, Severity.ERROR, entry.path, loss.message, loss.span, loss.pointer, entry.id
    )
