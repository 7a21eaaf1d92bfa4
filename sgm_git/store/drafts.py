"""The plan of a transaction: what each file was, what it is to become, and why that may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_document, refuse_write
from sgm_git.errors import Refused
from sgm_git.findings import gravity
from sgm_git.record.changed import changed_fields
from sgm_git.record.pointer import has
from sgm_git.store.entry import Entry
from sgm_git.store.files import FileChange
from sgm_git.store.lives import NO_LEAVE, Leave, Lives, forgone, nothing
from sgm_git.store.message import Deed
from sgm_git.store.subjects import subject_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.policy.paths import Root
    from sgm_git.record.consent import Consent
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Written:
    """One record's part in a write: its id, type and path now, and what was done to it.

    ``action`` is add, change, remove, move, rename, restore, or same where nothing changed;
    ``blob`` is the file's object id now, None where the record is removed.
    """

    id: str
    type: str
    path: str
    action: str
    blob: str | None = None


@dataclass
class Drafts:
    """Plans writes against a catalog. Nothing here touches a file."""

    catalog: Catalog
    policy: CheckPolicy
    blob_of: Callable[[str, bytes], str]
    at_head: Callable[[Entry], JsonObject | None] = nothing
    lives: Lives = field(init=False)
    _before: dict[str, Entry | None] = field(default_factory=dict)
    _beside: dict[str, FileChange] = field(default_factory=dict)
    _beside_deeds: list[Deed] = field(default_factory=list)
    _written: dict[str, Written] = field(default_factory=dict)
    _verdicts: dict[str, tuple[str, tuple[list[Finding], list[Finding]]]] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self.lives = Lives(self.policy.schemas.vocabulary)

    @property
    def consents(self) -> set[tuple[str, Consent]]:
        """The consents to what the plan loses on purpose, each with the path of its record."""
        return set(self.lives.consents(self.catalog, self.at_head))

    def create(self, action: str, root: Root, path: str, data: bytes) -> Written:
        """Plan a file that is not there yet."""
        entry = self._entry(root, path, data)
        self._stage(path, entry)
        is_back = action == "add" and self.lives.has(entry)
        return self._note(entry, "change" if is_back else action)

    def replace(
        self, entry: Entry, data: bytes, leave: Leave = NO_LEAVE, *, action: str = "change"
    ) -> Written:
        """Plan other bytes for a record's file.

        Raises Refused where they lack what must be kept and ``leave`` does not name it; what is
        dropped on purpose becomes a consent.
        """
        changed = self._entry(entry.root, entry.path, data)
        self._begin(entry, changed, leave)
        if data == entry.data:
            return self._note(entry, "same")
        self._stage(entry.path, changed)
        return self._note(changed, action)

    def move(
        self, entry: Entry, root: Root, path: str, data: bytes, action: str = "move"
    ) -> Written:
        """Plan a file under another path, with other bytes or the same."""
        moved = self._entry(root, path, data)
        self._begin(entry, moved, NO_LEAVE)
        self.lives.go_on_as(entry, moved)
        self._written.pop(entry.path, None)
        if path != entry.path:
            self._stage(entry.path, None)
        self._stage(path, moved)
        return self._note(moved, action)

    def remove(self, entry: Entry) -> Written:
        """Plan that a file goes; one that this plan brought is simply not brought."""
        self.lives.begin(entry)
        self._stage(entry.path, None)
        written = self._note(entry, "remove")
        if self._before[entry.path] is None:
            del self._written[entry.path]
        return written

    def beside(self, change: FileChange, deed: Deed | None = None) -> None:
        """Plan a change of a file that is no record, such as the configuration.

        ``deed`` is what the commit's message says of it, where it is not said by the records'.
        """
        self._beside[change.path] = change
        if deed is not None:
            self._beside_deeds.append(deed)

    def changes(self) -> list[FileChange]:
        """Every file that is to change, by path."""
        found = list(self._beside.values())
        for path, before in sorted(self._before.items()):
            after = self.catalog.at(path)
            old, new = (None if e is None else e.data for e in (before, after))
            if old != new:
                found.append(FileChange(path, old, new))
        return found

    def pairs(self) -> Iterator[tuple[Entry | None, Entry | None]]:
        """Every record's file that the plan touches: as it was, and as it is to be; by path."""
        found = ((each, self.catalog.at(path)) for path, each in sorted(self._before.items()))
        yield from ((before, after) for before, after in found if before or after)

    def written(self) -> tuple[Written, ...]:
        """What is done to each record, in the order in which it was first asked for."""
        return tuple(self._written.values())

    def deeds(self) -> list[Deed]:
        """What the commit's message says."""
        done = [
            Deed(each.action, each.type, each.id, self._changed(each))
            for each in self._written.values()
            if each.action != "same"
        ]
        return done + self._beside_deeds

    def _changed(self, written: Written) -> dict[str, bool]:
        """What is named of a change: which fields it changed."""
        before, after = self._before.get(written.path), self.catalog.at(written.path)
        if written.action != "change" or before is None or after is None:
            return {}
        return changed_fields(before.record or {}, after.record or {})

    def judge(self) -> tuple[Finding, ...]:
        """The faults that the plan brings in and that do not stop the write.

        Raises Refused for those that do (DESIGN section 6, "What refuses a write"). A fault that
        the document had before is neither.
        """
        stopping = self.lives.unwanted(self.catalog)
        reported: list[Finding] = []
        for path in sorted(self._before):
            stops, reports = self._verdict(path)
            stopping += stops
            reported += reports
        if stopping:
            raise _refused(stopping)
        return tuple(reported)

    def is_gone(self, entry: Entry, pointer: Pointer) -> bool:
        """Whether an edit of a file lost already, without a commit, what a write may take away."""
        record, base = entry.record, self.at_head(entry)
        if record is None or base is None or has(record, pointer):
            return False
        leave = Leave(drop=[pointer])
        return bool(forgone(base, record, self.policy.schemas.vocabulary, leave))

    def attempt(self, operation: Callable[[], Written]) -> Written:
        """Plan one write and judge it at once; raises Refused with nothing of it planned.

        For an import, where one record that may not be written does not stop the others. The
        operation must be about one path.
        """
        written = operation()
        if written.path not in self._before:
            return written
        stopping, _ = self._verdict(written.path)
        if stopping:
            self._forget(written.path)
            raise _refused(stopping)
        return written

    def _forget(self, path: str) -> None:
        before = self._before.pop(path)
        self._written.pop(path, None)
        self._verdicts.pop(path, None)
        if before is None:
            self.catalog.drop(path)
        else:
            self.catalog.put(before)

    def _verdict(self, path: str) -> tuple[list[Finding], list[Finding]]:
        """What stops the planned document at a path, and what is only reported."""
        after = self.catalog.at(path)
        if after is None:
            return [], []
        blob, verdict = self._verdicts.get(path, ("", ([], [])))
        if blob != after.blob:
            verdict = self._judged(self._before[path], after)
            self._verdicts[path] = (after.blob, verdict)
        return verdict

    def _judged(self, before: Entry | None, after: Entry) -> tuple[list[Finding], list[Finding]]:
        found = self._check(after, is_new=before is None)
        if found and before is not None:
            had = {_fault_key(finding) for finding in self._check(before, is_new=False)}
            found = [finding for finding in found if _fault_key(finding) not in had]
        refusing = refuse_write(found)
        return refusing, [finding for finding in found if finding not in refusing]

    def _begin(self, before: Entry, after: Entry, leave: Leave) -> None:
        """Refuse a loss that nobody asked for, and remember what the record was."""
        unwanted = self.lives.losses(before, after, leave)
        if unwanted:
            raise _refused(unwanted)
        self.lives.begin(before, leave)

    def _check(self, entry: Entry, *, is_new: bool) -> list[Finding]:
        return check_document(subject_of(entry, is_new=is_new), self.policy)

    def _entry(self, root: Root, path: str, data: bytes) -> Entry:
        return Entry(root, path, self.blob_of(path, data), data)

    def _stage(self, path: str, entry: Entry | None) -> None:
        self._before.setdefault(path, self.catalog.at(path))
        if entry is None:
            self.catalog.drop(path)
        else:
            self.catalog.put(entry)

    def _note(self, entry: Entry, action: str) -> Written:
        earlier = self._written.get(entry.path)
        if earlier is not None and earlier.action in ("add", "rename", "restore"):
            action = earlier.action if action in ("change", "same") else action
        if earlier is not None and action == "same":
            action = earlier.action
        blob = None if action == "remove" else entry.blob
        written = Written(entry.id or "?", entry.type or "record", entry.path, action, blob)
        self._written[entry.path] = written
        return written


def _fault_key(finding: Finding) -> tuple[str, str | None, str]:
    return (finding.code, finding.pointer, finding.message)


def _refused(findings: list[Finding]) -> Refused:
    codes = sorted({finding.code for finding in findings})
    faults = [code for code in codes if code[0] != "P"]
    return Refused(
        f"nothing was written: {', '.join(codes)}",
        findings=findings,
        hint="what never changes is changed only with --consent"
        if not faults
        else f"sgm rule {min(faults, key=gravity)} explains it",
    )
