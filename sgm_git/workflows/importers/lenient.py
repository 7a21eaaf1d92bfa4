"""Front matter that is not YAML, read line by line.

Rule files of a well-known editor mostly have ``globs: **/*`` in them, which YAML takes for an
alias. A line ``key: rest`` gives the rest as text; nothing else is guessed, and the block itself
is kept as it was typed.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

VERBATIM = "source_front_matter"
"""The unknown field that keeps a block which could not be read as YAML."""


def read_lines(block: str) -> JsonObject:
    """Give the block's fields: the rest of each ``key: rest`` line as text, the first of a name.

    Lines that follow a key without being one belong to it; one pair of quotes around a value is
    taken off. ``VERBATIM`` holds the whole block.
    """
    fields: dict[str, list[str]] = {}
    rest: list[str] = []
    for line in block.split("\n"):
        key, colon, value = line.partition(":")
        if colon and key.strip() and key[0] not in " \t#-" and value[:1] in {"", " ", "\t"}:
            rest = [value]
            fields.setdefault(key.strip(), rest)
        elif line.strip() and not line.startswith("#"):
            rest.append(line)
    read: JsonObject = {key: _text(lines) for key, lines in fields.items()}
    return read | {VERBATIM: block}


def _text(lines: list[str]) -> str:
    text = "\n".join((lines[0], textwrap.dedent("\n".join(lines[1:])))).strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if quoted and text[0] not in text[1:-1] else text
