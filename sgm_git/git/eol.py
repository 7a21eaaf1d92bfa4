"""Line ends on the way into a blob (gitattributes, "text", "eol"; git-config, "core.autocrlf")."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    AttributeValue = bytes | bool | None

_ODD = bytes({*range(32), 127} - set(b"\b\t\n\f\r\x1b"))
_WHITE = b"\n\r"
_LONE_CR = re.compile(rb"\r(?!\n)")
_PRINTABLE_PER_ODD = 128  # git's measure of a binary file
_END_OF_FILE = b"\x1a"  # of DOS; as the last byte it makes no file binary


class Conversion(Enum):
    """How line ends are stored: as they are, as LF, or as LF if the file seems to be text."""

    NONE = "none"
    TEXT = "text"
    AUTO = "auto"


def conversion(
    attributes: Mapping[bytes, AttributeValue], autocrlf: Callable[[], str | None]
) -> Conversion:
    """Decide from the path's attributes and, if they do not, ``core.autocrlf``."""
    for name in (b"text", b"crlf"):
        decided = _by_attribute(attributes.get(name))
        if decided:
            return decided
    if attributes.get(b"eol") in {b"lf", b"crlf"}:
        return Conversion.TEXT
    chosen = (autocrlf() or "false").lower() in {"true", "yes", "on", "1", "input"}
    return Conversion.AUTO if chosen else Conversion.NONE


def to_blob(data: bytes, how: Conversion, stored: Callable[[], bytes | None]) -> bytes:
    """Give the content as git stores it.

    ``stored`` gives the path's blob in the index: what was stored with CRLF stays so under AUTO.
    """
    if how is Conversion.NONE or b"\r\n" not in data:
        return data
    if how is Conversion.AUTO and (seems_binary(data) or _is_crlf_text(stored())):
        return data
    return data.replace(b"\r\n", b"\n")


def seems_binary(data: bytes) -> bool:
    """Whether git takes the content for binary: NUL, a lone CR, or many control characters."""
    if b"\0" in data or _LONE_CR.search(data):
        return True
    odd = len(data) - len(data.translate(None, _ODD)) - data.endswith(_END_OF_FILE)
    printable = len(data.translate(None, _ODD + _WHITE))
    return printable // _PRINTABLE_PER_ODD < odd


def _is_crlf_text(data: bytes | None) -> bool:
    return data is not None and b"\r\n" in data and not seems_binary(data)


def _by_attribute(value: AttributeValue) -> Conversion | None:
    if value is True or value == b"input":
        return Conversion.TEXT
    if value is False:
        return Conversion.NONE
    return Conversion.AUTO if value == b"auto" else None
