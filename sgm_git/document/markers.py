"""Conflict markers that git left in a document (rule F106)."""

from __future__ import annotations

import re

_LINE = re.compile(r"^(?:([<=>])\1{6}(?: .*)?\r?$| {0,3}(`{3,}|~{3,})(.*)$)", re.MULTILINE)


def conflict(text: str, body: int = 0) -> tuple[int, int] | None:
    """Give the place of the first conflict: its three markers in order, in column 0.

    From ``body`` on, markers inside a fenced code block are an example, not a conflict. A fence
    between the markers of a conflict does not count, for each side may have brought one.
    """
    if "<<<<<<<" not in text or ">>>>>>>" not in text:
        return None
    watch = _Watch()
    for match in _LINE.finditer(text):
        if match[1] is not None:
            if watch.is_last_marker(match):
                return watch.start, match.end()
        elif match.start() >= body:
            watch.pass_fence(match[2], match[3])
    return None


class _Watch:
    """What has been seen above the current line: an open code block, or markers."""

    def __init__(self) -> None:
        self.start = 0
        self._wanted = "<"
        self._code = ""

    def is_last_marker(self, match: re.Match[str]) -> bool:
        """Take a line that looks like a marker; tell whether it completes a conflict."""
        sign = match[1]
        if self._code or sign not in {"<", self._wanted}:
            return False
        if sign == "<":
            self.start = match.start()
        self._wanted = {"<": "=", "=": ">", ">": ""}[sign]
        return sign == ">"

    def pass_fence(self, fence: str, rest: str) -> None:
        """Take a line that looks like the fence of a code block."""
        if self._wanted != "<":
            return
        if not self._code:
            self._code = "" if fence[0] == "`" and "`" in rest else fence
        elif fence.startswith(self._code) and not rest.strip():
            self._code = ""
