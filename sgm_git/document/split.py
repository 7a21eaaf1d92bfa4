"""Where front matter ends and the body begins, and what of the body is content (DESIGN 3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sgm_git.document.flaw import Flaw

_OPENING = re.compile(r"---[ \t]*(\r?\n|\Z)")
_CLOSING = re.compile(r"^---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Split:
    """The parts of a document's text, as offsets of code points."""

    front: tuple[int, int]
    """From after the opening fence's line to the closing fence."""
    body: int
    """After the closing fence's line."""
    eol: str
    """How the opening fence's line ends."""


def split(text: str) -> Split:
    """Find both fences; raises Flaw F101 where there is no front matter, F102 without an end."""
    opening = _OPENING.match(text)
    if opening is None:
        raise Flaw("F101", "no front matter: the first line is not ---", 0, 0)
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        raise Flaw("F102", "the front matter is not closed: no later line is ---", 0, 3)
    return Split((opening.end(), closing.start()), closing.end(), opening[1])


def content_span(text: str, body: int, eol: str) -> tuple[int, int] | None:
    """Give the content's place in a body, one line end at either side left out; ``None``: no body.

    Only line ends of the fence's own style are left out.
    """
    start, end = body, len(text)
    if start == end:
        return None
    if text.startswith(eol, start):
        start += len(eol)
    own = not (eol == "\n" and text.endswith("\r\n"))
    if own and text.endswith(eol) and end - len(eol) >= start:
        end -= len(eol)
    return start, end


def body_text(text: str, eol: str) -> str:
    """Give content as a body reads: CRLF is LF in a document with CRLF fences."""
    return text.replace("\r\n", "\n") if eol == "\r\n" else text
