"""``sgm_history``: who changed which field when, and how far git bears it out (DESIGN 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sgm_git.errors import UsageError
from sgm_git.record.value import dumps
from sgm_git.report.history import revision_objects
from sgm_git.tools import forms
from sgm_git.tools.naming import revision
from sgm_git.tools.tool import READS, Tool
from sgm_git.tools.vantage import Vantage, vantage
from sgm_git.workflows.history import latest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.tools.tool import Session
    from sgm_git.workflows.revisions import Revision

_FIELDS, _LONGEST = 10, 500


def _history(session: Session, arguments: JsonObject) -> JsonObject:
    store = session.open_store()
    limit = cast("int", arguments.get("limit", forms.LIMIT))
    cursor = cast("str | None", arguments.get("cursor"))
    rev = revision(arguments.get("rev"))
    own = vantage(session, store) if rev is None else Vantage(rev)
    revisions, more = _revisions(store, arguments, limit, own)
    start = 0 if cursor is None else _behind(revisions, cursor)
    shown = revisions[start : start + limit]
    following = shown[-1] if len(revisions) > start + limit else None
    return {
        **more,
        "versions": [_small(each) for each in revision_objects(shown)],
        "next": None if following is None else _place(following),
    }


def _revisions(
    store: Store, arguments: JsonObject, limit: int, own: Vantage
) -> tuple[Sequence[Revision], JsonObject]:
    """The versions that are asked for, newest first, and what else is told of them."""
    ref = cast("str | None", arguments.get("id"))
    now = store.records.now()
    if ref is None:
        if "field" in arguments:
            raise UsageError("a field of which record?", hint="give its id, too")
        most = None if "cursor" in arguments else limit + 1
        all_of_them = latest(store.records, now, limit=most, rev=own.rev)
        return all_of_them.revisions, {"notes": [*all_of_them.notes, *own.notes]}
    found = store.history(ref, field=cast("str | None", arguments.get("field")), rev=own.rev)
    told: JsonObject = {"id": found.id, "path": found.path, "extent": found.extent.value}
    if found.deletion is not None:
        told["deleted"] = True
    return found.revisions, {**told, "notes": [*found.notes, *own.notes]}


def _place(revision: Revision) -> str:
    """What names a version on every page: new ones come before it and move nothing."""
    return f"{revision.deed.commit.oid} {revision.id}"


def _behind(revisions: Sequence[Revision], cursor: str) -> int:
    places = [_place(each) for each in revisions]
    if cursor not in places:
        raise UsageError(
            "the history has no such place any more", hint="begin again without cursor"
        )
    return places.index(cursor) + 1


def _small(version: JsonObject) -> JsonObject:
    """The version with long values and long lists of fields cut."""
    fields = cast("list[JsonObject]", version["fields"])
    told = [{name: _cut(value) for name, value in each.items()} for each in fields[:_FIELDS]]
    more: JsonObject = {"more_fields": len(fields) - _FIELDS} if len(fields) > _FIELDS else {}
    author = cast("JsonObject", version["author"])
    kept: JsonObject = {
        name: version[name] for name in ("id", "commit", "author_time", "agent", "verdict", "kind")
    }
    return {**kept, "author": author["name"], "fields": [*told], **more}


def _cut(value: JsonValue) -> JsonValue:
    text = value if isinstance(value, str) else dumps(value)
    return value if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"


_VERSION = forms.outputs(
    {
        "id": forms.STRING,
        "commit": forms.maybe(forms.STRING),
        "author": forms.STRING,
        "author_time": forms.maybe(forms.STRING),
        "agent": forms.maybe(forms.STRING),
        "verdict": forms.STRING,
        "fields": forms.listed(forms.members()),
    },
    ("id", "commit", "author", "fields", "verdict"),
)

HISTORY = Tool(
    "sgm_history",
    "History of records",
    "Say who changed which field when, newest first, and how far git bears that out. Of one "
    "record, also of one that is gone; without an id the latest changes of all.",
    forms.inputs(
        {
            "id": forms.text("The record; without it all of them."),
            "field": forms.text("Only changes of this field, a JSON pointer as /title."),
            "rev": forms.text("Begin at this commit, branch or tag."),
            "limit": forms.limit("versions"),
            "cursor": forms.CURSOR,
        }
    ),
    forms.outputs(
        {
            "id": forms.STRING,
            "path": forms.STRING,
            "extent": forms.STRING,
            "versions": forms.listed(_VERSION),
            "next": forms.NEXT,
            "notes": forms.NOTES,
        },
        ("versions", "next"),
    ),
    READS,
    _history,
)
