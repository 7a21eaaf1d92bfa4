"""Makes text from records, paths and git safe to print (DESIGN section 11, trap 99).

Everything that is printed as text goes through here; JSON escapes in its own way.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from sgm_git.record.masking import masked_tokens
from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.record.value import JsonValue

# Controls (ESC and the C1 range among them), formats (bidirectional, tag, zero-width), lone
# surrogates, and the two separators that some terminals and editors take for line ends.
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # Persian, Indic scripts and emoji cannot be written without them


class _Escapes(dict[int, str]):
    """A table for ``str.translate`` that fills itself: code point -> what is shown."""

    def __init__(self, kept: str, escape: Callable[[str], str]) -> None:
        super().__init__()
        self._kept = kept + _JOINERS
        self._escape = escape

    def __missing__(self, code: int) -> str:
        character = chr(code)
        acts = character not in self._kept and unicodedata.category(character) in _ESCAPED
        self[code] = shown = self._escape(character) if acts else character
        return shown


def _as_python(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _as_json(character: str) -> str:
    return dumps(character, ascii=True)[1:-1]


_LINE = _Escapes("", _as_python)
_BLOCK = _Escapes("\n\t", _as_python)
_JSON = _Escapes("\n", _as_json)


def visible(text: str) -> str:
    r"""Give one line: what could act on a terminal or hide in it is shown as ``\x1b``, ``\n``...

    Secrets in it are masked: lines are read by others too, in logs of machines for example.
    """
    shown = masked_tokens(text)
    return shown if shown.isprintable() else shown.translate(_LINE)


def visible_block(text: str) -> str:
    """Give text of several lines; as ``visible``, but line ends and tabs stay."""
    return text.translate(_BLOCK)


def json_text(value: JsonValue, *, indent: int | None = None) -> str:
    r"""Give the value as JSON that is safe on a terminal and reads back as exactly that value.

    Characters that ``visible`` would escape stand as ``\uXXXX``. Raises ValueError for what is
    not JSON.
    """
    return visible_json(dumps(value, indent=indent))


def visible_json(text: str) -> str:
    r"""Give the same JSON text with ``\uXXXX`` for what could act on a terminal or hide in it."""
    return text if text.isprintable() else text.translate(_JSON)


def cell_width(text: str) -> int:
    """How many columns of a terminal the text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or character in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
