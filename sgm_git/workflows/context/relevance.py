"""How well a record fits the paths that somebody works on."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sgm_git.policy.globs import matches, path_fault
from sgm_git.record import fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonObject, JsonValue

_PATTERNS = ("path", "paths", "source")
_EXACT, _NAMED, _AROUND = 3.0, 2.0, 1.0
_PATTERN_LENGTH = 200


def path_relevance(record: JsonObject, paths: Iterable[str], place: str = "") -> float:
    """How closely a record, whose document is at ``place``, names one of the paths; 0: none.

    It does so in its scope, source, links, annotations, title or text: the path itself, or a
    pattern that it matches, most; then the file's name; then a folder above it. The path at
    which it lies is as near as one that it names.
    """
    wanted = [path for path in paths if path]
    if not wanted:
        return 0.0
    if place in wanted:
        return _EXACT
    text = "\n".join(_texts(record))
    patterns = [each for each in _annotated(record) if path_fault(each) is None]
    return max(_relevance(text, patterns, path) for path in wanted)


def _relevance(text: str, patterns: list[str], path: str) -> float:
    if _names(text, path) or any(matches(pattern, path) for pattern in patterns):
        return _EXACT
    folder, _, name = path.rpartition("/")
    if _names(text, name):
        return _NAMED
    return _AROUND if any(_names(text, each) for each in _above(folder)) else 0.0


def _names(text: str, name: str) -> bool:
    return name in text and _word(name).search(text) is not None


def _above(folder: str) -> Iterator[str]:
    """The folders above a path; one at the top with its slash, for alone it is any word."""
    parts = folder.split("/") if folder else []
    for length in range(len(parts), 0, -1):
        yield "/".join(parts[:length]) + ("/" if length == 1 else "")


@lru_cache(maxsize=1_024)
def _word(name: str) -> re.Pattern[str]:
    """The name where it stands for itself, and is no part of another."""
    end = "" if name.endswith("/") else r"(?![\w-])"
    return re.compile(rf"(?<![\w./-]){re.escape(name)}{end}")


def _texts(record: JsonObject) -> Iterator[str]:
    """Everything in which a record can name a path."""
    yield from _strings([record.get("title"), record.get("content"), fields.scope(record)])
    yield from fields.links(record)
    yield from _strings(fields.provenance(record).get("source"))
    yield from _strings([each.value for each in fields.annotations(record)])


def _annotated(record: JsonObject) -> Iterator[str]:
    for kind in _PATTERNS:
        found = _strings(list(fields.annotation_values(record, kind)))
        yield from (each for each in found if "*" in each and len(each) <= _PATTERN_LENGTH)


def _strings(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)
