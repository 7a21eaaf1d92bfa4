"""The names that sync clients give to the other side of a conflict (DESIGN section 6, L512)."""

from __future__ import annotations

import re
import unicodedata
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SUFFIX = ".md"
_LONGEST = 1_000  # characters of a name; no file system takes more, a foreign tree may hold one
_BRACKETED = re.compile(
    r"""(?P<stem>.*?)[ _.-]*(?:
    \((?P<round>(?:[^()]|\([^()]*\))*)\)  # the name of a computer may hold brackets itself
    | \[(?P<square>[^\[\]]*)\]
    )\Z""",
    re.VERBOSE,
)
_TOLD = re.compile(
    r"""  # in brackets: words of several languages for a copy and for a conflict, in either order
    (?=.*(?:c[oó]p[iy]|kopi|kopya|salinan|коп[иі]|コピー|사본|副本|複本|複製|สำเนา))
    (?=.*(?:confli[ct]|konflik|konflict|ristiriit|çak\u0131ş|motstrid|конфл[иі]кт|競合|충돌
       |冲突|衝突|ขัดแย้ง))
    | .*\bcase\ conflict(?:\ [0-9]+)?\Z
    | .*\b(?:selective\ sync|white\ ?space|unicode\ encoding)\ conflict\b
    | conflicted(?:\ [0-9]+)?\Z
    | .*\bconflict[ _].*[0-9]{4}-[0-9]{2}-[0-9]{2}
    | sfconflict\b
    | \#\ (?:edit\ conflict|name\ clash)\b
    """,
    re.VERBOSE,
)
_PLAIN = re.compile(
    r"""(?P<stem>.*?)(?:
    [ _.-]*sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z0-9]{7})?
    | [ _.-]*conflict-[0-9]{8}-[0-9]{6}
    | _[^_]+_[A-Z][a-z]{2}-[0-9]{2}-[0-9]{4,6}-[0-9]{4}_[A-Za-z]*Conflict(?:_[0-9]+)?
    | \.Conflict[0-9]*
    )\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_LIKELY = re.compile(
    r"""(?P<stem>.+?)(?:
    \ \([1-9][0-9]?\)
    | \ [2-9]
    | -(?:DESKTOP|LAPTOP)-[A-Z0-9]{7,8}(?:-[0-9]+)?
    )\Z""",
    re.VERBOSE,
)
_HINT = re.compile(r"[)\]]\Z| [2-9]\Z|conflict|DESKTOP-|LAPTOP-", re.IGNORECASE)
"""What a name holds that one of them may match: they try every beginning of it."""


class CopyName(NamedTuple):
    """The path of the file that a name says it is a copy of, and whether the name says no other."""

    original: str
    is_certain: bool


def copied_from(path: str) -> Iterator[CopyName]:
    """Give the files that a file's name may say it is a copy of, the nearest first.

    A copy of a copy has several. Most names say no such thing.
    """
    stem, is_certain = basename(path).removesuffix(_SUFFIX), True
    while len(stem) <= _LONGEST and (cut := _cut(stem)) is not None:
        stem, is_certain = cut.original, is_certain and cut.is_certain
        yield CopyName(join(dirname(path), f"{stem}{_SUFFIX}"), is_certain)


def original_of(path: str, own_id: str | None, ids: Mapping[str, str | None]) -> str | None:
    """Give the path of the record that a file is a sync client's copy of; None: it is none.

    ``ids`` are those of the files that are there, by path, None of one that has none or cannot be
    read. A copy has its original's id, or one of the two cannot be read, and the copy has a name
    that leaves no doubt.
    """
    for name in copied_from(path):
        if name.original in ids:
            other_id = ids[name.original]
            is_same = own_id == other_id and own_id is not None
            is_hidden = own_id is None or other_id is None
            if is_same or (name.is_certain and is_hidden):
                return name.original
    return None


def _cut(stem: str) -> CopyName | None:
    """A name without what the last client added to it."""
    if not _HINT.search(stem):
        return None
    likely = _LIKELY.match(stem)
    certain = None if likely else _bracketed(stem) or _PLAIN.match(stem)
    match = likely or certain
    return CopyName(match["stem"], certain is not None) if match and match["stem"] else None


def _bracketed(stem: str) -> re.Match[str] | None:
    match = _BRACKETED.match(stem)
    said = match and (match["round"] or match["square"])
    # macOS takes accents apart in names
    is_told = said and _TOLD.match(unicodedata.normalize("NFC", said).casefold())
    return match if is_told else None
