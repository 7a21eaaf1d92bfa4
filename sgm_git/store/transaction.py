"""A set of writes: planned in memory, judged, then made as one and committed as one.

Nothing touches a file before the block has ended without an error (DESIGN section 11, "Writes").
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.checks.places import off_layout
from sgm_git.checks.stock import Stock
from sgm_git.document import Set, update
from sgm_git.errors import Refused, UsageError
from sgm_git.policy.config import DEFAULT_LAYOUT
from sgm_git.policy.names import folded
from sgm_git.record import fields
from sgm_git.record.provenance import completed, stamped
from sgm_git.store.editing import (
    document,
    filled,
    read_back,
    record_of,
    removing,
    setting_in_step,
    spliced,
    tokens_of,
    updated,
)
from sgm_git.store.entry import refuse_absence
from sgm_git.store.lives import NO_LEAVE, Leave
from sgm_git.store.naming import free_path, fresh_id, refuse_place, refuse_taken, root_for
from sgm_git.store.relinking import relinked
from sgm_git.store.settings import sharded
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sgm_git.findings import Finding
    from sgm_git.policy.paths import Root
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.catalog import Catalog
    from sgm_git.store.drafts import Drafts, Written
    from sgm_git.store.entry import Entry
    from sgm_git.store.settings import Settings


@dataclass(frozen=True, slots=True)
class WriteResult:
    """What a transaction did: the commit's hex id (None without one), and each record's part.

    ``findings`` are faults that do not stop a write, ``notes`` what a person should know.
    """

    commit: str | None = None
    written: tuple[Written, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()

    def noting(self, *notes: str) -> WriteResult:
        """The same result with more notes."""
        return replace(self, notes=(*self.notes, *notes))


@dataclass
class Transaction:
    """The writes of one block; see ``Records.transaction``. ``result`` is there after the block.

    A ``ref`` is an id or ``root:id``; ``expect`` is the blob id that the record's file must have.
    All methods raise NoSuchRecord for a ref that names none, and Refused, with nothing planned,
    for a write that would break a promise.
    """

    settings: Settings
    catalog: Catalog
    actor: Actor
    now: int
    drafts: Drafts
    home: str = ""
    result: WriteResult = field(default_factory=WriteResult)

    def get(self, ref: str) -> Entry:
        """The record as it stands in this transaction."""
        return self.catalog.get(ref)

    def add(
        self,
        record: JsonObject,
        *,
        path: str | None = None,
        expect: str | None = None,
        typed: bytes | None = None,
    ) -> Written:
        """Add a record: given fields are kept exactly, missing ones filled (DESIGN section 5).

        Without an id it gets a readable one, without ``path`` its layout's. ``expect`` may say
        that there is none yet, by zeros. Of ``typed``, a person's document of it, all bytes stay.
        """
        refuse_absence(expect, fields.record_id(record) or "a new record")
        root = root_for(self.settings.roots, path, self.home, self.catalog)
        scope = fields.scope(record) or root.scope
        whole = completed(record, self.actor, now=self.now, scope=scope)
        if "id" not in whole:
            whole["id"] = fresh_id(self.catalog, root, whole)
        record_id = fields.record_id(whole)
        if record_id is None:
            raise Refused("a record's id must be a text that is not empty (S201)")
        refuse_taken(self.catalog, root, record_id)
        if path is not None:
            refuse_place(self.catalog, path)
        target = path or free_path(self.catalog, root, whole)
        data = document(whole) if typed is None else filled(typed, whole)
        return self.drafts.create("add", root, target, data)

    def put(
        self,
        record: JsonObject,
        *,
        expect: str | None = None,
        drop: Collection[Pointer] = (),
        stamp: bool = True,
    ) -> Written:
        """Make the record with this id be ``record``, changing as few bytes as that takes.

        Adds it where there is none. Unknown fields that it lacks must be named in ``drop``;
        without ``stamp`` its ``modified*`` are taken as they are.
        """
        record_id = fields.record_id(record)
        if record_id is None or not self.catalog.holds(record_id):
            return self.add(record, expect=expect)
        entry = self._entry(record_id, expect)
        data = updated(entry, record)
        if stamp:
            data = self._stamped(entry, data)
        return self.drafts.replace(entry, data, Leave(drop, drop))

    def set(
        self,
        ref: str,
        pointer: Pointer | str,
        value: JsonValue,
        *,
        expect: str | None = None,
        consent: bool = False,
    ) -> Written:
        """Set one value; the last token ``-`` appends to a list, missing objects are made.

        To name a value here is the consent that its loss needs; ``consent`` allows to change
        ``created_at``, ``agent`` or ``origin`` of provenance. Both are written into the commit.
        Setting ``scope`` sets its copy in provenance along with it.
        """
        entry = self._entry(ref, expect)
        pointer = tokens_of(pointer)
        if pointer[:1] == ("id",):
            raise UsageError("an id is not set", hint=f"sgm rename {entry.id} NEW")
        record = record_of(entry)
        changes = setting_in_step(record, pointer, value)
        leave = Leave(drop=[pointer], change=[pointer] if consent else ())
        return self._replace(entry, spliced(entry, changes), leave)

    def unset(self, ref: str, pointer: Pointer | str, *, expect: str | None = None) -> Written:
        """Remove one value, gone already or not: to name it is the consent that its loss needs."""
        entry = self._entry(ref, expect)
        pointer = tokens_of(pointer)
        if pointer == ("id",):
            raise UsageError("a record needs its id", hint=f"sgm rm {entry.id}")
        leave = Leave(drop=[pointer])
        if self.drafts.is_gone(entry, pointer):
            return self.drafts.replace(entry, entry.data, leave)
        return self._replace(entry, spliced(entry, removing(record_of(entry), pointer)), leave)

    def annotate(
        self, ref: str, kind: str, value: JsonValue, *, expect: str | None = None
    ) -> Written:
        """Append an annotation."""
        entry = self._entry(ref, expect)
        item: JsonObject = {"kind": kind, "value": value}
        if isinstance(record_of(entry).get("annotations"), list):
            change = Set(("annotations", "-"), item)
        else:
            change = Set(("annotations",), [item])
        return self._replace(entry, spliced(entry, [change]))

    def rewrite(
        self, ref: str, data: bytes, *, expect: str | None = None, drop: Collection[Pointer] = ()
    ) -> Written:
        """Make the record's file these bytes, as a person typed them; stamps are kept true.

        What they lack of what must be kept is named in ``drop``.
        """
        entry = self._entry(ref, expect)
        if fields.record_id(read_back(entry.path, data)) != entry.id:
            raise Refused(f"the id of {entry.id} was changed", hint="sgm rename gives another id")
        return self._replace(entry, data, Leave(drop, drop))

    def attempt(self, operation: Callable[[], Written]) -> Written:
        """Do one write of this transaction and judge it at once; see ``Drafts.attempt``."""
        return self.drafts.attempt(operation)

    def remove(self, ref: str, *, expect: str | None = None) -> Written:
        """Remove the record's file; history keeps it."""
        return self.drafts.remove(self._entry(ref, expect))

    def move(self, ref: str, path: str, *, expect: str | None = None) -> Written:
        """Move the record's file to another path in a root; its id and life stay."""
        entry = self._entry(ref, expect)
        root = root_for(self.settings.roots, path, self.home)
        if folded(path) != folded(entry.path):
            refuse_place(self.catalog, path)
        return self.drafts.move(entry, root, path, entry.data)

    def relayout(self) -> list[Written]:
        """Move every record that lies off its root's layout (L505) to where it belongs."""
        subjects = [subject_of(entry) for entry in self.catalog]
        moved = []
        for brief, fault in off_layout(Stock.of(subjects, self.drafts.policy)):
            entry = self.catalog.at(brief.path)
            if entry is not None and fault.fix is not None and fault.fix.move_to is not None:
                target = fault.fix.move_to
                moved.append(self.drafts.move(entry, entry.root, target, entry.data))
        return moved

    def shard(self, root: Root) -> bool:
        """Let new records of a root go to folders by shard, from this transaction on.

        The configuration changes in the same commit. False where it is written in a way that
        only a person can change, or the root has a layout of its own choice already.
        """
        if root.config.layout != DEFAULT_LAYOUT:
            return False
        changed = sharded(self.settings, root.config)
        if changed is None:
            return False
        self.settings, change = changed
        self.drafts.beside(change)
        return True

    def rename(self, old: str, new: str, *, expect: str | None = None) -> Written:
        """Give the record another id; its old one stays in ``aliases``, links to it are mended."""
        entry = self._entry(old, expect)
        refuse_taken(self.catalog, entry.root, new)
        was = entry.id or old
        record = record_of(entry)
        names: list[JsonValue] = [*fields.aliases(record), was]
        data = spliced(entry, [Set(("id",), new), Set(("aliases",), names)])
        renamed = self._stamped(entry, data)
        target = entry.path
        if target == entry.root.place(record):
            target = free_path(self.catalog, entry.root, record | {"id": new})
        for other in list(self.catalog):
            changes = relinked(other, was, new) if other.path != entry.path else []
            if changes:
                self._replace(other, spliced(other, changes))
        return self.drafts.move(entry, entry.root, target, renamed, action="rename")

    def restore(self, past: Entry, *, expect: str | None = None) -> Written:
        """Bring a record back as in ``past``, an earlier entry; ``expect`` zeros: it is gone.

        A file in its place that cannot be read is what became of it, and is written over.
        """
        record_of(past)
        leave = Leave(everything=True)
        if past.id is not None and self.catalog.holds(past.id):
            entry = self._entry(past.id, expect)
            return self.drafts.replace(entry, past.data, leave, action="restore")
        refuse_taken(self.catalog, past.root, past.id or "")
        there = self.catalog.at(past.path)
        if there is not None and there.is_spoilt:
            if expect is not None:
                there.refuse_other(expect)
            self.drafts.lives.begin(past, leave)  # HEAD may have more of it than ``past``
        else:
            refuse_absence(expect, past.id or past.path)
            refuse_place(self.catalog, past.path)
            self.drafts.lives.allow(past, leave)  # it may have gone in this very transaction
        return self.drafts.create("restore", past.root, past.path, past.data)

    def _entry(self, ref: str, expect: str | None = None) -> Entry:
        entry = self.catalog.get(ref)
        if expect is not None:
            entry.refuse_other(expect)
        return entry

    def _replace(self, entry: Entry, data: bytes, leave: Leave = NO_LEAVE) -> Written:
        return self.drafts.replace(entry, self._stamped(entry, data), leave)

    def _stamped(self, entry: Entry, data: bytes) -> bytes:
        before, after = record_of(entry), read_back(entry.path, data)
        policy = self.settings.config.store.stamp
        wanted = stamped(before, after, policy, actor=self.actor, now=self.now)
        return data if wanted is after else update(data, wanted)
