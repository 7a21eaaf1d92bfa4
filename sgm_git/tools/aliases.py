"""What models really send, and which argument of ours they mean by it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

ALIASES: dict[str, tuple[str, ...]] = {
    "q": ("query",),
    "search": ("query",),
    "search_query": ("query",),
    "text": ("query", "content", "value"),
    "words": ("query",),
    "keywords": ("query",),
    "task": ("query",),
    "topic": ("query",),
    "id": ("ids",),
    "ids": ("id",),
    "record_id": ("id", "ids"),
    "record": ("id", "ids"),
    "ref": ("id", "ids"),
    "name": ("title", "id", "ids"),
    "target": ("id", "ids"),
    "target_id": ("id", "ids"),
    "record_ids": ("ids",),
    "types": ("type",),
    "type": ("kind",),
    "kind": ("type",),
    "kinds": ("kind", "type"),
    "annotation": ("kind",),
    "annotation_kind": ("kind",),
    "key": ("kind", "idempotency_key"),
    "body": ("content", "value"),
    "markdown": ("content",),
    "note": ("content", "value"),
    "subject": ("title",),
    "new_content": ("content",),
    "message": ("reason", "content"),
    "why": ("reason",),
    "comment": ("reason", "value"),
    "find": ("old_text",),
    "find_text": ("old_text",),
    "old": ("old_text",),
    "old_str": ("old_text",),
    "old_string": ("old_text",),
    "replace": ("new_text",),
    "replace_text": ("new_text",),
    "new": ("new_text",),
    "new_str": ("new_text",),
    "new_string": ("new_text",),
    "page_size": ("limit",),
    "max_results": ("limit",),
    "count": ("limit",),
    "n": ("limit",),
    "top_k": ("limit",),
    "page": ("cursor",),
    "page_token": ("cursor",),
    "next": ("cursor",),
    "next_cursor": ("cursor",),
    "blob": ("expected_blob",),
    "expect": ("expected_blob",),
    "expected": ("expected_blob",),
    "expected_rev": ("expected_blob",),
    "revision": ("rev",),
    "commit": ("rev",),
    "field": ("fields",),
    "fields": ("field", "set"),
    "pointer": ("field",),
    "pointers": ("fields",),
    "changes": ("set",),
    "updates": ("set",),
    "patch": ("set",),
    "unset": ("drop",),
    "remove": ("drop",),
    "delete": ("drop",),
    "path": ("paths",),
    "files": ("paths",),
    "file": ("paths",),
    "budget_tokens": ("budget",),
    "max_tokens": ("budget",),
    "token_budget": ("budget",),
    "state": ("status",),
    "successor": ("superseded_by",),
    "replaced_by": ("superseded_by",),
    "link": ("links",),
    "links": ("link",),
    "related": ("links",),
    "agents": ("agent",),
    "author": ("agent",),
    "updated_since": ("since",),
    "after": ("since",),
    "before": ("until",),
    "rel": ("relation",),
    "relations": ("relation",),
    "tag": ("tags",),
    "labels": ("tags",),
    "hops": ("depth",),
    "request_id": ("idempotency_key",),
}
"""Another name for an argument, and those that it may mean: the first that the tool has counts."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def meant(name: str, known: Collection[str]) -> str | None:
    """The argument that a name stands for, among those that a tool has; None if for none.

    ``expectedBlob`` and ``expected-blob`` are ``expected_blob``.
    """
    if name in known:
        return name
    plain = _HUMP.sub("_", name).replace("-", "_").lower()
    candidates = (plain, *ALIASES.get(plain, ()))
    return next((each for each in candidates if each in known), None)
