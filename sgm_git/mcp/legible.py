"""The id of a request, also of one that cannot be read: somebody waits for an answer to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sgm_git.record.value import loads

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST: Final = 1 << 20  # characters that are looked through
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*\\?(?:"|\Z)|[{}\[\]:,]|[^\s"{}\[\]:,]+', re.DOTALL)


def as_request_id(value: object) -> int | str | None:
    """Give a value that may be a request's id (JSON-RPC 2.0: a text or a whole number)."""
    is_id = isinstance(value, int | str) and not isinstance(value, bool)
    return value if is_id else None  # type: ignore[return-value]  # is_id says it


def legible_id(text: str) -> int | str | None:
    """Give the id of a text that is one object, whole, though perhaps not JSON that we take.

    None where the text ends too early or goes on, or where it has no id, or several.
    """
    if len(text) > _LONGEST:
        return None
    found = list(_ids(text))
    if len(found) != 1 or found[0] is None:
        return None
    try:
        return as_request_id(loads(found[0]))
    except ValueError:
        return None


def _ids(text: str) -> Iterator[str | None]:
    """The tokens behind ``"id":`` in the outermost object; None for what is not one object."""
    depth, before = 0, ("", "")
    for place, match in enumerate(_TOKEN.finditer(text.removeprefix("\ufeff"))):
        word = match[0]
        if depth == 0 and (place > 0 or word != "{"):
            yield None
            return
        if depth == 1 and before == ('"id"', ":"):
            yield word
        depth += (word in "{[") - (word in "}]")
        before = (before[1], word)
    if depth != 0:
        yield None
