"""Histories in memory: commits made of whole trees, as the witness gets them from git."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from sgm_git.commits import Change, Commit, Identity
from sgm_git.document import read, write
from sgm_git.witness.facts import Facts, facts_of
from sgm_git.witness.trace import Former, Tracing, trace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from random import Random

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.delta import Key
    from sgm_git.witness.life import Event

ADA = Identity("Ada", "ada@example.org")
CREATED = "2026-10-10T18:21:47Z"
ROOTS = ("m", "n", "m/lib")


@cache
def root_of(path: str) -> str | None:
    """The root of a path in these tests: the longest of ``ROOTS`` that it lies in."""
    inside = [root for root in ROOTS if path.startswith(f"{root}/")]
    return max(inside, key=len) if inside and path.endswith(".md") else None


@cache
def record_of(text: str) -> JsonObject | None:
    """The record in a file, None where it cannot be read."""
    document = read(text.encode("utf-8", "surrogateescape")).document
    return None if document is None else document.record


@cache
def _facts_of(text: str) -> Facts | None:
    record = record_of(text)
    return None if record is None else facts_of(record)


def note(
    name: str | None = "x",
    title: str = "One",
    *,
    created: str | None = CREATED,
    stamps: Mapping[str, JsonValue] | None = None,
    **fields: JsonValue,
) -> str:
    """The text of a record's file."""
    provenance: JsonObject = {"agent": "ada", **({"created_at": created} if created else {})}
    record: JsonObject = {"id": name, "type": "fact", "title": title, **fields}
    record["provenance"] = provenance | dict(stamps or {})
    return write({key: value for key, value in record.items() if value is not None}).decode()


@dataclass(frozen=True)
class Snapshot:
    """A commit as a whole: the blob of every file by path."""

    parents: tuple[str, ...]
    files: Mapping[str, str]
    is_cut: bool = False


@dataclass
class Story:
    """A history that grows by whole trees; blob ids are digests of the texts."""

    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def commit(
        self, files: Mapping[str, str], *parents: str, name: str | None = None, cut: bool = False
    ) -> str:
        """Add a commit with exactly these files; give its object id."""
        oid = f"c{len(self.snapshots)}" if name is None else name
        blobs = {path: self._blob(text) for path, text in files.items()}
        self.snapshots[oid] = Snapshot(parents, blobs, cut)
        return oid

    def line(self, *trees: Mapping[str, str]) -> list[str]:
        """A linear history of these trees, the oldest first."""
        oids: list[str] = []
        for files in trees:
            oids.append(self.commit(files, *oids[-1:]))
        return oids

    def files(self, oid: str) -> dict[str, str]:
        """The texts of a commit by path."""
        return {path: self.texts[blob] for path, blob in self.snapshots[oid].files.items()}

    def commits(
        self, tip: str, known: Collection[str] = (), chance: Random | None = None
    ) -> Iterator[Commit]:
        """The commits down from one but not from ``known``, in one of the orders that git gives."""
        wanted = self.reachable(tip) - {each for oid in known for each in self.reachable(oid)}
        children = dict.fromkeys(wanted, 0)
        for oid in wanted:
            for parent in self.parents(oid):
                if parent in wanted:
                    children[parent] += 1
        ready = [oid for oid, count in children.items() if not count]
        while ready:
            oid = ready.pop(chance.randrange(len(ready)) if chance else -1)
            yield self._commit(oid)
            for parent in self.parents(oid):
                if parent in wanted:
                    children[parent] -= 1
                    ready += [parent] * (not children[parent])

    def parents(self, oid: str) -> tuple[str, ...]:
        """The parents that can be seen."""
        snapshot = self.snapshots[oid]
        return () if snapshot.is_cut else snapshot.parents

    def reachable(self, tip: str) -> set[str]:
        """A commit and all its ancestors that can be seen."""
        found, wanted = set[str](), [tip]
        while wanted:
            oid = wanted.pop()
            if oid not in found:
                found.add(oid)
                wanted += self.parents(oid)
        return found

    def load(self, blobs: Collection[str]) -> None:
        """Be a reader of facts: everything is at hand."""

    def facts(self, blob: str) -> Facts | None:
        """Be a reader of facts."""
        return _facts_of(self.texts[blob])

    def record(self, blob: str) -> JsonObject | None:
        """The record in a blob, None where it cannot be read."""
        return record_of(self.texts[blob])

    def trace(
        self,
        tip: str,
        former: Former | None = None,
        chance: Random | None = None,
        *,
        paths: Collection[str] | None = None,
    ) -> Tracing:
        """Follow the records of a commit down: all, or those at ``paths``."""
        commits = self.commits(tip, () if former is None else (former.tip,), chance)
        files = self.snapshots[tip].files.items()
        wanted = {path: blob for path, blob in files if paths is None or path in paths}
        return trace(commits, wanted, self, root_of, former)

    def told(self, tip: str, path: str) -> list[str]:
        """The events of a record as words, newest first: ``changed c2 from c1``."""
        return [_told(event) for event in self.trace(tip).lives[path].events]

    def former(self, tip: str) -> Former:
        """What is known of history down from a commit."""
        lives = self.trace(tip).lives
        blobs = self.snapshots[tip].files
        names = {name for oid in self.reachable(tip) for name in self._names(oid)}
        return Former(
            tip, {(path, blobs[path]): life for path, life in lives.items()}, names.__contains__
        )

    def _names(self, oid: str) -> Iterator[Key]:
        for path, blob in self.snapshots[oid].files.items():
            facts = self.facts(blob)
            root = root_of(path)
            if facts is not None and facts.id is not None and root is not None:
                yield root, facts.id

    def _commit(self, oid: str) -> Commit:
        made = self.snapshots[oid]
        trees = [self.snapshots[parent].files for parent in self.parents(oid)] or [{}]
        changes = () if made.is_cut else tuple(_changes(old, made.files) for old in trees)
        return Commit(oid, made.parents, ADA, 0, ADA, 0, "", changes, made.is_cut)

    def _blob(self, text: str) -> str:
        blob = sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]
        self.texts[blob] = text
        return blob


def _told(event: Event) -> str:
    before = f" from {' '.join(state.commit for state in event.before)}" if event.before else ""
    return f"{event.kind} {event.commit or 'now'}{before}"


def _changes(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Change, ...]:
    paths = sorted(old.keys() | new.keys())
    found = (Change(path, old.get(path), new.get(path)) for path in paths)
    return tuple(change for change in found if change.old != change.new)
