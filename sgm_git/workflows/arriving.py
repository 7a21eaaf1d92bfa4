"""The documents that commits bring to a state, beside what stood there (DESIGN 6 and 7)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.errors import Refused
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.store.subjects import subject_of
from sgm_git.workflows.consented import Consented
from sgm_git.workflows.survey import State

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.checks.case import Subject
    from sgm_git.commits import Commit
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.side import Side

_FOLDER = CONFIG_PATH.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Arriving(State):
    """The documents at the end of a range, beside those of the merge base.

    ``before`` is None where there is no merge base here: then what was lost cannot be told.
    ``replaced`` is what they take the place of, where that is something else. Without either, all
    is taken for changed. ``commits`` are those of the range, the newest first. ``elsewhere`` are
    documents, by path and blob, that stand where the range goes to already, if not in this very
    place. ``to_come`` are the roots that readers will go by once it is merged, where those are
    others.
    """

    before: Side | None = None
    replaced: Side | None = None
    commits: tuple[Commit, ...] = ()
    notes: tuple[str, ...] = ()
    blobs: dict[str, str] = field(default_factory=dict)
    elsewhere: Collection[tuple[str, str]] = ()
    to_come: Roots | None = None

    def is_changed(self, path: str) -> bool:
        """Whether the range brings the document at a path, or changes it."""
        if self.elsewhere and (path, self.blobs.get(path, "")) in self.elsewhere:
            return False
        return self.there is None or not self.there.has(path)

    @property
    def there(self) -> Side | None:
        """What stands where the documents go."""
        return self.replaced or self.before

    @property
    def known_blobs(self) -> set[str]:
        """What is judged as it stands, or stood there before."""
        sides = [side for side in (self.before, self.replaced) if side is not None]
        known = {blob for side in sides for blob in side.blobs}
        return known | set(self.blobs.values()) | {blob for _, blob in self.elsewhere}

    @property
    def stopped(self) -> frozenset[str]:
        """The paths of what is judged, and will be no record by the roots that come."""
        roots = self.to_come
        return frozenset(() if roots is None else (p for p in self.blobs if not roots.root_of(p)))

    @property
    def is_touched(self) -> bool:
        """Whether any document is brought, changed or taken away."""
        if self.there is None or self.elsewhere:
            return any(map(self.is_changed, self.blobs))
        return not self.there.is_same or bool(self.stopped)

    def subjects(self) -> Iterator[tuple[Entry, Subject]]:
        """Give them as the checks take them, with what they were before."""
        consented = Consented(self.records, self.commits)
        for entry in self.entries():
            if self.before is None or self.before.has(entry.path):
                yield entry, subject_of(entry)
                continue
            subject = beside(self.before, entry, consented)
            if self._is_on_new_ground(entry.path):
                config = replace(entry.root.config, strict=True)
                subject = replace(subject, root=replace(entry.root, config=config))
            if self.records.settings.written is None:  # nobody has said yet that it is a record
                subject = replace(subject, previous=None, allowed=None, stood=None)
            yield entry, subject

    def _is_on_new_ground(self, path: str) -> bool:
        """Whether a file comes together with the root that makes it a document.

        That such a root is not strict counts for files which were there before it.
        """
        settings, before = self.records.settings, self.before
        if settings.written is None or settings.former is None or before is None:
            return False
        return settings.former.root_of(path) is None and not before.had(path)


def beside(side: Side, entry: Entry, consented: Consented) -> Subject:
    """An entry that differs from a side, with what it was there and what it may have lost since."""
    before = side.before(entry)
    allowed = consented.allowed(entry, before)
    return subject_of(entry, is_new=before is None, before=before, allowed=allowed)


def refuse_twins(repository: Repository, roots: Roots, oid: str) -> None:
    """Raise Refused where a tree has two entries of one name: who reads it sees the one or other.

    No git makes such a tree; what is judged might not be what others read.
    """
    seen = set()
    for entry in repository.list_tree(oid, (*roots.prefixes, _FOLDER, ".mailmap")):
        if entry.path in seen:
            raise Refused(
                f"{entry.path} is there twice in one tree", hint="git fsck says more of such trees"
            )
        seen.add(entry.path)
