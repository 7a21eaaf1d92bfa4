"""Rules L501, L503, L504 and L511: a record is known by its id, and by it alone (DESIGN 4)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sgm_git.policy.lookalike import skeleton
from sgm_git.policy.names import folded
from sgm_git.record.spoken import listed, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault

_SHOWN = 3
_ID = ("id",)


def id_twice(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """Two records of one root have the same id (L501).

    Why: an id names one record. With two of that name nobody can tell which one a link means,
    whose history it is, or which of the two is in force. Roots may repeat each other's ids.

    Bad:
        memory/rule/a.md: id: rule-x
        memory/rule/b.md: id: rule-x

    Good:
        memory/rule/a.md: id: rule-x
        memory/rule/b.md: id: rule-y

    Fix: remove the copy, or give it an id of its own.
    """
    for (_, name), briefs in stock.by_id.items():
        if len(briefs) > 1:
            shown = briefs[: _SHOWN + 1]
            for brief in briefs:
                others = [each.path for each in shown if each is not brief][:_SHOWN]
                left = len(briefs) - 1 - len(others)
                more = f" and {left} more" if left else ""
                message = f"the id {quoted(name)} is also that of {', '.join(others)}{more}"
                yield brief, brief.fault("L501", message, _ID)


def id_changed(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """The id of a record was changed in place (L503).

    Why: history and links follow the id. Under a new one the record has no past, and every link
    to the old one leads to nothing.

    Bad:
        memory/rule/a.md: id: rule-x (before), id: rule-y (after)

    Good:
        memory/rule/a.md: id: rule-y, aliases: [rule-x]

    Fix: ``sgm rename OLD NEW`` changes the links too and leaves the old id under ``aliases``.
    """
    for brief in stock.readable:
        old = brief.former
        if old is None or old == brief.id or old in brief.aliases:
            continue
        if (brief.root.path, old) not in stock.by_id:
            message = f"the id was {quoted(old)}; rename with sgm rename, or add it to aliases"
            yield brief, brief.fault("L503", message, _ID)


def names_fold_alike(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """Two paths or two ids differ only in case or in Unicode form (L504).

    Why: Windows and macOS take such paths for one file: a clone there has only one of the two,
    and git shows it as changed for ever. Ids that are so alike are mistaken for each other.

    Bad:
        memory/rule/Keep.md: id: rule-Keep
        memory/rule/keep.md: id: rule-keep

    Good:
        memory/rule/keep.md: id: rule-keep
        memory/rule/keep-all.md: id: rule-keep-all

    Fix: rename one of them: ``sgm rename OLD NEW``, ``sgm mv ID PATH``.
    """
    for brief, others in _alike(stock.briefs, _folded_path, _path):
        paths = listed([other.path for other in others])
        message = f"the path differs only in case or Unicode form from {paths}"
        yield brief, brief.fault("L504", f"{message}; some systems take them for one file")
    for brief, others in _alike(stock.readable, _folded_id, _name):
        ids = listed([quoted(other.id) for other in others])
        message = f"the id {quoted(brief.id)} differs only in case or Unicode form from {ids}"
        yield brief, brief.fault("L504", message, _ID)


def ids_look_alike(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """Two ids look the same but are not (L511).

    Why: a reader, and a reviewer of a link, cannot tell an ``o`` from a zero, or a Latin ``a``
    from a Cyrillic one.

    Bad:
        memory/rule/a.md: id: rule-10
        memory/rule/b.md: id: rule-1o

    Good:
        memory/rule/a.md: id: rule-10
        memory/rule/b.md: id: rule-11

    Fix: give one of them another id: ``sgm rename OLD NEW``.
    """
    for brief, others in _alike(stock.readable, _skeleton_of_id, _folded_id):
        ids = listed([quoted(other.id) for other in others])
        yield brief, brief.fault("L511", f"the id {quoted(brief.id)} looks like {ids}", _ID)


def _alike(
    briefs: Iterable[Brief],
    key: Callable[[Brief], tuple[str, str]],
    finer: Callable[[Brief], tuple[str, str]],
) -> Iterator[tuple[Brief, list[Brief]]]:
    """The documents whose keys are equal but not their finer keys, each with a few others."""
    grouped: dict[tuple[str, str], list[Brief]] = defaultdict(list)
    for brief in briefs:
        grouped[key(brief)].append(brief)
    for group in grouped.values():
        first: dict[tuple[str, str], Brief] = {}
        for brief in group:
            first.setdefault(finer(brief), brief)
        if len(first) > 1:
            shown = list(first.items())[: _SHOWN + 1]
            for brief in group:
                others = [other for name, other in shown if name != finer(brief)]
                yield brief, others[:_SHOWN]


def _path(brief: Brief) -> tuple[str, str]:
    return ("", brief.path)


def _folded_path(brief: Brief) -> tuple[str, str]:
    return ("", folded(brief.path))


def _name(brief: Brief) -> tuple[str, str]:
    return (brief.root.path, brief.id or "")


def _folded_id(brief: Brief) -> tuple[str, str]:
    return (brief.root.path, folded(brief.id or ""))


def _skeleton_of_id(brief: Brief) -> tuple[str, str]:
    return (brief.root.path, skeleton(brief.id or ""))
