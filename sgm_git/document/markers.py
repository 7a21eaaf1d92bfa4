"""Conflict markers that a merge left in a document (rule F106)."""

from __future__ import annotations

import re

_SIZE = 7  # of the markers that git writes; those of a merge within a merge are longer
_LINE = re.compile(
    r"^(?:((?P<sign>[<=>])(?P=sign){6,})(?: .*)?\r?$| {0,3}(?P<fence>`{3,}|~{3,})(?P<rest>.*)$)",
    re.MULTILINE,
)
_MARKER = re.compile(r"(([<|=>])\2{6,})(?: .*)?\r?\n?")


def conflict(text: str, body: int = 0) -> tuple[int, int] | None:
    """Give the place of the first conflict: its three markers in order, in column 0, of one size.

    From ``body`` on, markers inside a fenced code block are an example, not a conflict. A fence
    between the markers of a conflict does not count, for each side may have brought one.
    """
    if "<" * _SIZE not in text or ">" * _SIZE not in text:
        return None
    watch = _Watch()
    for match in _LINE.finditer(text):
        if match["sign"] is not None:
            if watch.is_last_marker(match):
                return watch.start, match.end()
        elif match.start() >= body:
            watch.pass_fence(match)
    return None


def code_blocks(text: str, body: int) -> list[tuple[int, int]]:
    """Give where each fenced code block starts and ends, its fences with it."""
    watch = _Watch()
    blocks: list[tuple[int, int]] = []
    start = 0
    for match in _LINE.finditer(text, body):
        was_open = bool(watch.code)
        if match["sign"] is None:
            watch.pass_fence(match)
        if bool(watch.code) > was_open:
            start = match.start()
        elif was_open > bool(watch.code):
            blocks.append((start, match.end()))
    return [*blocks, (start, len(text))] if watch.code else blocks


def marker_size(line: str) -> int:
    """Give the size of a line that looks like a marker; 0 for any other line."""
    match = _MARKER.fullmatch(line)
    return len(match[1]) if match else 0


def may_hide(line: str) -> bool:
    """Tell whether a line can keep markers from being found: a fence, or what looks like one."""
    return _LINE.match(line) is not None


def both_sides(text: str) -> tuple[str, str]:
    """Give a text with all its conflicts settled as in ours, and as in theirs."""
    lines = _lines(text)
    ours = theirs = lines
    for size in sorted({marker_size(line) for line in lines} - {0}):
        ours, theirs = _settled(ours, size, "<"), _settled(theirs, size, "=")
    return "".join(ours), "".join(theirs)


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _settled(lines: list[str], size: int, kept: str) -> list[str]:
    """The lines with each conflict of one size settled: of its parts the one below ``kept``."""
    result: list[str] = []
    part = ""
    for line in lines:
        sign = line[0] if marker_size(line) == size else ""
        if sign and sign in _NEXT[part]:
            part = sign if sign != ">" else ""
        elif part in {"", kept}:
            result.append(line)
    return result


_NEXT = {"": "<", "<": "|=", "|": "=", "=": ">"}


class _Watch:
    """What has been seen above the current line: an open code block, or markers."""

    def __init__(self) -> None:
        self.start = 0
        self.code = ""
        self._seen: dict[int, tuple[str, int]] = {}

    def is_last_marker(self, match: re.Match[str]) -> bool:
        """Take a line that looks like a marker; tell whether it completes a conflict."""
        sign, size = match["sign"], len(match[1])
        wanted, start = self._seen.get(size, ("<", 0))
        if self.code or sign not in {"<", wanted}:
            return False
        self.start = start if sign != "<" else match.start()
        self._seen[size] = ({"<": "=", "=": ">", ">": "<"}[sign], self.start)
        return sign == ">"

    def pass_fence(self, match: re.Match[str]) -> None:
        """Take a line that looks like the fence of a code block."""
        if any(wanted != "<" for wanted, _ in self._seen.values()):
            return
        fence, rest = match["fence"], match["rest"]
        if not self.code:
            self.code = "" if fence[0] == "`" and "`" in rest else fence
        elif fence.startswith(self.code) and not rest.strip():
            self.code = ""
