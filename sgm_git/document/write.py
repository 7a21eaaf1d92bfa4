"""A record to the bytes of a new document (DESIGN section 3, "Writing a new file")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.document.emit import Site, entry_lines
from sgm_git.document.limits import STANDARD, Limits, measure
from sgm_git.document.markers import conflict
from sgm_git.document.parse import second_front_matter
from sgm_git.document.values import RECORD
from sgm_git.record.value import normal

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

_FIRST = ("id", "type", "title", "scope", "annotations")
_LAST = ("provenance", "content")
_NOT_IN_BODY = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def write(record: JsonObject, limits: Limits = STANDARD) -> bytes:
    """Give the document of a record; ``read`` gives the record back, its types included.

    Raises ValueError for what is not JSON and for what is over the limits of a document.
    """
    value = normal(record)
    if not isinstance(value, dict):
        raise ValueError("a record is a JSON object")  # noqa: TRY004  # one error for all callers
    nodes, depth = measure(value)
    _refuse_over("values", nodes, limits.nodes)
    _refuse_over("levels", depth, limits.depth)
    body = ""
    content = value.get("content")
    if isinstance(content, str) and can_be_body(content):
        del value["content"]
        body = f"\n{content}\n" if content else "\n"
    front_matter = "".join(line + "\n" for line in entry_lines(_ordered(value), Site(place=RECORD)))
    _refuse_over("bytes of front matter", len(front_matter.encode()), limits.front_matter)
    data = f"---\n{front_matter}---\n{body}".encode()
    _refuse_over("bytes", len(data), limits.document)
    return data


def can_be_body(content: JsonValue) -> bool:
    """Tell whether git and editors leave such content alone in a body, and it reads as itself."""
    if not isinstance(content, str) or _NOT_IN_BODY.search(content):
        return False
    body = f"\n{content}\n"
    return conflict(body) is None and second_front_matter(body, 0, STANDARD) is None


def _ordered(record: JsonObject) -> JsonObject:
    others = [name for name in record if name not in {*_FIRST, *_LAST}]
    return {name: record[name] for name in (*_FIRST, *others, *_LAST) if name in record}


def _refuse_over(what: str, amount: int, limit: int) -> None:
    if amount > limit:
        raise ValueError(f"a record of {amount:,} {what} is over the limit of {limit:,}")
