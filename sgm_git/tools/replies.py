"""What tools reply with: small, and never more than was asked for (DESIGN section 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sgm_git.errors import UsageError
from sgm_git.record.pointer import get, parse, render
from sgm_git.record.value import JsonValue, dumps

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject

_Item = TypeVar("_Item")

LONGEST_VALUE = 8_000
"""Characters of one field that a reply holds; the rest is asked for."""

_LONGEST_TEXT = 300
_FINDINGS = 5


def page(
    items: Sequence[_Item], cursor: str | None, limit: int
) -> tuple[Sequence[_Item], str | None]:
    """Give the items of one page and the cursor of the next; raises UsageError for a bad cursor.

    For lists that are the same at the next call, or so nearly that a number tells the place.
    """
    start = offset(cursor)
    end = start + limit
    return items[start:end], str(end) if end < len(items) else None


def offset(cursor: str | None) -> int:
    """Give the number that a cursor is; raises UsageError for one that no reply gave."""
    if cursor is None:
        return 0
    if not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 10):  # noqa: PLR2004 - digits
        raise UsageError(f"{short(cursor)!r} is no cursor", hint="begin again without one")
    return int(cursor)


def short(text: str) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"


def chosen(record: JsonObject, fields: Sequence[str]) -> JsonObject:
    """Those fields of a record that pointers name, by pointer; what is not there is left out.

    Raises UsageError for a text that is no pointer.
    """
    found: JsonObject = {}
    for text in fields:
        try:
            pointer = parse(text)
            found[render(pointer)] = get(record, pointer)
        except ValueError as error:
            raise UsageError(str(error), hint="as /title") from error
        except KeyError:
            continue
    return found


def cut(record: JsonObject, start: int = 0) -> tuple[JsonObject, JsonObject]:
    """Give the record with its long fields cut, and how: ``{name: {length, offset, next}}``.

    ``start`` is where ``content`` begins, in characters. A long field that is no text is left
    out and stands in the second object, too.
    """
    kept, told = dict(record), dict[str, JsonValue]()
    for name, value in record.items():
        begin = start if name in {"content", "/content"} else 0
        if isinstance(value, str) and (begin or len(value) > LONGEST_VALUE):
            end = begin + LONGEST_VALUE
            kept[name] = value[begin:end]
            told[name] = _cut_text(len(value), begin, end)
        elif not isinstance(value, str) and (size := len(dumps(value))) > LONGEST_VALUE:
            del kept[name]
            told[name] = {"length": size, "left_out": True}
    return kept, told


def _cut_text(length: int, begin: int, end: int) -> JsonObject:
    return {"length": length, "offset": begin, "next_offset": end if end < length else None}


def finding_texts(findings: Iterable[Finding]) -> list[JsonValue]:
    """Give what findings say, a line each, and how many more there are."""
    lines = [f"{each.code} {each.severity.value}: {each.message}" for each in findings]
    more = len(lines) - _FINDINGS
    return [*lines[:_FINDINGS], *([f"and {more} more: sgm_check"] if more > 0 else [])]
