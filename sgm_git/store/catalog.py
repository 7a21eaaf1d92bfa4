"""Finds records by id among the files of a store, without parsing more of them than it must."""

from __future__ import annotations

import difflib
from posixpath import basename
from typing import TYPE_CHECKING

from sgm_git.errors import NoSuchRecord
from sgm_git.policy.names import folded
from sgm_git.record import fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.store.entry import Entry

# A store is parsed whole once it has been asked about that many ids.
_LOOKUPS_BEFORE_INDEX = 8
_LIKELY = 3  # ids that are proposed


class Catalog:
    """The entries of one state of a store, by path and by id. Later entries replace by path."""

    def __init__(
        self, entries: Iterable[Entry], occupied: Callable[[str], bool] = lambda _path: False
    ) -> None:
        """Take the entries; ``occupied`` tells whether anything lies at a path besides them."""
        self._by_path = {entry.path: entry for entry in entries}
        self._began_with = frozenset(self._by_path)
        self._occupied = occupied
        self._places: dict[str, int] | None = None
        self._by_form: dict[str, set[str]] | None = None
        self._lookups = 0

    def __iter__(self) -> Iterator[Entry]:
        """Give the entries, by path."""
        return iter(sorted(self._by_path.values(), key=lambda entry: entry.path))

    def at(self, path: str) -> Entry | None:
        """The entry at a path."""
        return self._by_path.get(path)

    def is_taken(self, path: str) -> bool:
        """Whether an entry has this path, or one that some file systems take for it (L504).

        What lies there and is no record counts too.
        """
        if path not in self._began_with and self._occupied(path):
            return True
        if self._places is None:
            self._places = {}
            for place in self._by_path:
                self._occupy(place, 1)
        return self._places.get(folded(path), 0) > 0

    def put(self, entry: Entry) -> None:
        """Add an entry, or replace the one at its path."""
        self.drop(entry.path)
        self._by_path[entry.path] = entry
        self._occupy(entry.path, 1)
        if self._by_form is not None:
            self._index(self._by_form, entry)

    def drop(self, path: str) -> None:
        """Forget the entry at a path, if there is one."""
        entry = self._by_path.pop(path, None)
        if entry is None:
            return
        self._occupy(path, -1)
        if self._by_form is not None:
            for name in _names(entry):
                self._by_form[folded(name)].discard(path)

    def named(self, record_id: str) -> list[Entry]:
        """The entries whose id it is; where there is none, those that had it once (aliases)."""
        candidates = self._candidates(record_id)
        now = [entry for entry in candidates if entry.id == record_id]
        return now or [entry for entry in candidates if record_id in _names(entry)]

    def alike(self, record_id: str) -> list[Entry]:
        """The entries whose id, now or once, is this one but for case or Unicode form (L504)."""
        form = folded(record_id)
        candidates = self._candidates(record_id, form)
        return [entry for entry in candidates if form in map(folded, _names(entry))]

    def holds(self, record_id: str) -> bool:
        """Whether a record has this id now; an id that one had before does not count."""
        return any(entry.id == record_id for entry in self.named(record_id))

    def get(self, ref: str) -> Entry:
        """The one record that ``id`` or ``root:id`` names.

        Raises NoSuchRecord where there is none, with likely ids, or more than one, with all.
        """
        found = self.named(ref) or self._named_with_root(ref)
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(ref, found)
        raise self._unknown(ref)

    def _named_with_root(self, ref: str) -> list[Entry]:
        """The entries that ``root:id`` names; either may hold colons itself."""
        for place in (number for number, character in enumerate(ref) if character == ":"):
            root = "" if ref[:place] == "." else ref[:place].strip("/")
            found = [entry for entry in self.named(ref[place + 1 :]) if entry.root.path == root]
            if found:
                return found
        return []

    def _occupy(self, path: str, number: int) -> None:
        if self._places is not None:
            form = folded(path)
            self._places[form] = self._places.get(form, 0) + number

    def _candidates(self, record_id: str, form: str | None = None) -> list[Entry]:
        """Entries that may have the id, or with ``form`` one that folds to it; by path."""
        self._lookups += 1
        if self._by_form is None and self._lookups <= _LOOKUPS_BEFORE_INDEX:
            if form is not None:
                return [entry for entry in self if _may_hold_form(entry, form)]
            return [entry for entry in self if _may_hold(entry, record_id)]
        paths = self._index_by_form().get(form or folded(record_id), ())
        return [self._by_path[path] for path in sorted(paths)]

    def _index_by_form(self) -> dict[str, set[str]]:
        if self._by_form is None:
            self._by_form = {}
            for entry in self._by_path.values():
                self._index(self._by_form, entry)
        return self._by_form

    @staticmethod
    def _index(by_form: dict[str, set[str]], entry: Entry) -> None:
        for name in _names(entry):
            by_form.setdefault(folded(name), set()).add(entry.path)

    def _unknown(self, ref: str) -> NoSuchRecord:
        unread = [entry for entry in self if entry.record is None and not entry.is_link]
        for entry in unread:
            if basename(entry.path) == f"{ref}.md":
                return unreadable(entry)
        for entry in self:
            if entry.record is not None and _lies_at(entry, ref):
                return _by_path(ref, entry)
        return self._likely(ref, len(unread))

    def _likely(self, ref: str, unread: int) -> NoSuchRecord:
        close = _close(ref, sorted({entry.id for entry in self if entry.id is not None}))
        hint = f"did you mean {', '.join(close)}?" if close else "sgm list shows all of them"
        if unread:
            hint += f" ({unread} of the files cannot be read: sgm check)"
        return NoSuchRecord(f"there is no record {ref}", hint=hint)


