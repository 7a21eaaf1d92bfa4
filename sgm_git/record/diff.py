"""What changed between two states of a record, field by field (DESIGN sections 5 and 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record.absent import ABSENT, Possible, alike, member
from sgm_git.record.match import match_annotations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

MATCHED_LISTS = (("annotations",), ("aliases",), ("provenance", "links"))
"""The lists whose items are told apart by what they are, not by their place."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that two states have otherwise; ``ABSENT`` on the side that lacks it.

    ``pointer`` is the place in the state after; of what is gone, in the state before.
    """

    pointer: Pointer
    before: Possible
    after: Possible


def differences(before: JsonObject | None, after: JsonObject | None) -> list[Difference]:
    """Everything in which two states differ; nothing exactly where they are ``same``.

    Objects are gone through to the fields that differ. Annotations, ``aliases`` and the links of
    provenance are matched as multisets; where matched items changed their order, the whole list
    is a difference as well, before those of its items. Every other list, and ``content``, is one
    value. A state that is not there (None) is one difference at the empty pointer.
    """
    old, new = (ABSENT if state is None else state for state in (before, after))
    return list(_differing(old, new, ()))


def _differing(before: Possible, after: Possible, at: Pointer) -> Iterator[Difference]:
    if alike(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys([*before, *after]):
            yield from _differing(member(before, name), member(after, name), (*at, name))
    elif isinstance(before, list) and isinstance(after, list) and at in MATCHED_LISTS:
        yield from _differing_items(before, after, at)
    else:
        yield Difference(at, before, after)


def _differing_items(
    before: list[JsonValue], after: list[JsonValue], at: Pointer
) -> Iterator[Difference]:
    matching = match_annotations(before, after)
    if not matching.keeps_order:
        yield Difference(at, before, after)
    for old, new in matching.pairs:
        yield from _differing(before[old], after[new], (*at, str(new)))
    yield from (Difference((*at, str(old)), before[old], ABSENT) for old in matching.gone)
    yield from (Difference((*at, str(new)), ABSENT, after[new]) for new in matching.added)
