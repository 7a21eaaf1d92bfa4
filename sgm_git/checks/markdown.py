"""What of a Markdown text its reader does not see when it is rendered (CommonMark, HTML)."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_INDENTED = re.compile(r"(?: {4}|\t| {1,3}\t)[ \t]*[^\s]")
_ITEM = re.compile(r" {0,3}(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|\Z)")
_DEFINITION = re.compile(
    r" {0,3}\[[^\]\n]+\]:[ \t]*(?:#|<>)[ \t]*(?P<text>\"[^\"\n]*\"|'[^'\n]*'|\([^)\n]*\))[ \t\r]*$",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"\\[\s\S]|(?P<code>`+)|(?P<comment><!--)|(?P<declaration><\?|<!\[CDATA\[|<![A-Za-z])"
    r"|<(?P<tag>[A-Za-z][A-Za-z0-9-]*)(?P<attributes>(?:\s[^<>]*)?)>"
)
_BACKTICKS = re.compile("`+")
_MAX_INDENT = 3  # of a block; more is code
_ENDS = {"<?": "?>", "<![CDATA[": "]]>"}
_UNSEEN_TAGS = frozenset(("script", "style", "template", "noembed", "noframes", "title"))
_VOID_TAGS = frozenset(("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"))
_UNSEEN = re.compile(
    r"""\shidden(?=[\s/=]|\Z)|\stype\s*=\s*["']?hidden
    |\sstyle\s*=\s*["'][^"']*(?:display\s*:\s*none|visibility\s*:\s*hidden
    |opacity\s*:\s*0(?![.]?[0-9]*[1-9])|font-size\s*:\s*0(?![.]?[0-9]*[1-9]))""",
    re.VERBOSE | re.IGNORECASE,
)


class Unseen(NamedTuple):
    """A stretch of a text that is not seen, as offsets, and what hides it."""

    start: int
    end: int
    what: str


def unseen(text: str) -> list[Unseen]:
    """HTML comments, declarations, hidden elements and comment-like definitions outside code.

    What holds no text hides nothing and is left out. Lines end with LF or CRLF.
    """
    return list(_Scanner(text).run())


class _Scanner:
    """Goes over a text block by block: fences, indented code, and paragraphs with their inlines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._in_list = False
        self._after_blank = True
        self._never: set[str] = set()  # ends that do not come any more
        self._last: dict[str, int] = {}  # where each end comes last

    def run(self) -> Iterator[Unseen]:
        """Everything unseen, in order."""
        at = 0
        while at < len(self._text):
            line = self._line(at)
            fence = _FENCE.match(line)
            if fence is not None and _opens(fence):
                at = self._after_fence(at + len(line), fence[1])
            elif not line.strip() or self._is_indented_code(line):
                at += len(line)
            else:
                at = yield from self._paragraph(at)
            self._after_blank = not line.strip() or self._is_indented_code(line)

    def _line(self, at: int) -> str:
        match = _LINE.match(self._text, at)
        return match[0] if match is not None else ""

    def _is_indented_code(self, line: str) -> bool:
        # Below a list item the same blanks only continue the item.
        return self._after_blank and not self._in_list and _INDENTED.match(line) is not None

    def _after_fence(self, at: int, fence: str) -> int:
        while at < len(self._text):
            line = self._line(at)
            at += len(line)
            closing = _FENCE.match(line)
            if closing is not None and closing[1].startswith(fence) and not closing[2].strip():
                break
        return at

    def _paragraph(self, at: int) -> Generator[Unseen, None, int]:
        """Go over a paragraph; the offset after it, or after what began in it and is longer."""
        end = self._end_of_paragraph(at)
        runs: dict[int, list[int]] = {}
        for run in _BACKTICKS.finditer(self._text, at, end):
            runs.setdefault(len(run[0]), []).append(run.start())
        while (definition := _DEFINITION.match(self._text, at, end)) is not None:
            yield Unseen(at, definition.end("text"), "a definition that nothing shows")
            at = definition.end() + 1
        at = yield from self._inlines(at, end, runs)
        return max(at, end)

    def _inlines(
        self, at: int, end: int, runs: dict[int, list[int]]
    ) -> Generator[Unseen, None, int]:
        while at < end and (match := _INLINE.search(self._text, at, end)) is not None:
            at = match.end()
            if match["code"]:
                at = _after_code(runs.get(len(match["code"]), []), match)
            elif not match[0].startswith("\\") and (found := self._hidden_by(match, end)):
                at = found.end
                if found.what:
                    yield found
        return at

    def _end_of_paragraph(self, at: int) -> int:
        if self._text[at] not in " \t":  # a later line that is not indented may be a lazy one
            self._in_list = False
        while at < len(self._text):
            line = self._line(at)
            fence = _FENCE.match(line)
            if not line.strip() or (fence is not None and _opens(fence)):
                break
            self._in_list = self._in_list or _ITEM.match(line) is not None
            at += len(line)
        return at

    def _hidden_by(self, match: re.Match[str], end: int) -> Unseen | None:
        """The stretch that begins here, without a reason if it hides no text."""
        if match["tag"]:
            return self._element(match, match["tag"].lower())
        if match["comment"]:
            return self._enclosed(match, "-->", end, "an HTML comment")
        closing = _ENDS.get(match["declaration"], ">")
        return self._enclosed(match, closing, end, "an HTML declaration")

    def _enclosed(self, match: re.Match[str], closing: str, end: int, what: str) -> Unseen | None:
        if closing not in self._last:
            self._last[closing] = self._text.rfind(closing)
        if self._last[closing] < match.start() and not match["comment"]:
            return None
        is_block = self._begins_line(match.start())
        stop = self._find(closing, match.start() + 2, len(self._text) if is_block else end)
        if stop < 0 and is_block and match["comment"]:  # hides all that follows
            stop, closing = len(self._text), ""
        return None if stop < 0 else self._stretch(match, stop, stop + len(closing), what)

    def _element(self, match: re.Match[str], tag: str) -> Unseen | None:
        is_unseen = tag in _UNSEEN_TAGS
        if not is_unseen and not _UNSEEN.search(match["attributes"]):
            return None
        what = f"the element <{tag}>" if is_unseen else f"a hidden element <{tag}>"
        if tag in _VOID_TAGS or match["attributes"].endswith("/"):
            return Unseen(match.start(), match.end(), what)
        closing = self._closing_tag(tag, match.end())
        if closing is None:
            return self._stretch(match, len(self._text), len(self._text), what)
        return self._stretch(match, closing.start(), closing.end(), what)

    def _stretch(self, match: re.Match[str], inner_end: int, end: int, what: str) -> Unseen:
        has_text = self._text[match.end() : inner_end].strip()
        return Unseen(match.start(), max(end, match.end()), what if has_text else "")

    def _closing_tag(self, tag: str, at: int) -> re.Match[str] | None:
        if tag in self._never:
            return None
        found = re.compile(f"</{tag}[\\s>]", re.IGNORECASE).search(self._text, at)
        if found is None:
            self._never.add(tag)
        return found

    def _find(self, closing: str, start: int, limit: int) -> int:
        """Where an end stands before the limit, else -1; no stretch is looked at in vain twice."""
        key = f"{closing} {limit}"
        found = -1 if key in self._never else self._text.find(closing, start, limit)
        if found < 0:
            self._never.add(key)
        return found

    def _begins_line(self, at: int) -> bool:
        start = max(0, at - _MAX_INDENT - 1)
        before = self._text[start:at]
        line_start = before.rfind("\n") + 1
        is_seen = line_start > 0 or start == 0
        return (
            is_seen
            and len(before) - line_start <= _MAX_INDENT
            and not before[line_start:].strip(" ")
        )


def _opens(fence: re.Match[str]) -> bool:
    return not (fence[1][0] == "`" and "`" in fence[2])


def _after_code(starts: list[int], match: re.Match[str]) -> int:
    """The end of a code span, or of its opening where no run of as many backticks follows."""
    place = bisect_left(starts, match.end())
    return starts[place] + len(match["code"]) if place < len(starts) else match.end()