def _lies_at(entry: Entry, ref: str) -> bool:
    """Whether a reference is the path of a record's file, maybe from a folder; or its bare name."""
    place = ref.removeprefix("./").replace("\\", "/")
    if entry.id is None and basename(entry.path) == f"{place}.md":
        return True
    return place.endswith(".md") and f"/{entry.path}".endswith(f"/{place}")


def _by_path(ref: str, entry: Entry) -> NoSuchRecord:
    if entry.id is None:
        why = f"the record in {entry.path} has no id"
        return NoSuchRecord(why, hint=f"sgm fix {entry.path} gives it one")
    return NoSuchRecord(f"{ref} is no id, but the file of {entry.id}", hint=f"name it {entry.id}")


def _close(ref: str, ids: list[str]) -> list[str]:
    """The likely ids, at most three: first those that begin so, then those that look like it."""
    begun = [each for each in ids if ref and each.casefold().startswith(ref.casefold())]
    alike = difflib.get_close_matches(ref, ids, n=_LIKELY)
    return [*dict.fromkeys((*begun, *alike))][:_LIKELY]


def _names(entry: Entry) -> tuple[str, ...]:
    """The record's id and the ids that it had."""
    if entry.record is None or entry.id is None:
        return ()
    return (entry.id, *fields.aliases(entry.record))


def _may_hold(entry: Entry, record_id: str) -> bool:
    """Whether the bytes can hold that id: as it is, or in a form that needs parsing to tell.

    Only escapes, a quote that is doubled, and blanks where a line was folded, spell an id other
    than it is.
    """
    try:
        spelled = record_id.encode()
    except UnicodeEncodeError:
        return True
    return spelled in entry.data or b"\\" in entry.data or _is_spelled_oddly(record_id)


def _may_hold_form(entry: Entry, form: str) -> bool:
    text = entry.data.decode("utf-8", "replace")
    return form in folded(text) or "\\" in text or _is_spelled_oddly(form)


def _is_spelled_oddly(record_id: str) -> bool:
    return any(c.isspace() or c == "'" for c in record_id)


def unreadable(entry: Entry) -> NoSuchRecord:
    """Why a record that is there cannot be given: its file cannot be read."""
    fault = entry.faults[0]
    return NoSuchRecord(
        f"{entry.path} cannot be read: {fault.code} {fault.message}",
        hint=f"sgm check {entry.path} shows the place",
    )


def _ambiguous(ref: str, found: list[Entry]) -> NoSuchRecord:
    roots = {entry.root.path for entry in found}
    if len(roots) == len(found):
        names = ", ".join(entry.ref for entry in found)
        return NoSuchRecord(f"{ref} is in several roots: {names}", hint="name one of these")
    paths = ", ".join(entry.path for entry in found)
    return NoSuchRecord(
        f"{ref} stands more than once: {paths}", hint="give one of the files another id (L501)"
    )
