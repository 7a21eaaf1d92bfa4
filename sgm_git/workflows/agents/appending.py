"""Lines of ours at the end of a text of somebody else's, put in so that they can be taken out.

A blank line stands before them. They end in a line end where the text did, so that what was there
can be told from what is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BOM = b"\xef\xbb\xbf"


def line_end(data: bytes) -> bytes:
    """Give the line end of a text's first line."""
    first = data.find(b"\n")
    before = data[:first] if first >= 0 else data
    return b"\r\n" if before.endswith(b"\r") else b"\n"


def appended(data: bytes | None, lines: Sequence[str]) -> bytes:
    """Give a text with lines at its end; None: there is no file, and they are all of it."""
    if data is None:
        return "".join(f"{line}\n" for line in lines).encode()
    eol = line_end(data)
    block = eol.join(line.encode() for line in lines)
    if data.endswith(b"\n") or data in (b"", BOM):
        return data + eol + block + eol
    return data + eol + eol + block


def without(data: bytes, start: int, end: int) -> bytes | None:
    """Give a text without the whole lines from ``start`` to ``end``, which is before a line end.

    None: they were all of it. What follows them never joins the paragraph before them.
    """
    eol = line_end(data)
    before, after = data[:start], data[end:]
    if not before and after in (b"", b"\n", b"\r\n"):
        return None
    if not after:
        return before.removesuffix(eol).removesuffix(eol)
    after = after[len(b"\r\n") :] if after.startswith(b"\r\n") else after[1:]
    is_apart = not after or after.startswith((b"\n", b"\r\n"))
    if is_apart and _ends_blank(before, eol):
        before = before.removesuffix(eol)
    return before + after


def _ends_blank(before: bytes, eol: bytes) -> bool:
    """Whether a text ends in a blank line."""
    above = before.removesuffix(eol)
    return above != before and (above in (b"", BOM) or above.endswith(b"\n"))
