"""What the session-start hooks of agents take, each in its own shape.

Claude Code and Codex share one, Cursor and Copilot have theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

HOOK_AGENTS = ("claude", "codex", "cursor", "copilot")
"""The agents whose hooks are known."""


def session_start(agent: str, text: str) -> str:
    """Give the one JSON value, in ASCII and on one line, that brings a text into a session.

    ``agent`` is one of ``HOOK_AGENTS``; for any other it has the shape of the first.
    """
    return dumps(_shape(agent, text), ascii=True)


def _shape(agent: str, text: str) -> JsonObject:
    if agent == "cursor":
        return {"additional_context": text}
    if agent == "copilot":
        return {"additionalContext": text}
    return {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": text},
    }
