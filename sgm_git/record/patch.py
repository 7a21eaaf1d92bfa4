"""What changed between two states of a record, as a JSON Patch (RFC 6902)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.absent import ABSENT
from sgm_git.record.diff import MATCHED_LISTS, differences
from sgm_git.record.pointer import render

if TYPE_CHECKING:
    from sgm_git.record.diff import Difference
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue


def patch(before: JsonObject | None, after: JsonObject | None) -> list[JsonValue]:
    """Give the operations that make one state the other; none where they are ``same``.

    Only ``add``, ``remove`` and ``replace``, to be applied one after the other. Annotations,
    aliases and the links of provenance change item by item, matched as multisets; every other
    list, and one of these whose items changed their order, is replaced as a whole. A state that is
    not there (None) is the whole document's.
    """
    found = differences(before, after)
    replaced: set[Pointer] = {each.pointer for each in found if each.pointer in MATCHED_LISTS}
    told = [each for each in found if not _is_inside(each, replaced)]
    gone = [each for each in told if _is_item(each) and each.after is ABSENT]
    come = [each for each in told if _is_item(each) and each.before is ABSENT]
    rest = [each for each in told if not _is_item(each)]
    # Places of what is gone are those before, all others those after: so these go first, last ones
    # first, and what comes stands before anything is changed inside an item.
    return [_operation(each) for each in (*gone[::-1], *come, *rest)]


def _is_inside(each: Difference, pointers: set[Pointer]) -> bool:
    """Whether it lies in one of these places, and is not it."""
    return any(each.pointer[:length] in pointers for length in range(len(each.pointer)))


def _is_item(each: Difference) -> bool:
    """Whether it is a whole item of a matched list that came or went."""
    is_one_sided = each.before is ABSENT or each.after is ABSENT
    return is_one_sided and each.pointer[:-1] in MATCHED_LISTS


def _operation(each: Difference) -> JsonValue:
    operation: JsonObject = {"op": "replace", "path": render(each.pointer)}
    if each.after is ABSENT:
        return operation | {"op": "remove"}
    return operation | {"op": "add" if each.before is ABSENT else "replace", "value": each.after}
