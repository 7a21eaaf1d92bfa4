"""Keeps lines that are printed in a pipeline from being taken for commands to its runner.

GitHub's runner takes ``##[command]`` anywhere in a line, and ``::command`` where a line begins
with it behind blanks; it compares by culture, which passes over characters that are not seen.
Others have ``##vso[`` and ``##teamcity[``.
"""

from __future__ import annotations

import re

_SEEN = "!-~"
_MARKS = re.compile(rf"\#(?=[^{_SEEN}]*\#[^{_SEEN}]*\w*\[)")
_START = re.compile(rf"^([^{_SEEN}]*):(?=[^{_SEEN}]*:)", re.MULTILINE)


def harmless(line: str) -> str:
    """Give lines in which no runner sees a command; what would begin one is shown by its code."""
    if "::" not in line and "#" not in line and line.isascii():
        return line
    return _START.sub("\\1\u27e8U+003A\u27e9", _MARKS.sub("\u27e8U+0023\u27e9", line))


def harmless_json(text: str) -> str:
    """Give JSON that reads the same, with an escape where a runner would see a command."""
    return _MARKS.sub(r"\\u0023", text) if "#" in text else text
