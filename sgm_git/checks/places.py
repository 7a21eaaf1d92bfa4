"""Rules L505 and L512: where a record's file lies, and what its name says (DESIGN section 4)."""

from __future__ import annotations

import re
from functools import cached_property
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING

from sgm_git.checks.fixing import splice_fix
from sgm_git.document.splice import Set
from sgm_git.findings import Fix
from sgm_git.policy.names import folded
from sgm_git.policy.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Case
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault

_SUFFIX = ".md"
_CERTAIN = re.compile(
    r"""(?P<stem>.*?)[ _.-]*(?:
    \([^()]*(?:conflicted\ copy|case\ conflict|conflit|konflikt)[^()]*\)
    | sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z0-9]{7})?
    | _?conflict-[0-9]{8}-[0-9]{6}
    )\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?P<stem>.+?)(?: \([1-9][0-9]?\)| [2-9])\Z")
_HINT = re.compile(r"\)\Z| [2-9]\Z|conflict", re.IGNORECASE)
"""What a name holds that one of the two may match: they try every beginning of it."""


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
    for brief in stock.readable:
        if brief.wanted is None or len(stock.by_id[brief.root.path, brief.id or ""]) > 1:
            continue  # which of two belongs there is for a person to say (L501)
        if _original_of(brief, stock) is None and not _is_misspelled(brief, stock):
            message = f"by the layout of its root it lies at {brief.wanted}"
            fix = Fix(move_to=taken.free_path(brief.wanted))
            yield brief, brief.fault("L505", message, fix=fix)


def conflict_copy(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """A sync client left a copy beside a record (L512).

    Why: Dropbox, Syncthing, iCloud and others keep both sides of a conflict as two files. The
    copy has the same id, and nobody sees which of the two is meant.

    Bad:
        memory/rule/rule-x (Ada's conflicted copy 2026-10-10).md

    Good:
        memory/rule/rule-x.md

    Fix: take over what the copy has and remove it. ``sgm fix`` makes it a record of its own under
    a new id, so that both can be read and compared; a copy with the same bytes is only reported.
    """
    copies: dict[str, tuple[Brief, str]] = {}
    for brief in stock.briefs:
        original = _original_of(brief, stock)
        if original is None:
            continue
        if original.digest == brief.digest:
            message = f"a copy of {original.path} with the same bytes; remove it"
            yield brief, brief.fault("L512", message)
        else:
            message = f"a sync client's copy of {original.path}; keep one of the two"
            copies[brief.path] = brief, message
    taken = _Names(stock)
    for case in stock.cases(brief for brief, _ in copies.values()):
        brief, message = copies.pop(case.subject.path)
        yield brief, brief.fault("L512", message, fix=_apart(case, taken))
    for brief, message in copies.values():  # gone meanwhile
        yield brief, brief.fault("L512", message)


def _original_of(brief: Brief, stock: Stock) -> Brief | None:
    """The file beside this one that its name says it is a copy of, if it is there."""
    beside, is_certain = copied_from(brief.path)
    original = None if beside is None else stock.by_path.get(beside)
    if original is None or not (is_certain or original.id == brief.id):
        return None
    return original


def copied_from(path: str) -> tuple[str | None, bool]:
    """The path of the file that a file's name says it is a copy of, None if it says no such thing.

    Whether the name alone is enough to say so comes with it.
    """
    stem = basename(path).removesuffix(_SUFFIX)
    match = _HINT.search(stem) and (_CERTAIN.match(stem) or _NUMBERED.match(stem))
    if match is None or not match["stem"]:
        return None, False
    return join(dirname(path), match["stem"] + _SUFFIX), match.re is _CERTAIN


def _is_misspelled(brief: Brief, stock: Stock) -> bool:
    """Whether S203 suggests another type: then it is not the file that is in the wrong place."""
    known = stock.policy.schemas.vocabulary.types
    return brief.type not in known and nearest(brief.type or "", known) is not None


def _apart(case: Case, taken: _Names) -> Fix | None:
    """The fix that gives a copy an id and a path of its own."""
    if case.id is None or case.type is None:
        return None
    root = case.subject.root
    name = taken.free_id(root.path, case.id)
    edits = splice_fix(case, [Set(("id",), name)])
    if edits is None:
        return None
    taken.take_id(root.path, name)
    path = root.place(case.record | {"id": name})
    return None if path is None else Fix(edits.edits, taken.free_path(path))


class _Names:
    """The paths and ids that are taken, and those that are to be: each is given but once."""

    def __init__(self, stock: Stock) -> None:
        self._stock = stock

    @cached_property
    def _paths(self) -> dict[str, int]:
        """Every path in its folded form, and the last number that was added to it."""
        return dict.fromkeys(map(folded, self._stock.by_path), 1)

    @cached_property
    def _ids(self) -> dict[tuple[str, str], int]:
        """Every id with its root, and the last number that a copy of it was given."""
        return dict.fromkeys(self._stock.by_id, 0)

    def free_id(self, root: str, record_id: str) -> str:
        """An id for a copy of a record that has this one."""
        number = self._ids.get((root, record_id), 0) + 1
        while (root, f"{record_id}-copy-{number}") in self._ids:
            number += 1
        self._ids[root, record_id] = number - 1
        return f"{record_id}-copy-{number}"

    def take_id(self, root: str, record_id: str) -> None:
        """Let an id be taken from now on."""
        self._ids[root, record_id] = 0

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
