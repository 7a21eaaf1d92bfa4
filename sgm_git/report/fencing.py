"""Record text inside Markdown for a model: fenced as data, so that it can pose as nothing else.

Two forms, and every text of a record that reaches such Markdown has one of them. In a block each
line begins with ``>``, and no line of our own does. A word within a line of our own stands between
backticks, and holds none.

Both show what a reader would not see, or would take for the end of a line, as ``⟨U+202E⟩``; the
bracket that opens this is shown so itself, so that nothing else looks like it. Secrets are masked.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens
from sgm_git.record.unseen import UNSEEN_RUN, unseen_runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PREFIX = "> "
"""What each line of record text begins with."""

_OPENING = "\u27e8"
_EMPTY = ">"
_CUT = "…"
# Controls, formats, lone surrogates, separators of lines and of paragraphs.
_ESCAPED = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))


class _Shown(dict[int, str]):
    """A table for ``str.translate`` that fills itself: code point -> what is shown."""

    def __init__(self, kept: str, escaped: str) -> None:
        super().__init__()
        self._kept = kept
        self._escaped = escaped

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = shown = _code(code) if self._hides(character) else character
        return shown

    def _hides(self, character: str) -> bool:
        if character in self._kept:
            return False
        return (
            character in self._escaped
            or unicodedata.category(character) in _ESCAPED
            or UNSEEN_RUN.match(character) is not None
        )


def _code(code: int) -> str:
    return f"{_OPENING}U+{code:04X}\u27e9"


_BACKTICK = _code(ord("`"))
_BLOCK = _Shown("\t", _OPENING)
_INLINE = _Shown("", f"{_OPENING}`")


def fenced(text: str) -> list[str]:
    r"""Give the lines of a block; each begins with ``>`` and holds no end of a line.

    ``\n``, ``\r\n`` and ``\r`` end a line of the text; whatever else some reader takes for one is
    shown. An empty text is one empty line.
    """
    plain = masked_tokens(text).replace("\r\n", "\n").replace("\r", "\n")
    return [f"{PREFIX}{_shown(line, _BLOCK)}" if line else _EMPTY for line in plain.split("\n")]


def fenceless(line: str) -> str:
    """Give one line as it stands in a block, without what such a line begins with."""
    return _shown(line, _BLOCK)


def inline(text: str, limit: int = 120) -> str:
    """Give a word between backticks, ``limit`` characters of it at most; more is cut off."""
    plain = masked_tokens(text)
    if len(plain) > limit:
        plain = plain[: limit - 1] + _CUT
    return f"`{_shown(plain, _INLINE) or ' '}`"


def inlines(texts: Iterable[str], limit: int = 120) -> str:
    """Give several words, separated by commas."""
    return ", ".join(inline(text, limit) for text in texts)


def _shown(text: str, table: _Shown) -> str:
    if text.isascii() and text.isprintable():
        return text.replace("`", _BACKTICK) if table is _INLINE else text
    return "".join(_pieces(text, table))


def _pieces(text: str, table: _Shown) -> Iterator[str]:
    """The text in pieces: what is unseen and is no writing is shown, what is writing stays."""
    hidden = {run.span() for run in unseen_runs(text)}
    at = 0
    for run in UNSEEN_RUN.finditer(text):
        yield text[at : run.start()].translate(table)
        yield run[0].translate(table) if run.span() in hidden else run[0]
        at = run.end()
    yield text[at:].translate(table)
