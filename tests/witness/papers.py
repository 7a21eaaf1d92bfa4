"""Documents as the slow judge sees them: whole records, compared as whole records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.record.fields import provenance
from sgm_git.record.meaning import STAMPS, same_meaning
from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.record.value import JsonObject, JsonValue

Name: TypeAlias = tuple[str | None, str, str]
"""The root, then "id" and the id, or "path" and the path."""


@dataclass(frozen=True)
class Paper:
    """A document of a tree, read."""

    path: str
    blob: str
    name: Name
    record: JsonObject | None = field(compare=False)

    @property
    def is_nameless(self) -> bool:
        return self.name[1] == "path"


def is_same_file(one: Paper, other: Paper | None) -> bool:
    return other is not None and one.blob == other.blob


def choose(paper: Paper, candidates: list[Paper]) -> Paper | None:
    in_place = [each for each in candidates if each.path == paper.path]
    alike = [each for each in candidates if is_alike(paper, each)]
    for group in (in_place, candidates, alike):
        if len(group) == 1:
            return group[0]
    return None


def is_alike(one: Paper, other: Paper) -> bool:
    if one.record is None or other.record is None:
        return False
    return same_meaning(one.record, other.record)


def is_same(one: Paper, other: Paper) -> bool:
    if one.blob == other.blob:
        return True
    return is_alike(one, other) and same(stamps(one.record), stamps(other.record))


def is_stamped(one: Paper, other: Paper) -> bool:
    return is_alike(one, other) and not is_same(one, other)


def is_dropped(one: Paper, other: Paper) -> bool:
    if one.record is None or other.record is None:
        return False
    return not is_alike(one, other) and not same(stamps(one.record), stamps(other.record))


def stamps(record: JsonObject | None) -> JsonObject:
    return {k: v for k, v in provenance(record or {}).items() if k in STAMPS}


def created_at(record: JsonObject | None) -> str | None:
    value: JsonValue = provenance(record or {}).get("created_at")
    return value if isinstance(value, str) else None


def down_from(tip: str, parents: Callable[[str], tuple[str, ...]]) -> list[str]:
    """A commit and all its ancestors, each before its parents."""
    done: dict[str, None] = {}
    stack = [(tip, False)]
    while stack:
        oid, is_left = stack.pop()
        if is_left:
            done[oid] = None
        elif oid not in done:
            stack.append((oid, True))
            stack += [(parent, False) for parent in parents(oid) if parent not in done]
    return list(reversed(done))
