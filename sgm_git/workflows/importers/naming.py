"""Ids for what has none: readable, from the path below the source folder, unique in one import.

``metrics/gross-margin.md`` becomes ``metrics-gross-margin``. A path gives the same id in every
import, whatever lies beside it; only where two paths of one import would share an id, all but the
first in path order carry eight digits of their path's SHA-256.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from typing import TYPE_CHECKING

from sgm_git.policy.names import cut, folded, slug
from sgm_git.record.masking import masked_tokens

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sgm_git.record.value import JsonValue

_LONGEST = 180  # bytes; a file's name may have 255
_APART = re.compile(r"[\s/_.-]+")
_PLAIN_ID = re.compile(r"[^\s/\\:\x00-\x1f\x7f-]([^\s/\\:\x00-\x1f\x7f]*)")
_RECORD_NUMBER = re.compile(r"(?:adr|decision)[-_ ]*(?=\d)", re.IGNORECASE)


def note_id(path: str) -> str:
    """Give the id of a note or concept: its path as a slug."""
    return _bounded(_words(_stem(path)), path) or f"note-{_digest(path)}"


def decision_id(path: str) -> str:
    """Give the id of a decision record: ``decision-0012-title`` for ``0012-title.md``."""
    folder, name = posixpath.split(_stem(path))
    name = _RECORD_NUMBER.sub("", name, count=1) if _RECORD_NUMBER.match(name) else name
    words = _words(f"{folder}/{name}")
    return _bounded(f"decision-{words or _digest(path)}", path)


def plain_id(value: JsonValue) -> str | None:
    """Give a stated id that can stand as it is: text without blanks, slashes and colons."""
    return value if isinstance(value, str) and _PLAIN_ID.fullmatch(value) else None


def assign(wanted: Iterable[tuple[str, str]], taken: Collection[str] = ()) -> dict[str, str]:
    """Give each path its id, from pairs of path and wanted id; no two are alike when folded."""
    used = {folded(name) for name in taken}
    ids: dict[str, str] = {}
    for path, name in sorted(wanted):
        chosen = name if folded(name) not in used else f"{name}-{_digest(path)}"
        used.add(folded(chosen))
        ids[path] = chosen
    return ids


def _words(text: str) -> str:
    return "-".join(filter(None, map(slug, _APART.split(text))))


def _stem(path: str) -> str:
    """What an id is made of; a secret in it is masked, for a slug of it would not be known."""
    return masked_tokens(posixpath.splitext(path)[0])


def _digest(path: str) -> str:
    return hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _bounded(name: str, path: str) -> str:
    short = cut(name, _LONGEST)
    return name if short == name else f"{short.rstrip('-')}-{_digest(path)}"
