"""Completes a new record that was typed by hand (DESIGN section 5)."""

from __future__ import annotations

import re
from posixpath import basename
from typing import TYPE_CHECKING

from sgm_git.checks.fixing import splice_fix
from sgm_git.document.splice import Set
from sgm_git.policy.layout import read_path, render_path
from sgm_git.record import fields
from sgm_git.record.pointer import has
from sgm_git.record.provenance import Actor, completed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.checks.case import Case
    from sgm_git.findings import Fix
    from sgm_git.policy.violation import Violation
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject

_NO_ID = re.compile("[\n\r\x85\u2028\u2029\ud800-\udfff]")
_TYPE = "{type}"
_FIELDS = {
    *(("id",), ("type",), ("provenance",)),
    *(("provenance", name) for name in ("agent", "created_at", "origin", "scope")),
}


def is_completable(case: Case, violation: Violation) -> bool:
    """Whether a violation is a gap in a new record, which S213 reports and can fill."""
    return case.subject.is_new and violation.keyword == "required" and violation.pointer in _FIELDS


def is_incomplete(record: JsonObject) -> bool:
    """Whether a record lacks a field that it must have."""
    return not all(has(record, pointer) for pointer in _FIELDS)


def gaps(case: Case) -> list[Pointer]:
    """What a new record lacks that it must have, by pointers to what is missing."""
    return [each.pointer for each in case.violations if is_completable(case, each)]


def completion(case: Case, missing: Sequence[Pointer]) -> Fix | None:
    """The fix that fills the gaps; none where they cannot be told, or would not fit."""
    changes = filling(case, missing)
    return splice_fix(case, changes) if changes else None


def is_id_untold(case: Case, missing: Sequence[Pointer]) -> bool:
    """Whether the id is missing, and the file's name is none: of two lines, or no Unicode."""
    return ("id",) in missing and _NO_ID.search(_stem(case)) is not None


def is_type_untold(case: Case, missing: Sequence[Pointer]) -> bool:
    """Whether the type is missing, and the place of the file does not tell it."""
    told = read_path(case.subject.root.config.layout, case.below)
    return ("type",) in missing and "type" not in told


def place_of_type(case: Case) -> str | None:
    """Where the file would tell its type, as ``TYPE``; None where no place does."""
    layout = case.root.config.layout
    if _TYPE not in layout:
        return None
    named: JsonObject = {"type": "TYPE", "id": _stem(case), "scope": case.root.scope}
    below = render_path(layout, named)
    return f"{case.root.path}/{below}" if case.root.path else below


def filling(case: Case, missing: Sequence[Pointer]) -> list[Set]:
    """The changes that fill the gaps; none where id, type or agent cannot be told."""
    if case.policy.author is None or is_id_untold(case, missing):
        return []
    told = read_path(case.subject.root.config.layout, case.below)
    whole = completed(
        _identified(case, told),
        Actor(case.policy.author, "editor"),
        now=case.policy.now.seconds,
        scope=_scope(case, told),
    )
    if fields.record_type(whole) is None:
        return []
    changes = [
        Set((name,), whole[name])
        for name in ("id", "type", "scope")
        if name in whole and name not in case.record
    ]
    if ("provenance",) in missing:
        changes.append(Set(("provenance",), whole["provenance"]))
    else:
        filled = fields.provenance(whole)
        changes += [Set(place, filled[place[1]]) for place in missing if len(place) > 1]
    return changes


def _identified(case: Case, told: Mapping[str, str]) -> JsonObject:
    """The record with what it lacks: an id from the file's name, a type from its folder."""
    record = dict(case.record)
    record.setdefault("id", _stem(case))
    if "type" in told:
        record.setdefault("type", told["type"])
    return record


def _stem(case: Case) -> str:
    return basename(case.subject.path).removesuffix(".md")


def _scope(case: Case, told: Mapping[str, str]) -> JsonObject:
    """The scope of a record that states none: its provenance's, else that of root and folder."""
    declared = fields.provenance(case.record).get("scope")
    if isinstance(declared, dict):
        return declared
    named: JsonObject = {
        name.removeprefix("scope."): value
        for name, value in told.items()
        if name.startswith("scope.")
    }
    return case.subject.root.scope | named
