"""The merges that arrive, and the records that they blended (K407; DESIGN 6 and 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.checks.blends import Blend, Joined, Parent, blended
from sgm_git.checks.run import apply_policy, finding_of
from sgm_git.findings import Fault
from sgm_git.record import fields
from sgm_git.record.absent import alike, member
from sgm_git.record.pointer import get, has, render
from sgm_git.record.value import same
from sgm_git.store.merging import bases_of, read_records

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


class _Found(NamedTuple):
    """A merge, and its record beside its sides."""

    merge: _Merge
    joined: Joined


def blends(state: Arriving, stock: Stock, fresh: Iterable[Commit]) -> list[Finding]:
    """Give what merges among the commits made of records that are still so in what arrives.

    ``stock`` is all that arrives. Merges are read together; for each that might be excused by it,
    git is asked for its merge base. Where that is not here, nothing is said of the merge.
    """
    merges = _merges(state.records, fresh)
    found: list[tuple[Brief, Fault]] = []
    for start in range(0, len(merges), _AT_ONCE):
        found += _told(state, stock, merges[start : start + _AT_ONCE])
        if len(found) > _ENOUGH:
            break
    findings = [finding_of(brief.path, f, brief.id) for brief, f in stock.placed(found)]
    return apply_policy(findings, state.records.settings.config)


def _told(state: Arriving, stock: Stock, merges: Sequence[_Merge]) -> Iterator[tuple[Brief, Fault]]:
    blobs = {merge.blob for merge in merges}
    blobs |= {blob for merge in merges for side in merge.sides for _, blob in side}
    read = read_records(state.records.repository, sorted(blobs))
    joined = [_Found(merge, _joined(merge, read)) for merge in merges if merge.blob in read]
    told = [(each, list(blended(each.joined))) for each in _with_bases(state.records, joined)]
    return _standing(state, stock, [each for each in told if each[1]])


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


def _with_bases(records: Records, found: Iterable[_Found]) -> Iterator[_Found]:
    """The same with their merge bases, where these could excuse something."""
    asking: list[_Found] = []
    for each in found:
        if each.joined.needs_bases:
            asking.append(each)
        else:
            yield each
    commits = {each.merge.commit.oid: each.merge.commit for each in asking}
    bases = {oid: bases_of(records.repository, each.parents) for oid, each in commits.items()}
    at = _read(records, _places(asking, bases))
    for each in asking:
        those = bases[each.merge.commit.oid]
        if those is not None:
            old = tuple(_before(each, base, at) for base in those)
            yield each._replace(joined=replace(each.joined, bases=old))


def _read(records: Records, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], JsonObject]:
    """The records at these commits and paths."""
    found = records.repository.blob_ids(places) if places else []
    blobs = {place: blob for place, blob in zip(places, found, strict=True) if blob is not None}
    read = read_records(records.repository, sorted(set(blobs.values())))
    return {place: read[blob] for place, blob in blobs.items() if blob in read}


def _places(
    asking: Iterable[_Found], bases: Mapping[str, Sequence[str] | None]
) -> list[tuple[str, str]]:
    """Where to look for the records in the merge bases: commits and paths, each once."""
    places = (
        (base, path)
        for each in asking
        for base in bases[each.merge.commit.oid] or ()
        for path in _paths(each.merge)
    )
    return list(dict.fromkeys(places))


def _paths(merge: _Merge) -> list[str]:
    """Where the record may have lain before."""
    return list(dict.fromkeys([merge.path, *(path for side in merge.sides for path, _ in side)]))


def _before(
    found: _Found, base: str, at: Mapping[tuple[str, str], JsonObject]
) -> JsonObject | None:
    """The record in a merge base."""
    records = (at.get((base, path)) for path in _paths(found.merge))
    result = found.joined.result
    return next((each for each in records if each is not None and _is_one(result, each)), None)


def _standing(
    state: Arriving, stock: Stock, told: Sequence[tuple[_Found, list[Blend]]]
) -> Iterator[tuple[Brief, Fault]]:
    """What is still so in what arrives; a later commit may have put it right."""
    placed = [(found, those, _arrived(state, stock, found)) for found, those in told]
    wanted = {state.blobs[brief.path] for _, _, brief in placed if brief is not None}
    read = read_records(state.records.repository, sorted(wanted))
    for found, those, brief in placed:
        now = None if brief is None else read.get(state.blobs[brief.path])
        if brief is not None and now is not None and state.is_changed(brief.path):
            yield from ((brief, fault) for fault in _faults(found, now, those))


def _faults(found: _Found, now: JsonObject, told: Iterable[Blend]) -> Iterator[Fault]:
    for blend in told:
        pointer = _still(found.joined.result, now, blend)
        if pointer is not None:
            fault = Fault("K407", blend.message, pointer=render(pointer))
            yield replace(fault, commit=found.merge.commit.oid, severity=blend.severity)


def _arrived(state: Arriving, stock: Stock, found: _Found) -> Brief | None:
    """The merge's record in what arrives: where the merge has it, else by its id."""
    merge = found.merge
    brief = stock.by_path.get(merge.path)
    if brief is not None and state.blobs.get(merge.path) == merge.blob:
        return brief
    root = state.records.settings.roots.root_of(merge.path)
    name = fields.record_id(found.joined.result)
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
    if not has(now, around):
        return None
    items = get(now, around)
    if isinstance(items, list):
        there = (str(number) for number, item in enumerate(items) if same(item, value))
        return next(((*around, token) for token in there), None)
    return place if alike(member(items, place[-1]), value) else None
