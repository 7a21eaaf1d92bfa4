"""``sgm_check``: what checks find, by record or path (DESIGN section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.report.findings import finding_object
from sgm_git.tools import forms
from sgm_git.tools.naming import inside
from sgm_git.tools.replies import page
from sgm_git.tools.tool import READS, Tool
from sgm_git.workflows.check import Selection
from sgm_git.workflows.check import check as check_records

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject
    from sgm_git.tools.tool import Session

_KEPT = ("code", "severity", "path", "line", "pointer", "id", "message")


def _check(session: Session, arguments: JsonObject) -> JsonObject:
    store = session.open_store()
    paths = _paths(store, arguments)
    staged = arguments.get("staged") is True
    selection = Selection(paths, staged, author=_author(store), allow_shallow=True)
    found = check_records(store.records, store.records.now(), selection)
    cursor = cast("str | None", arguments.get("cursor"))
    limit = cast("int", arguments.get("limit", forms.LIMIT))
    shown, following = page(found.findings, cursor, limit)
    return {
        "findings": [_small(finding_object(each)) for each in shown],
        "records": found.records,
        **{f"{each.value}s": found.count(each) for each in Severity},
        "next": following,
        "notes": list(found.notes),
    }


def _paths(store: Store, arguments: JsonObject) -> list[str]:
    """The paths that are meant, from the top; raises UsageError for one that leads out of it."""
    paths = [inside(path) for path in cast("list[str]", arguments.get("paths", []))]
    ids = cast("list[str]", arguments.get("ids", []))
    return [*paths, *(store.get(each).path for each in ids)]


def _author(store: Store) -> str | None:
    try:
        return store.repository.identity().name
    except CannotRun:
        return None


def _small(finding: JsonObject) -> JsonObject:
    """The finding without places that only editors need; what is absent is left out."""
    kept = {name: finding[name] for name in _KEPT if finding[name] is not None}
    return {**kept, "fixable": finding["fix"] is not None}


_FINDING = forms.outputs(
    {
        "code": forms.STRING,
        "severity": {"enum": [each.value for each in Severity]},
        "path": forms.STRING,
        "message": forms.STRING,
        "fixable": {"type": "boolean"},
    },
    ("code", "severity", "path", "message"),
)
_COUNT: JsonObject = {"type": "integer"}

CHECK = Tool(
    "sgm_check",
    "Check records",
    "Say what is wrong with records of the memory, by schema, links and git history. Without ids "
    "and paths: all of them. Errors first need mending; sgm_update mends one.",
    forms.inputs(
        {
            "ids": forms.texts("Only these records."),
            "paths": forms.texts("Only what lies at or below these paths, from the top."),
            "staged": forms.flag("Check what is staged for a commit instead of the files."),
            "limit": forms.limit("findings"),
            "cursor": forms.CURSOR,
        }
    ),
    forms.outputs(
        {
            "findings": forms.listed(_FINDING),
            "records": _COUNT,
            **{f"{each.value}s": _COUNT for each in Severity},
            "next": forms.NEXT,
            "notes": forms.NOTES,
        },
        ("findings", "records", "errors", "warnings", "infos", "next"),
    ),
    READS,
    _check,
)
