"""Merges what sync clients left beside records into them (L512; DESIGN sections 6 and 9).

A client that finds a file changed on two sides keeps both, one of them under another name. What
both came from is the nearest version that git has: HEAD's, or one before it where somebody has
committed one side meanwhile. What only one side changed is taken; what is in conflict stays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.checks.places import BY_HAND, MERGES
from sgm_git.commits import UNCOMMITTED
from sgm_git.document import read, update
from sgm_git.document.limits import STANDARD
from sgm_git.policy.copies import original_of
from sgm_git.record.fields import record_id
from sgm_git.record.meaning import same_meaning
from sgm_git.record.merge import merge
from sgm_git.record.pointer import render
from sgm_git.record.spoken import listed
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.records import Records
    from sgm_git.workflows.stamping import Standing
    from sgm_git.workflows.witnessing import Witnessed

_VERSIONS = 100  # of a record that are looked at; sync clients are not months behind
_MARKERS, _COPY = "F106", "L512"


@dataclass(frozen=True, slots=True)
class Gone:
    """A copy that is not needed any more: all that it says is in the record at ``into``."""

    path: str
    data: bytes
    into: str


@dataclass
class Merging:
    """What becomes of copies: merged records by path, copies that may go, and what stays, and why.

    ``stays`` are the paths of copies that only a person can merge.
    """

    merged: dict[str, Subject] = field(default_factory=dict)
    gone: list[Gone] = field(default_factory=list)
    stays: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)


def copies_in(subjects: Sequence[Subject]) -> dict[str, str]:
    """Give the paths of the copies among all documents of a state, each with its record's path."""
    ids = {each.path: _id(each) for each in subjects if not each.is_link}
    found = {path: original_of(path, own, ids) for path, own in ids.items()}
    originals = {path: original for path, original in found.items() if original is not None}
    return {path: _root(original, originals) for path, original in originals.items()}


def _root(path: str, originals: Mapping[str, str]) -> str:
    """The record itself, where there is a copy of a copy: names only get shorter."""
    while path in originals:
        path = originals[path]
    return path


def merge_copies(
    records: Records, state: Standing, copies: Mapping[str, str], seen: Witnessed
) -> Merging:
    """Merge the copies that are to be mended into their records, one after the other.

    ``copies`` are those of the state, which holds them too, and ``seen`` is what history says of
    its records. Nothing is written.
    """
    by_path = {subject.path: subject for subject in state.subjects}
    done = Merging()
    for path in sorted(copies.keys() & state.to_mend().keys()):
        original = copies[path]
        ours = done.merged.get(original, by_path[original])
        _merge(done, ours, by_path[path], _versions(records, original, seen))
    return done


def as_left(finding: Finding, stays: Collection[str]) -> Finding:
    """The finding, without the promise to merge a copy that has just been found to contradict."""
    if finding.code != _COPY or finding.path not in stays:
        return finding
    return replace(finding, fix=None, message=finding.message.replace(MERGES, BY_HAND))


def _merge(done: Merging, ours: Subject, copy: Subject, versions: Sequence[JsonObject]) -> None:
    """Merge one copy, or say why it stays."""
    try:
        data = ours.data if copy.data == ours.data else _merged(ours, copy, versions)
    except ValueError as why:
        done.stays.add(copy.path)
        done.notes.append(f"{copy.path} stays: {why}")
        return
    if data != ours.data:
        done.merged[ours.path] = replace(ours, data=data, reading=read(data))
    done.gone.append(Gone(copy.path, copy.data, ours.path))


def _merged(ours: Subject, copy: Subject, versions: Sequence[JsonObject]) -> bytes:
    """The record's file with what the copy has; raises ValueError where only a person can tell."""
    mine, theirs = _record(ours), _record(copy)
    if any(same_meaning(theirs, each) for each in (mine, *versions)):
        return ours.data
    found = merge(_nearest(versions, theirs), mine, theirs)
    if found.conflicts:
        fields = listed(sorted({render(each.pointer) for each in found.conflicts}))
        both = f"both it and {ours.path} changed {fields}"
        raise ValueError(f"{both}; take over what is right, and remove it")
    return update(ours.data, found.value)


def _record(subject: Subject) -> JsonObject:
    """The record; raises ValueError where it cannot be read, or is in conflict itself."""
    document = subject.reading.document
    is_marked = any(fault.code == _MARKERS for fault in subject.reading.faults)
    if document is None or is_marked:
        raise ValueError(f"{subject.path} cannot be read")
    return document.record


def _versions(records: Records, path: str, seen: Witnessed) -> list[JsonObject]:
    """What git has of a record, HEAD's version first; those that can be read."""
    blobs = dict.fromkeys(_blobs(records, path, seen))
    contents = records.repository.read_blobs([*blobs][:_VERSIONS], limit=STANDARD.document)
    documents = (read(data).document for _, data in contents)
    return [document.record for document in documents if document is not None]


def _blobs(records: Records, path: str, seen: Witnessed) -> Iterator[str]:
    committed = records.committed().get(path)
    if committed is not None:
        yield committed
    testimony = seen.testimonies.get(path)
    for event in () if testimony is None else testimony.versions:
        if event.commit != UNCOMMITTED:
            yield event.after.blob


def _nearest(versions: Sequence[JsonObject], record: JsonObject) -> JsonObject | None:
    """The version that a copy differs least from; of several the oldest.

    With an older one more is in conflict, and nothing of what was changed since is undone.
    """
    told = Counter(_lines(record))
    return min(reversed(versions), key=lambda each: _distance(told, each), default=None)


def _distance(told: Counter[str], version: JsonObject) -> int:
    lines = Counter(_lines(version))
    return ((told - lines) + (lines - told)).total()


def _lines(value: JsonValue, at: str = "") -> Iterator[str]:
    """A value as lines, each with where it stands; list items wherever they stand in it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _lines(each, f"{at}/{name}")
    elif isinstance(value, list):
        yield from (f"{at} {canonical(each)}" for each in value)
    elif isinstance(value, str):
        yield from (f"{at} {line}" for line in value.split("\n"))
    else:
        yield f"{at} {canonical(value)}"


def _id(subject: Subject) -> str | None:
    document = subject.reading.document
    return None if document is None else record_id(document.record)
