"""Rules L505 and L512: where a record's file lies, and what its name says (DESIGN section 4)."""

from __future__ import annotations

import re
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING

from sgm_git.checks.fixing import splice_fix
from sgm_git.document.splice import Set
from sgm_git.findings import Fix
from sgm_git.policy.names import folded
from sgm_git.policy.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def off_layout(stock: Stock) -> Iterator[tuple[Case, Fault]]:
    """A record does not lie where its root's layout puts it (L505).

    Why: people find a record by type and id, and a flat folder of thousands makes git slow. The
    path is a matter of order only: the record is known by its id.

    Bad:
        memory/note.md: id: rule-x, type: rule

    Good:
        memory/rule/rule-x.md: id: rule-x, type: rule

    Fix: ``sgm fix`` moves it, history and all.
    """
    taken = dict.fromkeys(map(folded, stock.by_path), 1)
    for case in stock.readable:
        root = case.subject.root
        if case.type is None or root.is_in_place(case.subject.path, case.record):
            continue
        if len(stock.by_id.get((case.subject.root.path, case.id or ""), ())) > 1:
            continue  # which of the two belongs there is for a person to say (L501)
        wanted = root.place(case.record)
        if wanted and _original_of(case, stock) is None and not _is_misspelled(case):
            fix = Fix(move_to=_free(wanted, taken))
            yield (
                case,
                case.fault("L505", f"by the layout of its root it lies at {wanted}", fix=fix),
            )


def conflict_copy(stock: Stock) -> Iterator[tuple[Case, Fault]]:
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
    taken = dict.fromkeys(map(folded, stock.by_path), 1)
    names = dict.fromkeys(stock.by_id, 0)
    for case in stock.cases:
        original = _original_of(case, stock)
        if original is None:
            continue
        if original.subject.data == case.subject.data:
            message = f"a copy of {original.subject.path} with the same bytes; remove it"
            yield case, case.fault("L512", message)
        else:
            message = f"a sync client's copy of {original.subject.path}; keep one of the two"
            yield case, case.fault("L512", message, fix=_apart(case, names, taken))


def _original_of(case: Case, stock: Stock) -> Case | None:
    """The file beside this one that its name says it is a copy of, if it is there."""
    path = case.subject.path
    stem = basename(path).removesuffix(_SUFFIX)
    match = _CERTAIN.match(stem) or _NUMBERED.match(stem)
    if match is None:
        return None
    beside = join(dirname(path), match["stem"] + _SUFFIX) if match["stem"] else ""
    original = stock.by_path.get(beside)
    is_named_alone = match.re is _CERTAIN
    if original is None or not (is_named_alone or original.id == case.id):
        return None
    return original


def _is_misspelled(case: Case) -> bool:
    """Whether S203 suggests another type: then it is not the file that is in the wrong place."""
    known = case.policy.schemas.vocabulary.types
    return case.type not in known and nearest(case.type or "", known) is not None


def _apart(case: Case, names: dict[tuple[str, str], int], taken: dict[str, int]) -> Fix | None:
    """The fix that gives a copy an id and a path of its own.

    ``names`` holds every id with its root, and the last number that a copy of it was given.
    """
    if case.id is None or case.type is None:
        return None
    root = case.subject.root
    number = names[root.path, case.id] + 1
    while (root.path, f"{case.id}-copy-{number}") in names:
        number += 1
    name = f"{case.id}-copy-{number}"
    edits = splice_fix(case, [Set(("id",), name)])
    if edits is None:
        return None
    names[root.path, case.id], names[root.path, name] = number, 0
    path = root.place(case.record | {"id": name})
    return None if path is None else Fix(edits.edits, _free(path, taken))


def _free(path: str, taken: dict[str, int]) -> str:
    """The path, with a number if another file has it or is to have it; from now on it is taken.

    ``taken`` holds every path in its folded form, and the last number that was added to it.
    """
    wanted, number = folded(path), taken.get(folded(path), 0)
    stem = path.removesuffix(_SUFFIX)
    while folded(path) in taken:
        number += 1
        path = f"{stem}-{number}{_SUFFIX}"
    taken[wanted] = max(number, 1)
    taken[folded(path)] = taken.get(folded(path), 1)
    return path
