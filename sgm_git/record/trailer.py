"""Lines that are added to a commit message before a person sees it (git's prepare-commit-msg).

A message is text as git keeps it while it is edited: what is to be committed, then perhaps lines of
comment and, after a scissors line, what only shows the change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SCISSORS = re.compile(r"[^\n]{1,8} -{24} >8 -{24}\r?$", re.MULTILINE)
_LINE_BEGINS = re.compile(r"(?<=\n)")
_TRAILER = re.compile(r"[A-Za-z0-9-]+: \S")
_AUTO = "auto"
_ANY_COMMENT = "#;@!$%^&|:"  # from which git chooses under core.commentChar=auto


def said(message: str, comment: str) -> str:
    """Give the part of a message that is committed: without scissors and comments at its end.

    ``comment`` is git's ``core.commentChar``; a comment before that text is taken for text, for
    so it is under some ways of cleaning up.
    """
    scissors = _SCISSORS.search(message)
    lines = _LINE_BEGINS.split(message[: scissors.start()] if scissors else message)
    while lines and _is_beside(lines[-1], comment):
        lines.pop()
    return "".join(lines)


def with_lines(message: str, added: Iterable[str], comment: str) -> str:
    """Give a message with trailer lines, but for those that it has, before what is not committed.

    What there is of text stays as it is, and so do the comments after it.
    """
    text = said(message, comment)
    known = {line.strip() for line in text.split("\n")}
    new = "".join(f"{line}\n" for line in dict.fromkeys(added) if line not in known)
    if not new:
        return message
    rest = message[len(text) :]
    if rest and not rest.startswith("\n"):
        rest = f"\n{rest}"
    return _before_trailers(text) + new + rest


def _before_trailers(text: str) -> str:
    """What is said, made ready for a trailer: a blank line after it, unless it ends in some."""
    if not text:
        return "\n\n"  # the first line is the subject's, and waits for one
    ended = text if text.endswith("\n") else f"{text}\n"
    return ended if _ends_in_trailers(text) else f"{ended}\n"


def _is_beside(line: str, comment: str) -> bool:
    """Whether a line is blank or a comment."""
    starts = tuple(_ANY_COMMENT) if comment == _AUTO else (comment,)
    return not line.strip() or line.startswith(starts)


def _ends_in_trailers(text: str) -> bool:
    """Whether the last paragraph, which is not the first, holds nothing but trailers."""
    *before, last = re.split(r"\n[ \t]*\n", text.strip())
    return bool(before) and all(map(_TRAILER.match, last.split("\n")))
