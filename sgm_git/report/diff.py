"""What ``--diff`` shows: unified diffs of whole files."""

from __future__ import annotations

import difflib

from sgm_git.record.masking import veiled
from sgm_git.report.escape import visible, visible_block
from sgm_git.report.style import PLAIN, Style

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
_MODE = "100644"
_NO_FILE = "/dev/null"
_NO_END = "\n\\ No newline at end of file"


def diff_lines(
    path: str, new_path: str, before: bytes | None, after: bytes | None, style: Style = PLAIN
) -> list[str]:
    """Give the lines of a unified diff, as git takes them. Nothing if both are equal.

    ``before`` is None for a file that is not there yet, ``after`` for one that goes. Bytes that
    are no UTF-8 and characters that act on a terminal are shown escaped; only stars stand for what
    is secret.
    """
    if path == new_path and before == after:
        return []
    hunks = _hunks(_text(before), _text(after), style)
    old, new = visible(f"a/{path}"), visible(f"b/{new_path}")
    lines = [style.paint(f"diff --git {old} {new}", "bold")]
    if before is None:
        lines, old = [*lines, f"new file mode {_MODE}"], _NO_FILE
    elif after is None:
        lines, new = [*lines, f"deleted file mode {_MODE}"], _NO_FILE
    elif path != new_path:
        lines += [f"rename from {old[2:]}", f"rename to {new[2:]}"]
    return lines + ([f"--- {old}", f"+++ {new}", *hunks] if hunks else [])


def _hunks(before: str, after: str, style: Style) -> list[str]:
    old_lines, new_lines = _lines(before), _lines(after)
    veils = dict(zip(old_lines, _lines(veiled(before)), strict=True))
    veils |= zip(new_lines, _lines(veiled(after)), strict=True)
    return [
        _painted(line[:1] + veils.get(line[1:], line[1:]), style)
        for line in difflib.unified_diff(old_lines, new_lines, lineterm="")
    ][2:]


def _text(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "backslashreplace")


def _lines(text: str) -> list[str]:
    """The lines; a last one without its line end carries git's remark, and so differs."""
    *lines, last = text.split("\n")
    return [*lines, last + _NO_END] if last else lines


def _painted(line: str, style: Style) -> str:
    text = visible_block(line)
    colour = _COLOURS.get(line[:1])
    return style.paint(text, colour) if colour else text
