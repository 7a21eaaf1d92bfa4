"""Rule L508: the body and the annotation give one status (spec/annotations.md, "decision")."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.findings import Fault
from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case

_KNOWN = frozenset(("proposed", "accepted", "superseded", "rejected", "active", "retired"))
_HEADING = re.compile(r"^#{1,6}[ \t]+status[ \t]*#*[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_NEXT_HEADING = re.compile(r"^(?:#{1,6}[ \t]|[^\n]+\n(?:=+|-{3,})[ \t]*\r?$)", re.MULTILINE)
_FIRST_WORD = re.compile(r"^[ \t]*(?:[-*+>][ \t]+)?[*_~`]*([A-Za-z]+)", re.MULTILINE)
_LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?[*_]*status[*_]*:[*_]*[ \t]*[*_]*([A-Za-z]+)",
    re.IGNORECASE | re.MULTILINE,
)


def body_disagrees(case: Case) -> Iterator[Fault]:
    """The body gives another status than the annotation (L508).

    Why: people read the body, agents the annotation. One of them acts on a decision that the
    other takes for withdrawn.

    Bad:
        ---
        id: dec-x
        type: decision
        annotations: [{kind: rationale, value: x}, {kind: status, value: accepted}]
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

        ## Status

        Proposed

    Good:
        ---
        id: dec-x
        type: decision
        annotations: [{kind: rationale, value: x}, {kind: status, value: accepted}]
        provenance: {agent: a, created_at: 2026-10-10T18:21:47Z, origin: cli, scope: {}}
        ---

        ## Status

        Accepted

    Fix: change the one that is wrong.
    """
    declared = {str(status).lower() for status in fields.statuses(case.record)}
    document = case.document
    if document is None or document.content_span is None or not declared & _KNOWN:
        return
    words = _words(document.text, *document.content_span)
    if words and not declared & {match[1].lower() for match in words}:
        said = listed([quoted(each) for each in sorted(declared)])
        message = f'the body says "{words[0][1]}", the status annotation {said}'
        yield Fault("L508", message, document.span(*words[0].span(1)), "/content")


def _words(text: str, start: int, end: int) -> list[re.Match[str]]:
    """The words of the body that look like its status: in a section of that name, or a line."""
    heading = _HEADING.search(text, start, end)
    if heading is None:
        found = [_LINE.search(text, start, end)]
    else:
        following = _NEXT_HEADING.search(text, heading.end(), end)
        stop = following.start() if following else end
        found = [*_FIRST_WORD.finditer(text, heading.end(), stop)]
    return [match for match in found if match and match[1].lower() in _KNOWN]
