"""The parts of a Markdown text that importers look at: headings, sections, links.

Code and comments are no part of what a text says about itself, so they are masked: a status
inside an example is not the document's status. Every step is linear in the text's length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_NO_PARAGRAPH = re.compile(r"[ \t]*$| {4}|\t| {0,3}(?:[#>|]|[*+-][ \t]|\d+[.)][ \t])")
_INLINE_LINK = re.compile(r"\[([^\[\]]*)\]\([ \t]*(?:<([^<>\n]*)>|([^\s<>()]+))")
_DEFINITION = re.compile(
    r"^ {0,3}\[([^\[\]^][^\[\]]*)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; ``start`` and ``end`` are the offsets of its lines, the last line end included."""

    level: int
    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Link:
    """A Markdown link as typed: its label (code masked) and its target."""

    label: str
    target: str


@dataclass(frozen=True)
class Outline:
    """A Markdown text seen by its headings, sections and links."""

    text: str

    @cached_property
    def prose(self) -> str:
        """The text with fenced code and comments blanked; offsets stay the same."""
        return _mask_comments(_mask_fences(self.text))

    @cached_property
    def masked(self) -> str:
        """The prose with code spans blanked too."""
        return _mask_code_spans(self.prose)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """All headings outside code, in order."""
        return tuple(_headings(self.text, self.masked))

    @property
    def title(self) -> str | None:
        """The text of the first heading of level 1, ``None`` where there is none."""
        return next((h.title for h in self.headings if h.level == 1 and h.title), None)

    @property
    def preamble(self) -> str:
        """The prose between the title, or the beginning, and the next heading."""
        start = self.headings[0].end if self.headings and self.headings[0].level == 1 else 0
        end = next((h.start for h in self.headings if h.start >= start), len(self.text))
        return self.prose[start:end]

    def section(self, names: Collection[str]) -> str | None:
        """The text under the first heading of one of the lower-case names, subsections left out."""
        for at, heading in enumerate(self.headings):
            if plain_name(heading.title) in names:
                later = self.headings[at + 1 : at + 2]
                return self.text[heading.end : later[0].start if later else None].strip()
        return None

    def links(self) -> Iterator[Link]:
        """All links outside code, images included, in order; definitions come last."""
        for pattern in (_INLINE_LINK, _DEFINITION):
            for match in pattern.finditer(self.masked):
                yield Link(match[1], match[2] if match[2] is not None else match[3])


def plain_name(title: str) -> str:
    """A heading's words in lower case, without marks and numbers around them."""
    return title.strip("*_#:.-0123456789 \t").casefold()


def _mask_fences(text: str) -> str:
    lines = text.split("\n")
    fence = ""
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence:
            lines[number] = " " * len(line)
            if match and match[1].startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif match and not (match[1][0] == "`" and "`" in line[match.end() :]):
            fence = match[1]
            lines[number] = " " * len(line)
    return "\n".join(lines)


def _mask_comments(text: str) -> str:
    parts, done = [], 0
    while (start := text.find("<!--", done)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts += [text[done:start], _blank(text[start : end + 3])]
        done = end + 3
    return "".join(parts) + text[done:]


def _mask_code_spans(text: str) -> str:
    parts, done = [], 0
    for start, end in _code_spans(text):
        parts += [text[done:start], _blank(text[start:end])]
        done = end
    return "".join(parts) + text[done:]


def _code_spans(text: str) -> Iterator[tuple[int, int]]:
    """Pair each run of backticks with the next run of its length in the same paragraph."""
    runs = [match.span() for match in re.finditer("`+", text)]
    partner: dict[int, int] = {}
    seen: dict[int, int] = {}
    for at in range(len(runs) - 1, -1, -1):
        length = runs[at][1] - runs[at][0]
        if length in seen:
            partner[at] = seen[length]
        seen[length] = at
    at = 0
    while at < len(runs):
        other = partner.get(at)
        if other is not None and text.find("\n\n", runs[at][1], runs[other][0]) < 0:
            yield runs[at][0], runs[other][1]
            at = other
        at += 1


def _blank(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))


def _headings(text: str, masked: str) -> Iterator[Heading]:
    start, before = 0, ""
    for line in masked.split("\n"):
        end = start + len(line) + 1
        if match := _ATX.match(line):
            title = _without_closing(text[start + match.end() : end].strip())
            yield Heading(len(match[1]), title, start, min(end, len(text)))
        elif (match := _UNDERLINE.fullmatch(line)) and not _NO_PARAGRAPH.match(before):
            first = start - len(before) - 1
            level = 1 if match[1][0] == "=" else 2
            yield Heading(level, text[first:start].strip(), first, min(end, len(text)))
        start, before = end, line


def _without_closing(title: str) -> str:
    """Take off the hash signs that may close a heading, if a blank stands before them."""
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title
