"""Messages as lines of JSON, exactly: numbers keep every digit, and nothing ends a line early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from sgm_git.record.value import dumps, loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_types import JSONRPCMessage

LONGEST_LINE: Final = 8 * 1024 * 1024
"""Bytes of one message; a document has at most one megabyte."""


class Lines:
    """Makes lines of pieces of bytes, as a pipe gives them; one that is too long is not kept."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_too_long = False

    def feed(self, piece: bytes) -> Iterator[bytes | None]:
        """Give the lines that are whole now, without blank ones; None for one that is too long."""
        *whole, rest = piece.split(b"\n")
        for line in whole:
            text, self._rest = self._rest + line, b""
            if self._is_too_long or len(text) > LONGEST_LINE:
                self._is_too_long = False
                yield None
            elif text.strip():
                yield text
        self._rest += rest
        if len(self._rest) > LONGEST_LINE:
            self._rest, self._is_too_long = b"", True


def read(line: bytes | None) -> SessionMessage | types.JSONRPCError:
    """Give the message that a line is, or the answer to what is none."""
    if line is None:
        return _refusal(types.INVALID_REQUEST, f"a message has at most {LONGEST_LINE} bytes")
    try:
        value = loads(line.decode())
    except (ValueError, RecursionError) as error:
        return _refusal(types.PARSE_ERROR, f"not JSON: {_line(error)}")
    try:
        message = types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        return _refusal(types.INVALID_REQUEST, "no message of JSON-RPC 2.0")
    return SessionMessage(message)


def written(message: JSONRPCMessage) -> bytes:
    """Give a message as one line, with its line end."""
    value = message.model_dump(by_alias=True, exclude_unset=True)
    return dumps(value).encode("utf-8", "replace") + b"\n"


def _refusal(code: int, message: str) -> types.JSONRPCError:
    error = types.ErrorData(code=code, message=message)
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=error)


def _line(error: Exception) -> str:
    return str(error).split("\n", 1)[0][:200]
