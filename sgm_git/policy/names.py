"""Names of files that every system can hold, and ids that people can read (DESIGN section 4)."""

from __future__ import annotations

import re
import unicodedata

_MAX_BYTES = 255
_NUMBER = len("-999")
_SLUG_LENGTH = 60
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*\u2028\u2029]')
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?\Z", re.IGNORECASE
)
_UNSEEN = re.compile(
    "[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
_OURS = ("index", "log")
_IGNORED_BY_HFS = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")
_ADMINISTRATIVE = re.compile(
    r"(?:\A|/)(?:\.git|git~1|\.sgm|sgm~1)[ .]*(?::[^/]*)?(?=/|\Z)", re.IGNORECASE
)
_APART = re.compile(r"[^\w]+|_+")


def folded(text: str) -> str:
    """The form in which names that some file system takes for one are equal."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())


def is_administrative(path: str) -> bool:
    """Whether a path, with forward slashes, leads into ``.git`` or ``.sgm`` on any file system.

    Those of macOS fold case and ignore some characters; those of Windows fold case, drop blanks
    and dots at the end of a name, have short names, and hide streams behind a colon.
    """
    seen = path if path.isascii() else _IGNORED_BY_HFS.sub("", path)
    return _ADMINISTRATIVE.search(seen) is not None


def path_component(text: str, suffix: str = "") -> str:
    """Make one safe path component of any text, followed by ``suffix`` (as ``.md``).

    No separators, controls, hidden characters, ``..``, leading dot or dash, trailing dot or
    blank, name reserved on Windows, ``index`` or ``log``; NFC; at most 255 bytes of UTF-8, cut on
    a character border, with room for a number in front of the suffix.
    What cannot stand in a name becomes ``-``; a text with nothing left is ``untitled``.
    """
    plain = _FORBIDDEN.sub("-", text if text.isascii() else _composed(text)).strip(" .")
    plain = plain.lstrip("-. ") or "untitled"
    if _RESERVED.match(plain + suffix) or folded(plain) in _OURS:
        plain = f"{plain.split('.')[0]}-record{plain[len(plain.split('.')[0]) :]}"
    limit = _MAX_BYTES - len(suffix.encode()) - _NUMBER if suffix else _MAX_BYTES
    return cut(plain, limit).rstrip(" .") + suffix


def _composed(text: str) -> str:
    seen = _UNSEEN.sub("", text.encode("utf-8", "replace").decode())
    return unicodedata.normalize("NFC", seen)


def cut(text: str, limit: int) -> str:
    """Cut to ``limit`` bytes of UTF-8 on the border of a character with its combining marks.

    Where a single character has more marks than that, it loses some.
    """
    if len(text.encode()) <= limit:
        return text
    short = text.encode()[:limit].decode("utf-8", "ignore")
    end = len(short)
    while end and unicodedata.combining(text[end]):
        end -= 1
    return short[:end] or short


def slug(text: str) -> str:
    """A readable id of a text: words of letters and digits, lower case, joined by dashes.

    At most 60 characters, cut between words where that can be; empty for a text without words.
    """
    composed = unicodedata.normalize("NFC", text.encode("utf-8", "ignore").decode())
    words = [word for word in _APART.split(composed.casefold()) if word]
    joined = "-".join(words)
    if len(joined) <= _SLUG_LENGTH:
        return joined
    short = joined[: _SLUG_LENGTH + 1].rpartition("-")[0]
    is_most = len(short) * 2 >= _SLUG_LENGTH  # one long word must not leave the type alone
    return short if is_most else joined[:_SLUG_LENGTH].rstrip("-")
