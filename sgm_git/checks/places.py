"""Rules L505 and L512: where a record's file lies, and what its name says (DESIGN section 4)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.findings import Fix
from sgm_git.policy.names import folded
from sgm_git.policy.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault

_SUFFIX = ".md"


def off_layout(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """A record does not lie where its root's layout puts it (L505).

    Why: people find a record by type and id, and a flat folder of thousands makes git slow. The
    path is a matter of order only: the record is known by its id.

    Bad:
        memory/note.md: id: rule-x, type: rule

    Good:
        memory/rule/rule-x.md: id: rule-x, type: rule

    Fix: ``sgm fix`` moves it, history and all.
    """
    taken = _Names(stock)
    copied = {each.path for path, each in stock.copies.items() if stock.by_path[path].id}
    for brief in stock.readable:
        if brief.wanted is None or len(stock.by_id[brief.root.path, brief.id or ""]) > 1:
            continue  # which of two belongs there is for a person to say (L501)
        if not _is_misspelled(brief, stock):
            message = f"by the layout of its root it lies at {brief.wanted}"
            # a copy is one of what lies beside it: first the two are merged (L512)
            is_free = brief.path not in copied
            fix = Fix(move_to=taken.free_path(brief.wanted)) if is_free else None
            yield brief, brief.fault("L505", message, fix=fix)


MERGES, BY_HAND = "sgm fix merges it", "take over what is right, and remove it"
"""What becomes of a sync client's copy (L512): what a program does, or else a person."""


def conflict_copy(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """A sync client left a copy beside a record (L512).

    Why: Dropbox, Syncthing, iCloud and others keep both sides of a conflict as two files. The
    copy has the same id, and what stands in it alone is seen by nobody: it is no record.

    Bad:
        memory/rule/rule-x (Ada's conflicted copy 2026-10-10).md

    Good:
        memory/rule/rule-x.md

    Fix: ``sgm fix`` merges it with the record, field by field over what was committed, and removes
    it. Where both sides changed the same, both stay: take over what the copy has, and remove it.
    """
    for brief in stock.briefs:
        original = stock.copies.get(brief.path)
        if original is not None:
            same = original.digest == brief.digest
            what = "with the same bytes" if same else "which is no record"
            fix = None if brief.id is None and not same else Fix()
            how = BY_HAND if fix is None else MERGES
            message = f"a sync client's copy of {original.path}, {what}; {how}"
            yield brief, brief.fault("L512", message, fix=fix)


def _is_misspelled(brief: Brief, stock: Stock) -> bool:
    """Whether S203 suggests another type: then it is not the file that is in the wrong place."""
    known = stock.policy.schemas.vocabulary.types
    return brief.type not in known and nearest(brief.type or "", known) is not None


class _Names:
    """The paths that are taken, and those that are to be: each is given but once."""

    def __init__(self, stock: Stock) -> None:
        self._stock = stock

    @cached_property
    def _paths(self) -> dict[str, int]:
        """Every path in its folded form, and the last number that was added to it."""
        return dict.fromkeys(map(folded, self._stock.by_path), 1)

    def free_path(self, path: str) -> str:
        """The path, with a number if another file has it or is to have it; it is taken now."""
        wanted, number = folded(path), self._paths.get(folded(path), 0)
        stem = path.removesuffix(_SUFFIX)
        while folded(path) in self._paths:
            number += 1
            path = f"{stem}-{number}{_SUFFIX}"
        self._paths[wanted] = max(number, 1)
        self._paths[folded(path)] = self._paths.get(folded(path), 1)
        return path
