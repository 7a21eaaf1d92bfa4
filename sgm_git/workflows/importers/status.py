"""The words in which decision records state their status, in the standard's four words.

No old decision may look in force: of several words the most restrictive counts, "deprecated" and
"partly superseded" are read as ``superseded``, and a word that is not known stays as it is typed,
so that a reader is shown it (DESIGN section 8, "none or another word").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue

_WORDS = {
    "rejected": r"rejected|declined|denied|withdrawn|abandoned|cancell?ed|dropped"
    r"|not (?:accepted|approved|adopted)",
    "superseded": r"(?:(?:partly|partially|in part) )?(?:super[sc]eded|replaced|obsoleted)"
    r"|deprecated|obsolete|retired|outdated|no longer \w+",
    "proposed": r"proposed|proposal|draft|pending|deferred|postponed|on[ -]hold|open|idea|wip|rfc"
    r"|(?:in|under) (?:review|discussion|consideration)|in[ -]progress|work in progress"
    r"|not yet \w+|to be \w+|experimental|trial",
    "accepted": r"accepted|approved|adopted|agreed|decided|ratified|implemented|active|in force"
    r"|final|done|completed?",
}
_LEADING = {
    status: re.compile(rf"(?:status ?:? ?)?(?:\d{{4}}-\d\d-\d\d ?[:-]? ?)?(?:{words})\b")
    for status, words in _WORDS.items()
}
_ANYWHERE = {
    "rejected": re.compile(r"\brejected\b"),
    "superseded": re.compile(r"\b(?:(?:super[sc]eded|replaced|obsoleted) by|deprecated)\b"),
}
_RELATION = re.compile(r"(?:super[sc]edes|amend|replaces|extend|clarif|refine|relate|see|depend)")
_MARKS = re.compile(r"[*_~`{}<>]+|^\W+")
_LONGEST = 1000


def stated_words(value: JsonValue) -> str:
    """Give what a status field says as plain text, "" where it says nothing.

    ``status: { accepted }`` is a mapping with an empty value in YAML.
    """
    return "" if choices(value) else _text(value)


def choices(value: JsonValue) -> str:
    """Give the list to choose from that a template has and in which nobody chose, else "".

    Such as ``proposed | rejected | accepted``: several words, of which one should have stayed.
    """
    line = _text(value).split("\n", 1)[0]
    return line if sum(status_of(part) in _WORDS for part in line.split("|")) > 1 else ""


def _text(value: JsonValue) -> str:
    if isinstance(value, dict):
        value = ", ".join(value)
    if isinstance(value, list):
        value = ", ".join(map(_text, value))
    return str(value).strip() if isinstance(value, (str, int)) else ""


def own_words(words: str) -> str:
    """Give the words to keep beside the record: all of them, or the first line of an essay."""
    return words if len(words) <= _LONGEST else words.split("\n", 1)[0][:_LONGEST]


def status_of(words: str) -> str | None:
    """Give ``rejected``, ``superseded``, ``proposed`` or ``accepted`` for a source's own words.

    Unknown words come back as the first line has them, no words as ``None``.
    """
    lines = {line.strip(): _plain(line) for line in words.splitlines() if _plain(line)}
    found = {s for s, pattern in _LEADING.items() if any(map(pattern.match, lines.values()))}
    found |= {s for s, pattern in _ANYWHERE.items() if any(map(pattern.search, lines.values()))}
    if found:
        return next(status for status in _WORDS if status in found)
    unknown = (typed[:80] for typed, plain in lines.items() if not _RELATION.match(plain))
    return next(unknown, None)


def _plain(line: str) -> str:
    return " ".join(_MARKS.sub(" ", line).split()).casefold()
