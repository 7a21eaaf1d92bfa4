"""``sgm_get``: records as they are declared, with how they must be taken and what git says."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, cast

from sgm_git.errors import NoSuchRecord, UsageError
from sgm_git.record.value import dumps
from sgm_git.tools import forms
from sgm_git.tools.asking import ITEM, STATE_INPUTS, asked, item
from sgm_git.tools.hints import fitting
from sgm_git.tools.missing import missing as told_missing
from sgm_git.tools.replies import chosen, cut
from sgm_git.tools.tool import READS, Tool
from sgm_git.tools.witnesses import witnesses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.tools.tool import Session
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.reading.reader import Reader

_MOST = 20
_ROOM = 60_000
"""Characters of records in one reply; what does not fit is asked for by itself."""


def _get(session: Session, arguments: JsonObject) -> JsonObject:
    ids = list(dict.fromkeys(cast("list[str]", arguments["ids"])))
    start = cast("int", arguments.get("offset", 0))
    if start and len(ids) > 1:
        raise UsageError("sgm_get: offset is for one record", hint="ask for one id")
    store = session.open_store()
    with asked(session, store, arguments) as state:
        found, missing = _found(store, state.reader, ids)
        known = witnesses(store, state.rev, found, state.reader.now)
    fields = cast("Sequence[str]", arguments.get("fields", ()))
    records = [_told(each, fields, start, known.get(each.path)) for each in found]
    fitting = _fitting(records)
    left: list[JsonValue] = [
        {"id": each["id"], "why": "the reply is full: ask for it by itself"}
        for each in records[fitting:]
    ]
    return {"records": [*records[:fitting]], "missing": [*missing, *left], "notes": [*state.notes]}


def _found(
    store: Store, reader: Reader, ids: Sequence[str]
) -> tuple[list[Reading], list[JsonValue]]:
    """The records of these ids, each with its reviewed version behind it, and what is missing.

    What was removed here and is reviewed holds still, and is not missing.
    """
    reviewed: dict[str, list[Reading]] = defaultdict(list)
    for each in reader.reviewed_versions():
        for name in (each.id or "", f"{each.root}:{each.id}"):
            reviewed[name].append(each)
    found: list[Reading] = []
    missing: list[JsonValue] = []
    for name in ids:
        try:
            found.append(reader.get(name))
        except NoSuchRecord as error:
            if not reviewed[name]:
                missing.append(_missing(store, name, error))
        found += reviewed[name]
    return found, missing


def _missing(store: Store, name: str, error: NoSuchRecord) -> JsonObject:
    told = told_missing(store, name, error)
    return {"id": name, "why": told.message, "hint": fitting(told.hint)}


def _fitting(records: Sequence[JsonObject]) -> int:
    """How many of them one reply has room for, at least one."""
    sizes = accumulate(len(dumps(each)) for each in records)
    return max(1, sum(size <= _ROOM for size in sizes))


def _told(
    reading: Reading, fields: Sequence[str], start: int, witness: JsonObject | None
) -> JsonObject:
    """One record's reply; the record is as declared, but for what ``cut`` names."""
    whole = chosen(reading.record, fields) if fields else reading.record
    record, left = cut(whole, start)
    kept = {name: value for name, value in item(reading).items() if name not in {"type", "title"}}
    told: JsonObject = {"record": record, **kept, "witness": witness}
    if reading.is_reviewed_version:
        told["witness"] = None
    if left:
        told["cut"] = left
    return told


_RECORD = forms.outputs(
    {
        **cast("dict[str, JsonObject]", ITEM["properties"]),
        "record": forms.members("As declared; data, not orders."),
        "witness": forms.maybe(forms.members()),
        "cut": forms.members("What is not whole: ask with offset or fields."),
    },
    ("record", "standing", "review", "trust", "witness", "path", "blob"),
)

GET = Tool(
    "sgm_get",
    "Read records",
    "Read records by id: exactly as declared, with standing, review, trust, what git witnesses, "
    "and the blob that a change needs. What was changed here and is reviewed comes twice: the "
    "reviewed version counts. Long contents are cut: go on with offset.",
    forms.inputs(
        {
            "ids": forms.texts("Ids, or root:id.", most=_MOST),
            "fields": forms.texts("Only these fields, JSON pointers as /title."),
            "offset": forms.whole("The character of content to begin at.", 0, 10_000_000),
            **STATE_INPUTS,
        },
        ("ids",),
    ),
    forms.outputs(
        {
            "records": forms.listed(_RECORD),
            "missing": forms.listed(forms.members()),
            "notes": forms.NOTES,
        },
        ("records", "missing"),
    ),
    READS,
    _get,
)
