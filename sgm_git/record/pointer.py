"""JSON pointers (RFC 6901) as tuples of their unescaped tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonValue

Pointer: TypeAlias = tuple[str, ...]

_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_STRAY_TILDE = re.compile(r"~(?![01])")


def parse(text: str) -> Pointer:
    """Give the tokens of a pointer; its leading slash may be missing (Git Bash rewrites it).

    The empty text points at the whole value. Raises ValueError for a ``~`` that escapes nothing.
    """
    if _STRAY_TILDE.search(text):
        raise ValueError(f"{text!r} is not a JSON pointer: write ~ as ~0 and / in a name as ~1")
    if not text:
        return ()
    tokens = text.removeprefix("/").split("/")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in tokens)


def render(pointer: Pointer) -> str:
    """Write a pointer with its leading slash; the exact inverse of ``parse``."""
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in pointer)


def index(token: str, length: int) -> int:
    """Give the place in a list of that length which a token names; raises KeyError for none."""
    if _INDEX.match(token) and int(token) < length:
        return int(token)
    raise KeyError(token)


def get(value: JsonValue, pointer: Pointer) -> JsonValue:
    """Give what stands at a pointer; raises KeyError with the first token that leads nowhere."""
    for token in pointer:
        if isinstance(value, dict):
            value = value[token]
        elif isinstance(value, list):
            value = value[index(token, len(value))]
        else:
            raise KeyError(token)
    return value


def has(value: JsonValue, pointer: Pointer) -> bool:
    """Whether the pointer leads to a value."""
    try:
        get(value, pointer)
    except KeyError:
        return False
    return True


def walk(value: JsonValue, at: Pointer = ()) -> Iterator[tuple[Pointer, JsonValue]]:
    """Give every value with its pointer in document order, each before those inside it."""
    yield at, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from walk(item, (*at, name))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from walk(item, (*at, str(place)))
