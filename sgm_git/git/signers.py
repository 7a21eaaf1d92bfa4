"""The list of allowed SSH signers, as far as git does not tell what stands in it.

Of a key that is several principals' git names the first one alone. The author may be another.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(
    rb"""[ \t]*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^\s"#]\S*))[ \t]+
    (?:(?P<options>(?:"[^"]*"|[^\s"])+)[ \t]+)?
    (?:ssh|sk|ecdsa)-\S+[ \t]+(?P<key>[A-Za-z0-9+/=]+)(?:\s|\Z)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Signer:
    """A line: who signs with the key of a fingerprint, and under which options."""

    principals: tuple[str, ...]
    options: bytes
    fingerprint: str


def all_principals(signers: bytes, principal: str, fingerprint: str) -> str:
    """Give all to whom the key belongs as surely as to ``principal``, joined by commas.

    These are the others of its line, and those of other lines with the same key and options.
    Where that is not plain (negated patterns, lines that may have expired) it is ``principal``.
    """
    lines = [line for line in signers_in(signers) if line.fingerprint == fingerprint]
    options = {line.options for line in lines if principal in line.principals}
    if len(options) != 1:
        return principal
    named = [name for line in lines if line.options in options for name in line.principals]
    if any(name.startswith("!") for name in named):
        return principal
    return ",".join(dict.fromkeys([principal, *named]))


def unreadable_line(signers: bytes) -> int | None:
    """Give the number of the first line that git makes nothing of: it then finds no signer at all.

    None where every line names a signer and a key, is empty or a remark.
    """
    for number, line in enumerate(signers.split(b"\n"), 1):
        text = line.strip()
        if text and not text.startswith(b"#") and not _is_whole(_LINE.match(line)):
            return number
    return None


def _is_whole(match: re.Match[bytes] | None) -> bool:
    return match is not None and bool(_fingerprint(match["key"]))


def signers_in(signers: bytes) -> Iterator[Signer]:
    """Give each line that names a signer and a key, in order."""
    for text in signers.splitlines():
        match = _LINE.match(text)
        if match:
            names = (match["quoted"] or match["plain"] or b"").decode("utf-8", "replace")
            fingerprint = _fingerprint(match["key"])
            yield Signer(tuple(names.split(",")), match["options"] or b"", fingerprint)


def _fingerprint(key: bytes) -> str:
    """Give it as ``ssh-keygen -l`` does."""
    try:
        blob = base64.b64decode(key, validate=True)
    except binascii.Error:
        return ""
    digest = base64.b64encode(hashlib.sha256(blob).digest())
    return "SHA256:" + digest.decode("ascii").rstrip("=")
