"""The merges that arrive, and the records that they blended (K407; DESIGN 6 and 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.blends import Blend, Joined, Parent, blended
from sgm_git.checks.run import apply_policy, finding_of
from sgm_git.errors import CannotRun
from sgm_git.findings import Fault
from sgm_git.record import fields
from sgm_git.record.pointer import get, has, render
from sgm_git.record.value import same
from sgm_git.store.merging import read_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.stock import Stock
    from sgm_git.commits import Change, Commit
    from sgm_git.findings import Finding
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.workflows.arriving import Arriving

_AT_ONCE = 200  # records that are held beside their sides at one time
_MOST_GONE = 200  # files that a merge takes from one side, and that are looked at
_ENOUGH = 100  # findings; whoever has so many mends something else first


@dataclass(frozen=True, slots=True)
class _Merge:
    """A file that a merge has otherwise than each of its parents.

    ``sides`` are the files of each parent from which it may have come, path and blob: first what
    lay at its own path, then what the merge has no more.
    """

    commit: Commit
    path: str
    blob: str
    sides: tuple[tuple[tuple[str, str], ...], ...]


def blends(state: Arriving, stock: Stock, fresh: Iterable[Commit]) -> list[Finding]:
    """Give what merges among the commits made of records that are still so in what arrives.

    ``stock`` is all that arrives. Merges are read together; for each that might be excused by it,
    git is asked for its merge base. Where that is not here, nothing is said of the merge.
    """
    repository, merges = state.records.repository, _merges(state.records, fresh)
    found: list[tuple[Brief, Fault]] = []
    for start in range(0, len(merges), _AT_ONCE):
        part = merges[start : start + _AT_ONCE]
        blobs = {merge.blob for merge in part}
        blobs |= {blob for merge in part for side in merge.sides for _, blob in side}
        read = read_records(repository, sorted(blobs))
        joined = [(merge, _joined(merge, read)) for merge in part if merge.blob in read]
        told = [(m, j, list(blended(j))) for m, j in _with_bases(state.records, joined)]
        found += _standing(state, stock, [each for each in told if each[2]])
        if len(found) > _ENOUGH:
            break
    findings = [finding_of(brief.path, f, brief.id) for brief, f in stock.placed(found)]
    return apply_policy(findings, state.records.settings.config)


def _merges(records: Records, commits: Iterable[Commit]) -> list[_Merge]:
    root_of = records.settings.roots.root_of
    return [
        merge
        for commit in commits
        if len(commit.parents) > 1 and not commit.is_cut
        for merge in _changed(commit)
        if root_of(merge.path) is not None
    ]


def _changed(commit: Commit) -> Iterator[_Merge]:
    """The files that a merge has and that differ in each of its parents."""
    sides = [{change.path: change for change in changes} for changes in commit.changes]
    gone = [[c for c in changes if c.new is None][:_MOST_GONE] for changes in commit.changes]
    for path in sorted(set.intersection(*map(set, sides))):
        blob = sides[0][path].new
        if blob is not None:
            files = [_files([side[path], *left]) for side, left in zip(sides, gone, strict=True)]
            yield _Merge(commit, path, blob, tuple(files))


def _files(changes: Iterable[Change]) -> tuple[tuple[str, str], ...]:
    return tuple((change.path, change.old) for change in changes if change.old is not None)


def _joined(merge: _Merge, read: Mapping[str, JsonObject]) -> Joined:
    """The merge's record beside its sides."""
    result = read[merge.blob]
    parents = []
    for commit, files in zip(merge.commit.parents, merge.sides, strict=True):
        known = [read[blob] for _, blob in files if blob in read]
        own = next((each for each in known if _is_one(result, each)), None)
        others = tuple(each for each in known if not _is_one(result, each))
        parents.append(Parent(commit, own, others))
    return Joined(result, tuple(parents))


def _is_one(result: JsonObject, other: JsonObject) -> bool:
    """Whether both are one record: by its id, or by one that the merge's record had before."""
    name = fields.record_id(other)
    return name is not None and name in (fields.record_id(result), *fields.aliases(result))


