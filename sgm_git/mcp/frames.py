"""Messages as lines of JSON, exactly: numbers keep every digit, and nothing ends a line early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from sgm_git.mcp.legible import as_request_id, legible_id
from sgm_git.record.value import dumps, loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp_types import JSONRPCMessage

    from sgm_git.record.value import JsonObject, JsonValue

LONGEST_LINE: Final = 8 * 1024 * 1024
"""Bytes of one message; a document has at most one megabyte."""

Received: TypeAlias = "SessionMessage | types.JSONRPCError"
"""A message, or the answer to what is none."""


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


def read(line: bytes | None) -> Received | list[Received]:
    """Give the message that a line is, or a list of those that it holds (a batch).

    What is no message is the answer to it, under its id where that can be read.
    """
    if line is None:
        return _refusal(types.INVALID_REQUEST, f"a message has at most {LONGEST_LINE} bytes")
    try:
        value = loads(line.decode())
    except (ValueError, RecursionError) as error:
        asked = legible_id(line.decode("utf-8", "replace"))
        return _refusal(types.PARSE_ERROR, f"not JSON: {_line(error)}", asked)
    if isinstance(value, list) and value:
        return [_message(each) for each in value]
    return _message(value)


def written(message: JSONRPCMessage) -> bytes:
    """Give a message as one line, with its line end."""
    value = message.model_dump(by_alias=True, exclude_unset=True)
    return dumps(value).encode("utf-8", "replace") + b"\n"


def _message(value: JsonValue) -> Received:
    if not isinstance(value, dict):
        return _refusal(types.INVALID_REQUEST, "no message of JSON-RPC 2.0")
    try:
        return SessionMessage(_read(value))
    except ValidationError:
        return _refused(value)


def _read(value: JsonObject) -> JSONRPCMessage:
    """The message by its members: one with an id and a method is a request, whatever its id is."""
    if "method" not in value:
        return types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    form = types.JSONRPCRequest if "id" in value else types.JSONRPCNotification
    return form.model_validate(value, by_name=False)


def _refused(value: JsonObject) -> types.JSONRPCError:
    """The answer to an object that is no message; to one without a method nobody waits for it."""
    if "method" not in value and ("result" in value or "error" in value):
        return _refusal(types.INVALID_REQUEST, "no message of JSON-RPC 2.0")
    asked = as_request_id(value.get("id"))
    if "id" in value and asked is None:
        return _refusal(types.INVALID_REQUEST, "an id is a text or a whole number")
    if isinstance(value.get("method"), str) and isinstance(value.get("params"), list):
        return _refusal(types.INVALID_PARAMS, "params are an object: arguments by name", asked)
    return _refusal(types.INVALID_REQUEST, "no message of JSON-RPC 2.0", asked)


def _refusal(code: int, message: str, asked: int | str | None = None) -> types.JSONRPCError:
    error = types.ErrorData(code=code, message=message)
    return types.JSONRPCError(jsonrpc="2.0", id=asked, error=error)


def _line(error: Exception) -> str:
    return str(error).split("\n", 1)[0][:200]
