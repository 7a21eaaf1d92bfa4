"""What has changed between two states of the records: new, changed, gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.meaning import same_meaning
from sgm_git.workflows.context.model import Gone, Since

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.witness.reading import Reading

_Key = tuple[str, str]


def changes(before: Iterable[Reading], after: Iterable[Reading], rev: str) -> Since:
    """Tell two states apart, ``rev`` being the name of the first.

    A record is the one with its id in its root, else the one at its path, so that a move changes
    nothing. One has changed if it means something else or must be taken otherwise.
    """
    former: dict[_Key, list[Reading]] = {}
    for each in before:
        former.setdefault(_key(each), []).append(each)
    rest = [each for each in after if not _taken_out(former.get(_key(each), []), each)]
    changed = frozenset(each.path for each in rest if _replaced(former.get(_key(each), [])))
    new = frozenset(each.path for each in rest) - changed
    left = sorted((each for some in former.values() for each in some), key=lambda one: one.path)
    return Since(rev, new, changed, tuple(Gone(each.id, each.title, each.path) for each in left))


def _replaced(former: list[Reading]) -> bool:
    """Take one of the former records of an id out; whether there was one."""
    return bool(former) and former.pop(0) is not None


def is_changed(reading: Reading, since: Since) -> bool:
    """Whether a record, or where it is gone its reviewed version, is among what has changed."""
    gone = reading.is_reviewed_version and any(reading.path == each.path for each in since.gone)
    return gone or reading.path in since.new or reading.path in since.changed


def _key(reading: Reading) -> _Key:
    return (reading.root, reading.id or f"/{reading.path}")


def _taken_out(former: list[Reading], reading: Reading) -> bool:
    """Take a record that is the same out of the former ones; whether there was one."""
    match = next((each for each in former if _is_same(each, reading)), None)
    if match is not None:
        former.remove(match)
    return match is not None


def _is_same(one: Reading, other: Reading) -> bool:
    if one.standing is not other.standing or one.successors != other.successors:
        return False
    return one.blob == other.blob or same_meaning(one.record, other.record)