def _with_bases(
    records: Records, joined: Iterable[tuple[_Merge, Joined]]
) -> Iterator[tuple[_Merge, Joined]]:
    """The same with their merge bases, where these could excuse something."""
    asking: list[tuple[_Merge, Joined, list[str]]] = []
    known: dict[str, list[str] | None] = {}
    for merge, each in joined:
        if not each.needs_bases:
            yield merge, each
            continue
        oid = merge.commit.oid
        if oid not in known:
            known[oid] = _bases(records, merge.commit)
        bases = known[oid]
        if bases is not None:
            asking.append((merge, each, bases))
    places = [
        (base, path) for merge, _, bases in asking for base in bases for path in _paths(merge)
    ]
    blobs = dict(zip(places, records.repository.blob_ids(places), strict=True)) if places else {}
    read = read_records(records.repository, sorted({b for b in blobs.values() if b is not None}))
    for merge, each, bases in asking:
        old = [_before(each.result, merge, base, blobs, read) for base in bases]
        yield merge, replace(each, bases=tuple(old))


def _bases(records: Records, commit: Commit) -> list[str] | None:
    """The merge bases of a merge's parents; None where history is cut here."""
    first, *others = commit.parents
    found = {first}
    try:
        for parent in others:
            found = {b for one in found for b in records.repository.merge_bases(one, parent)}
    except CannotRun:
        return None
    return sorted(found)


def _paths(merge: _Merge) -> list[str]:
    """Where the record may have lain before."""
    return list(dict.fromkeys([merge.path, *(path for side in merge.sides for path, _ in side)]))


def _before(
    result: JsonObject,
    merge: _Merge,
    base: str,
    blobs: Mapping[tuple[str, str], str | None],
    read: Mapping[str, JsonObject],
) -> JsonObject | None:
    records = (read.get(blobs[base, path] or "") for path in _paths(merge))
    return next((each for each in records if each is not None and _is_one(result, each)), None)


def _standing(
    state: Arriving, stock: Stock, told: Sequence[tuple[_Merge, Joined, list[Blend]]]
) -> Iterator[tuple[Brief, Fault]]:
    """What is still so in what arrives; a later commit may have put it right."""
    placed = [(each, _arrived(state, stock, each[0], each[1])) for each in told]
    wanted = [state.blobs[brief.path] for _, brief in placed if brief is not None]
    read = read_records(state.records.repository, sorted(set(wanted)))
    for (merge, joined, found), brief in placed:
        now = None if brief is None else read.get(state.blobs[brief.path])
        if brief is None or now is None or not state.is_changed(brief.path):
            continue
        for blend in found:
            pointer = _still(joined.result, now, blend)
            if pointer is not None:
                fault = Fault("K407", blend.message, pointer=render(pointer))
                yield brief, replace(fault, commit=merge.commit.oid, severity=blend.severity)


def _arrived(state: Arriving, stock: Stock, merge: _Merge, joined: Joined) -> Brief | None:
    """The merge's record in what arrives: where the merge has it, else by its id."""
    brief = stock.by_path.get(merge.path)
    if brief is not None and state.blobs.get(merge.path) == merge.blob:
        return brief
    root = state.records.settings.roots.root_of(merge.path)
    name = fields.record_id(joined.result)
    if root is None or name is None:
        return None
    return next(iter(stock.by_id.get((root.path, name), ())), None)


def _still(result: JsonObject, now: JsonObject, blend: Blend) -> Pointer | None:
    """Where a blend stands now; None where any of what shows it is otherwise."""
    places = [_moved(result, now, place) for place in (blend.pointer, *blend.also)]
    return None if None in places else places[0]


def _moved(result: JsonObject, now: JsonObject, place: Pointer) -> Pointer | None:
    """Where a value of a record stands in another state of it; None where it does not."""
    if not has(result, place):
        return None if has(now, place) else place
    value, around = get(result, place), place[:-1]
    items = get(now, around) if has(now, around) else None
    if isinstance(items, list):
        there = (str(number) for number, item in enumerate(items) if same(item, value))
        return next(((*around, token) for token in there), None)
    return place if has(now, place) and same(get(now, place), value) else None
