"""How decision records name each other: "Superseded by [..](..)", "Amends ADR 10"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.workflows.importers.linking import file_number, leads_elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.workflows.importers.linking import Catalogue

_PHRASES = {
    "superseded_by": r"(?:super[sc]eded|replaced|obsoleted)[ _-]by",
    "supersedes": r"super[sc]edes|replaces|obsoletes",
    "related": r"(?:amended|extended|clarified|refined)[ _-]by|amends|extends|clarifies|refines"
    r"|relate[sd](?:[ _-]to)?|depends[ _-]on",
}
_PHRASE = re.compile(
    r"(?P<part>\b(?:partly|partially|in[ ]part)[ ]+)?\b(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _PHRASES.items())
    + r")\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:[\s,;:&*+`_-]|\band\b|\bthe\b)*", re.IGNORECASE)
_REFERENCE = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n]+)\]\]"
    r"|\[(?P<label>[^\[\]]*)\](?:\([ \t]*<?(?P<target>[^\s<>()]+)[^()\n]*\)|\[[^\[\]\n]*\])?"
    r"|(?:(?:adr|decision|record|number|no\.?)[\s#_-]*(?P<number>\d{1,5})\b"
    r"|(?P<bare>\d{1,5})(?=[-_][a-z]|\s*(?:\Z|[`,;)\n]|\.(?!\d)|and\b|on\b)))[\w.-]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Relation:
    """One mention: ``kind`` is ``superseded_by``, ``supersedes`` or ``related``.

    ``path`` is the source that is meant, ``None`` where it is not among the sources; ``text`` is
    the mention as typed. ``partial`` tells that the words say "partly".
    """

    kind: str
    text: str
    path: str | None
    partial: bool = False


def relations(text: str, source_path: str, catalogue: Catalogue) -> Iterator[Relation]:
    """Give the relations that a text about a record's status states, in its order."""
    for phrase in _PHRASE.finditer(text):
        at, kind = phrase.end(), str(phrase.lastgroup)
        while match := _REFERENCE.match(text, _skip(text, at)):
            path = _path_of(match, source_path, catalogue)
            yield Relation(kind, match[0], path, partial=phrase["part"] is not None)
            at = match.end()


def _skip(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _path_of(match: re.Match[str], source_path: str, catalogue: Catalogue) -> str | None:
    target = match["target"]
    if target and leads_elsewhere(target):
        return None
    path = catalogue.find(target, source_path) if target else None
    number = _number_in(match) if path is None else None
    return path if number is None else catalogue.numbered(number, source_path)


def _number_in(match: re.Match[str]) -> int | None:
    """The number that a mention names: in its file name first, then in its words."""
    number = file_number(match["target"] or match["wiki"] or "")
    if number is None:
        words = match["number"] or match["bare"] or match["label"] or ""
        digits = re.search(r"\d{1,5}", words)
        number = int(digits[0]) if digits else None
    return number
