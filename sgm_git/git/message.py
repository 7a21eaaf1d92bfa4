"""Commit messages as bytes; the same for both engines."""

from __future__ import annotations

from sgm_git.errors import UsageError


def message_bytes(message: str) -> bytes:
    """Give the message as git stores it: UTF-8 with one newline at its end.

    What UTF-8 cannot hold (lone surrogates) becomes a question mark. Raises UsageError if the
    message is empty or holds NUL, both of which git refuses.
    """
    if not message.strip():
        raise UsageError("a commit needs a message")
    if "\0" in message:
        raise UsageError("a commit message cannot hold a NUL character")
    return message.rstrip("\n").encode("utf-8", "replace") + b"\n"
