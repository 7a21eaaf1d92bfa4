"""Replies of tools in the protocol's words."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING

import mcp_types as types

from sgm_git.errors import Refused, SgmError
from sgm_git.report.escape import json_text, visible
from sgm_git.tools.hints import fitting

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

_FINDINGS = 3


def told(reply: JsonObject, prose: str = "") -> types.CallToolResult:
    """A reply as JSON in text, exactly, and beside it as a value that every client can read.

    Where the member ``prose`` says it all in words, the text is that.
    """
    said = str(reply[prose]) if prose else json_text(reply)
    text = types.TextContent(type="text", text=said)
    return types.CallToolResult(content=[text], structured_content=plain(reply))


def failed(error: SgmError) -> types.CallToolResult:
    """A failure: one line that says what is wrong, and one with what to do next."""
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=line(error))], is_error=True
    )


def line(error: SgmError) -> str:
    """What is wrong, in one line, with what was found; the hint in the next."""
    said = [error.message]
    if isinstance(error, Refused):
        said += [f"{each.code} {each.message}" for each in error.findings[:_FINDINGS]]
        said += [word for word in error.words[-_FINDINGS:] if word.strip()]
    first = visible("; ".join(said))
    hint = fitting(error.hint)
    return f"{first}\nhint: {visible(hint)}" if hint else first


def plain(value: JsonValue) -> JsonValue:
    """The value for clients that have no more than floats and Unicode.

    A number that a float would change is the nearest one, as text where there is none; half a
    surrogate pair becomes a question mark. The text beside it has them exactly.
    """
    if isinstance(value, dict):
        return {_text(name): plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Decimal):
        return float(value) if isfinite(float(value)) else str(value)
    return _text(value) if isinstance(value, str) else value


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
