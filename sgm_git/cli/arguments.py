"""Reads what stands on the command line: pairs, pointers, times, and text from files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, UsageError
from sgm_git.record import pointer as pointers
from sgm_git.record.times import last_moment, parse_rfc3339
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject, JsonValue


def pair(text: str, what: str) -> tuple[str, JsonValue]:
    """Give name and value of ``NAME=TEXT``, or of ``NAME:=JSON``.

    ``what`` names the form in the UsageError that is raised for anything else.
    """
    name, equals, value = text.partition("=")
    if not equals or not name.removesuffix(":"):
        raise UsageError(f"{text!r} is not {what}", hint=f"write {what}, or {_json(what)} for JSON")
    if not name.endswith(":"):
        return name, value
    try:
        return name[:-1], loads(value)
    except ValueError as error:
        raise UsageError(
            f"{text!r}: what follows := is not JSON: {error}",
            hint=f"quote it for your shell, or write {what} for plain text",
        ) from error


def _json(what: str) -> str:
    return what.replace("=", ":=").replace("VALUE", "JSON")


def pairs(texts: Iterable[str], what: str) -> JsonObject:
    """Give many pairs as an object; raises UsageError where a name stands twice."""
    found: JsonObject = {}
    for text in texts:
        name, value = pair(text, what)
        if name in found:
            raise UsageError(f"{name!r} is given twice")
        found[name] = value
    return found


def pointer(text: str) -> Pointer:
    """Give the tokens of a JSON pointer, with or without its leading slash; raises UsageError."""
    try:
        tokens = pointers.parse(text)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not tokens:
        raise UsageError("an empty pointer names the whole record", hint="name a field: /title")
    return tokens


def assignment(text: str) -> tuple[Pointer, JsonValue]:
    """Give pointer and value of ``POINTER=VALUE`` or ``POINTER:=JSON``; raises UsageError."""
    name, value = pair(text, "POINTER=VALUE")
    return pointer(name), value


def text_of(source: str) -> str:
    """Give the UTF-8 text of a file, of standard input for ``-``; raises CannotRun.

    Line ends are line feeds: what an editor on Windows typed is the same content.
    """
    data = bytes_of(source)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CannotRun(f"{_name(source)}:{line}: not UTF-8", hint="save it as UTF-8") from error


def bytes_of(source: str) -> bytes:
    """Give a file's bytes, those of standard input for ``-``; raises CannotRun."""
    if source == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise CannotRun(f"cannot read {source}: {error.strerror}") from error


def _name(source: str) -> str:
    return "standard input" if source == "-" else source


def last_instant(text: str, now: int) -> Instant:
    """Give the instant of an RFC 3339 time, of a date its last second in UTC; raises UsageError.

    Of a day that is not over at ``now``, in seconds since the epoch, that is now.
    """
    return last_moment(text, now) or instant(text)


def instant(text: str) -> Instant:
    """Give the instant of an RFC 3339 time, of a date its first one in UTC; raises UsageError."""
    found = parse_rfc3339(text) or parse_rfc3339(f"{text}T00:00:00Z")
    if found is None:
        raise UsageError(f"{text!r} is no time", hint="write 2026-10-10 or 2026-10-10T18:21:47Z")
    return found
