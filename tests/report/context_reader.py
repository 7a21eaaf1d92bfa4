"""Reads the Markdown of a context back, line by line, and takes no line for granted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sgm_git.workflows.context.sections import KINDS

_WORD = r"`[^`\n]+`"
_HEADINGS = {f"## {kind.name} - {kind.reading}": kind.name for kind in KINDS}
_ITEM = re.compile(rf"### ({_WORD})( {_WORD})?")
_OURS = re.compile(rf"[^`\n]*({_WORD}[^`\n]*)*")
_SHOWN = re.compile("⟨U\\+([0-9A-F]+)⟩")


@dataclass
class ReadItem:
    """An item: id, title, our lines on it, and its text."""

    id: str
    title: str
    lines: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


@dataclass
class ReadContext:
    """What the lines say: items by section, lines on top, and what was left out."""

    head: list[str] = field(default_factory=list)
    sections: list[tuple[str, list[ReadItem]]] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)


def shown_text(text: str) -> str:
    """A shown text, with the characters that it stands for."""
    return _SHOWN.sub(lambda found: chr(int(found[1], 16)), text)


def read_context(markdown: str) -> ReadContext:
    """Take a context apart; raises AssertionError for a line that no rule explains."""
    assert markdown.endswith("\n")
    lines = markdown[:-1].split("\n")
    assert lines == markdown.splitlines(), "some reader sees other lines"
    assert lines[:2] == ["# Memory of this repository", ""]
    found = ReadContext()
    block = found.head
    for line in lines[2:]:
        if line in _HEADINGS:
            found.sections.append((_HEADINGS[line], []))
        elif item := _ITEM.fullmatch(line):
            id_, title = (shown_text((each or "")[1:-1]) for each in (item[1], (item[2] or "")[1:]))
            found.sections[-1][1].append(ReadItem(id_, title))
        elif line.startswith((">", "- ")) and found.sections and not found.tail:
            _in_item(found.sections[-1][1][-1], line)
        elif line:
            assert _OURS.fullmatch(line), line
            block = found.tail if found.sections or line == "## Left out" or found.tail else block
            block.append(line)
    return found


def _in_item(item: ReadItem, line: str) -> None:
    if line.startswith("- "):
        assert _OURS.fullmatch(line), line
        assert not item.text, "our lines come before the text"
        item.lines.append(line)
    else:
        assert line == ">" or line.startswith("> "), line
        item.text.append(shown_text(line[2:]))
