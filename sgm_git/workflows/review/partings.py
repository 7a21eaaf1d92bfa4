"""What one branch does to records, by the names that another branch knows them by (DESIGN 8)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted
from sgm_git.witness.reading import Standing
from sgm_git.witness.references import claims_of
from sgm_git.witness.standing import base_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.diffing import RecordDiff

Name: TypeAlias = "tuple[str, str]"
"""The path of a root, and the id of a record there; its path where it has no id."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a record holds no more: in words that follow it, and the path of what says so."""

    text: str
    path: str


@dataclass(frozen=True)
class Parting:
    """The records that a branch touches.

    ``edits`` say something else and hold still, ``ended`` are those that do not, both by the name
    from before. ``successors`` are the ids of what supersedes a record now. ``brought`` have an id
    that they had not. ``rules`` are in force, are new or say something else.
    """

    edits: Mapping[Name, RecordDiff]
    ended: Mapping[Name, Ending]
    successors: Mapping[Name, Mapping[str, str]]
    brought: Mapping[Name, Entry]
    rules: Mapping[Name, Entry]


def parting(diffs: Sequence[RecordDiff]) -> Parting:
    """Give what a branch does, by all that it has otherwise."""
    successors = _successors(diffs)
    brought = {
        name_of(each.after): each.after for each in diffs if _is_brought(each) and each.after
    }
    called = dict(_former_names(brought))
    ended = {
        name: Ending(f"superseded by {_names(found)}", next(iter(found.values())))
        for name, found in successors.items()
    }
    for each in diffs:
        ending = None if each.before is None else _ending(each, called)
        if each.before is not None and ending is not None:
            ended.setdefault(name_of(each.before), Ending(ending, each.entry.path))
    changed = [each for each in diffs if each.status in ("added", "changed")]
    edits = {
        name_of(each.before): each
        for each in changed
        if each.before is not None and name_of(each.before) not in ended
    }
    after = [each.after for each in changed if each.after is not None]
    rules = {name_of(each): each for each in after if _binds(each) and name_of(each) not in ended}
    return Parting(edits, ended, successors, brought, rules)


def name_of(entry: Entry) -> Name:
    """What others call the record of a file."""
    return entry.root.path, entry.id or entry.path


def named(root: str, reference: str) -> Name:
    """The record that a reference in that root means: ``id``, or ``root:id`` of another one."""
    place, colon, name = reference.partition(":")
    if not colon or not name:
        return root, reference
    return "" if place == "." else place, name


def _is_brought(each: RecordDiff) -> bool:
    after = each.after
    return after is not None and (each.before is None or each.before.id != after.id)


def _former_names(brought: Mapping[Name, Entry]) -> Iterator[tuple[Name, str]]:
    """What each name from before has become."""
    for (root, new), entry in brought.items():
        for alias in fields.aliases(entry.record or {}):
            yield (root, alias), new


def _successors(diffs: Iterable[RecordDiff]) -> dict[Name, dict[str, str]]:
    """What supersedes which record since, with the path of what says so."""
    found: dict[Name, dict[str, str]] = defaultdict(dict)
    for each in diffs:
        before, after = (
            None if e is None or e.record is None else claims_of(e.record, e.path, e.root.path)
            for e in (each.before, each.after)
        )
        if after is None or after.id is None:
            continue
        said = before.superseded_by if before else ()
        for successor in after.superseded_by:
            if successor not in said:
                found[after.root, after.id][successor] = after.path
        for old in sorted(after.supersedes - (before.supersedes if before else frozenset())):
            if after.holds:
                found[named(after.root, old)][after.id] = after.path
    return dict(found)


def _names(successors: Iterable[str]) -> str:
    return listed([quoted(each) for each in successors])


def _ending(each: RecordDiff, called: Mapping[Name, str]) -> str | None:
    before, after = each.before, each.after
    if before is None:
        return None
    name = name_of(before)
    if after is None:
        return f"renamed to {quoted(called[name])}" if name in called else "removed"
    if after.id is not None and before.id is not None and before.id != after.id:
        return f"renamed to {quoted(after.id)}"
    return "history" if _is_history(after) and not _is_history(before) else None


def _is_history(entry: Entry) -> bool:
    return entry.record is not None and base_standing(entry.record)[0] is Standing.HISTORY


def _binds(entry: Entry) -> bool:
    """Whether it is a rule that binds once it is reviewed, by its own words."""
    record = entry.record
    if record is None or fields.record_type(record) != "rule":
        return False
    return base_standing(record)[0] is Standing.IN_FORCE
