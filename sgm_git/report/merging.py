"""What merging two revisions gives, as text and as JSON (DESIGN sections 9 and 11)."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.record import fields
from sgm_git.record.absent import ABSENT
from sgm_git.record.masking import masked_tokens
from sgm_git.record.pointer import render
from sgm_git.report.changes import against, change_line, change_object, field_name
from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style
from sgm_git.witness.changes import FieldChange, field_changes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.absent import Possible
    from sgm_git.record.merge import Conflict
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.merging.revisions import MergedFile, RevisionMerge

_CHECKED_OUT = "HEAD"
_WHOLE = ("added", "taken", "removed")
_ANNOTATION = 2  # tokens that lead to one
_LISTED = ("Auto-merging", "CONFLICT (content)", "CONFLICT (modify/delete)")
"""What git says of files that are listed anyway."""


_KINDS = {
    "ours": "deleted here, edited there",
    "theirs": "deleted there, edited here",
}


def merge_lines(found: RevisionMerge, style: Style = PLAIN) -> Iterator[str]:
    """Give ``HOW ID PATH`` for each file, below a merged record its fields; last the tree."""
    for file in found.files:
        colour = "red" if file.how == "conflict" else "bold"
        place = " ".join(filter(None, (file.id, file.path)))
        why = f": {_KINDS[file.gone]}" if file.gone else ""
        yield f"{style.paint(file.how, colour)} {visible(place)}{why}"
        yield from (f"  {masked_tokens(line)}" for line in _fields(file, style))
    if found.tree is not None:
        yield f"tree {found.tree}"


def _fields(file: MergedFile, style: Style) -> Iterator[str]:
    if file.how == "merged" and file.before is not None and file.after is not None:
        yield from (change_line(each, style) for each in field_changes([file.before], file.after))
    for conflict in file.conflicts:
        name = field_name(_as_change(conflict, file))
        ours, theirs = against(conflict.ours, conflict.theirs)
        yield f"{style.paint(f'{name}:', 'red')} {ours} against {theirs}"


def _as_change(conflict: Conflict, file: MergedFile) -> FieldChange:
    """A conflict as a change, which knows the kind of an annotation."""
    at = conflict.pointer
    kind = None
    if at[:1] == ("annotations",) and len(at) >= _ANNOTATION:
        known = {str(each.position): each.kind for each in fields.annotations(file.after or {})}
        kind = known.get(at[1])
    return FieldChange(at, conflict.ours, conflict.theirs, kind)


def merge_notes(found: RevisionMerge, ends: tuple[str, str]) -> Iterator[str]:
    """Give what a person wants to know besides: what was done, or how to settle conflicts."""
    ours, theirs = ends
    if found.state == "conflict":
        yield from (each for each in found.messages if not each.startswith(_LISTED))
        yield f"{_counted(found.files, 'conflict')} in conflict; nothing was merged"
        where = "" if ours == _CHECKED_OUT else f"on {quote(ours)}, "
        yield f"hint: {where}git merge {quote(theirs)} stops where they can be settled"
        return
    if found.state == "unchanged":
        yield f"{ours} has all of {theirs} already"
    elif found.state == "fast-forward":
        yield f"{theirs} has all of {ours}: nothing is merged, it only moves on"
    else:
        yield f"{_counted(found.files, 'merged')} merged out of both{_taken(found.files)}"
    if found.commit is not None:
        yield f"{found.branch} is at {short(found.commit)}"


def _taken(files: Sequence[MergedFile]) -> str:
    """How many files are as the second side has them, taken, added or removed as a whole."""
    is_any = any(file.how in _WHOLE for file in files)
    return f", {_counted(files, *_WHOLE)} taken whole" if is_any else ""


def _counted(files: Sequence[MergedFile], *how: str) -> str:
    chosen = [file for file in files if file.how in how]
    records = sum(file.is_record for file in chosen)
    parts = [_number(records, "record")] if records or not chosen else []
    others = len(chosen) - records
    return " and ".join([*parts, *([_number(others, "other file")] if others else [])])


def _number(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


def merge_object(found: RevisionMerge) -> JsonObject:
    """Give the JSON shape (``sgm schema merge``): every name always there, absent is null."""
    return {
        "state": found.state,
        "ours": found.ours,
        "theirs": found.theirs,
        "tree": found.tree,
        "branch": found.branch,
        "commit": found.commit,
        "records": [_record_object(file) for file in found.files if file.is_record],
        "others": [
            {"path": file.path, "how": file.how} for file in found.files if not file.is_record
        ],
        "messages": list(found.messages),
    }


def _record_object(file: MergedFile) -> JsonObject:
    changes: list[FieldChange] = []
    if file.how == "merged" and file.before is not None and file.after is not None:
        changes = field_changes([file.before], file.after)
    return {
        "path": file.path,
        "id": file.id,
        "how": file.how,
        "fields": [change_object(change) for change in changes],
        "conflicts": [_conflict_object(conflict) for conflict in file.conflicts],
    }


def _conflict_object(conflict: Conflict) -> JsonObject:
    return {
        "pointer": render(conflict.pointer),
        "base": _or_null(conflict.base),
        "ours": _or_null(conflict.ours),
        "theirs": _or_null(conflict.theirs),
    }


def _or_null(value: Possible) -> JsonValue:
    return None if value is ABSENT else value
