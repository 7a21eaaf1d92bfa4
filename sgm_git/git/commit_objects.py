"""Commit objects as they are stored, read in one way for both engines (DESIGN 5, 13).

Git's own ``log`` is not asked for names and dates: what it says depends on settings, on the
version and on NUL bytes in the message. Where a line is odd, it is read as git reads it.
"""

from __future__ import annotations

import codecs
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sgm_git.commits import Commit, Identity
from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.commits import Change

_HEX = rb"[0-9a-fA-F]{40}(?:[0-9a-fA-F]{24})?"
_LINKS = re.compile(rb"tree (%b)\n((?:parent %b\n)*)" % (_HEX, _HEX))
_WHEN = re.compile(rb"[ \t\r]*0*([0-9]{1,19})[ \t\r]*[+-][0-9]")
_LAST_SECOND = 2**63 - 1
_BLANKS = b" \t\r\n"
_NOBODY = Identity("", "")  # a line in which git finds no person, and so no date either

# Character sets in which ASCII is ASCII: others (UTF-7, UTF-16, EBCDIC, Python's own codecs)
# could show one name to git and another one to us, or cost more time than they are worth.
_CHARSETS = frozenset(
    {
        *(f"iso8859-{number}" for number in range(1, 17)),
        *(f"cp{number}" for number in (437, 850, 852, 866, 874, 932, 949, 950, *range(1250, 1259))),
        *("utf-8", "ascii", "koi8-r", "koi8-u", "mac-roman", "tis-620"),
        *("euc_jp", "shift_jis", "iso2022_jp", "gb2312", "gbk", "gb18030", "big5", "euc_kr"),
    }
)


def links(oid: bytes, raw: bytes) -> tuple[bytes, list[bytes]]:
    """Give the tree and the parents of a commit, as lower-case hex.

    Raises CannotRun for what is no commit that git could read.
    """
    match = _LINKS.match(raw)
    if not match:
        raise CannotRun(f"commit {oid.decode('ascii')} is damaged: it does not begin with a tree")
    tree, parents = match.groups()
    return tree.lower(), parents.lower().split()[1::2]


def commit_time(raw: bytes) -> int | None:
    """Give the committer's time, in seconds since the epoch; None if git cannot read it."""
    return _time(_line(_header(raw)[0], b"\ncommitter ").rpartition(b">")[2])


def signature_of(raw: bytes, object_format: str) -> bytes | None:
    """Give what a commit is signed with, from its first line on; None if it is unsigned.

    Only a header signs. Text in a message that looks like a signature is text.
    """
    header = raw.partition(b"\n\n")[0]
    mark = b"\ngpgsig " if object_format == "sha1" else b"\ngpgsig-%b " % object_format.encode()
    _, found, rest = header.partition(mark)
    return rest if found else None


class Interpreter:
    """Makes commits of commit objects; what several of them share is held once."""

    def __init__(self) -> None:
        self._people: dict[tuple[bytes, str | None], Identity] = {}
        self._oids: dict[bytes, str] = {}

    def commit(
        self,
        oid: bytes,
        raw: bytes,
        parents: Sequence[bytes],
        changes: tuple[tuple[Change, ...], ...],
        *,
        is_cut: bool = False,
    ) -> Commit:
        """Give the commit with this id and content."""
        header, message = _header(raw)
        charset = (
            _charset(_line(header, b"\nencoding ", last=False)) if _ENCODED in header else None
        )
        author, author_time = self._person(_line(header, b"\nauthor "), charset)
        committer, time = self._person(_line(header, b"\ncommitter "), charset)
        known = self._oids
        return Commit(
            known.pop(oid, "") or oid.decode("ascii"),
            tuple([known.setdefault(parent, parent.decode("ascii")) for parent in parents]),
            author,
            author_time,
            committer,
            time,
            _decoded(message, charset),
            changes,
            is_cut,
        )

    def _person(self, line: bytes, charset: str | None) -> tuple[Identity, int | None]:
        """Split ``Name <address> seconds zone``; git looks for the date after the last ``>``."""
        end = line.rfind(b">") + 1
        key = line[:end], charset
        person = self._people.get(key)
        if person is None:
            person = self._people[key] = _identity(*key)
        return person, None if person is _NOBODY else _time(line[end:])


_ENCODED = b"\nencoding "


def _header(raw: bytes) -> tuple[bytes, bytes]:
    """Give the header, each line after a newline, and the message; git stops at a NUL."""
    end = raw.find(b"\n\n")
    header, message = (raw, b"") if end < 0 else (raw[:end], raw[end + 2 :])
    return header.partition(b"\0")[0], message


def _line(header: bytes, mark: bytes, *, last: bool = True) -> bytes:
    """Give what follows the mark; of several persons git takes the last one."""
    at = header.rfind(mark) if last else header.find(mark)
    if at < 0:
        return b""
    at += len(mark)
    end = header.find(b"\n", at)
    return header[at:] if end < 0 else header[at:end]


def _identity(line: bytes, charset: str | None) -> Identity:
    name, opened, rest = line.partition(b"<")
    address, closed, _ = rest.partition(b">")
    if not (opened and closed):
        return _NOBODY
    return Identity(_decoded(name.rstrip(_BLANKS), charset), _decoded(address, charset))


def _time(text: bytes) -> int | None:
    match = _WHEN.match(text)
    seconds = int(match[1]) if match else None
    return None if seconds is None or seconds > _LAST_SECOND else seconds


def _decoded(data: bytes, charset: str | None) -> str:
    """Decode as the commit says; where that fails git shows the bytes, which are read as UTF-8."""
    if charset is not None:
        try:
            return data.decode(charset)
        except UnicodeError:
            pass
    return data.decode("utf-8", "replace")


@lru_cache(maxsize=64)
def _charset(name: bytes) -> str | None:
    try:
        found = codecs.lookup(name.decode("ascii").strip()).name
    except (LookupError, ValueError):
        return None
    return found if found in _CHARSETS else None
