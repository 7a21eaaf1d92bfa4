"""Which agents can be connected, and what each of them reads where (a file, and one value)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.workflows.agents.json_edit import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue

Kind: TypeAlias = Literal["mcp", "hook"]

SERVER_NAME = "sgm"
_SERVER: JsonObject = {"command": "sgm", "args": ["mcp"]}
_SECONDS = 20  # after which an agent goes on without a memory
_VERSION: tuple[str, JsonValue] = ("version", 1)
_HOOK = re.compile(r"""(?:^|[\s/\\"'])sgm(?:\.exe)?["']?\s+context\b.*--hook""")
_PROGRAM = re.compile(r"(?:.*[/\\])?(?:git-)?sgm(?:\.exe)?")
_COMMAND_KEYS = ("command", "bash", "powershell")


@dataclass(frozen=True, slots=True)
class Part:
    """One value in one file of the repository, which connects an agent."""

    kind: Kind
    path: str
    where: Place
    value: JsonObject


def _group(agent: str, matcher: str) -> JsonObject:
    """What starts us, as Claude Code has it; those who took its form over read the same."""
    hook: JsonObject = {"type": "command", "command": _command(agent), "timeout": _SECONDS}
    return {"matcher": matcher, "hooks": [hook]}


def _command(agent: str) -> str:
    return f"sgm context --hook {agent}"


AGENTS: dict[str, tuple[Part, ...]] = {
    "claude": (
        Part("mcp", ".mcp.json", Place(("mcpServers",), SERVER_NAME), _SERVER),
        Part(
            "hook",
            ".claude/settings.json",
            Place(("hooks", "SessionStart")),
            _group("claude", "startup|resume|clear|compact"),
        ),
    ),
    "codex": (
        Part("mcp", ".codex/config.toml", Place(("mcp_servers",), SERVER_NAME), _SERVER),
        Part(
            "hook",
            ".codex/hooks.json",
            Place(("hooks", "SessionStart")),
            _group("codex", "startup|resume|clear|compact"),
        ),
    ),
    "cursor": (
        Part("mcp", ".cursor/mcp.json", Place(("mcpServers",), SERVER_NAME), _SERVER),
        Part(
            "hook",
            ".cursor/hooks.json",
            Place(("hooks", "sessionStart"), beside=_VERSION),
            {"command": _command("cursor"), "timeout": _SECONDS},
        ),
    ),
    "copilot": (
        Part(
            "mcp",
            ".vscode/mcp.json",
            Place(("servers",), SERVER_NAME),
            {"type": "stdio", **_SERVER},
        ),
        Part(
            "hook",
            ".github/hooks/sgm.json",
            Place(("hooks", "sessionStart"), beside=_VERSION),
            {
                "type": "command",
                "bash": _command("copilot"),
                "powershell": _command("copilot"),
                "timeoutSec": _SECONDS,
            },
        ),
    ),
}
"""What connects each agent, by its name."""


def starts_server(value: object) -> bool:
    """Whether an entry of an MCP server is ours, however a person has it start ``sgm mcp``."""
    if not isinstance(value, dict):
        return False
    more = value.get("args")
    words = [value.get("command"), *(more if isinstance(more, list) else [])]
    texts = [each if isinstance(each, str) else "" for each in words]
    return any(is_ours(one) and other == "mcp" for one, other in pairwise(texts))


def starts_context(value: object) -> bool:
    """Whether an entry of a hook is ours: it starts ``sgm context --hook``, however."""
    if not isinstance(value, dict):
        return False
    return any(_HOOK.search(text) for text in _commands(value))


def commands_of(value: object) -> list[str]:
    """Give what an entry of ours starts, each once: a program, or a shell's command."""
    if not isinstance(value, dict):
        return []
    grouped = value.get("hooks")
    hooks = filter(starts_context, grouped) if isinstance(grouped, list) else [value]
    return [*dict.fromkeys(text for hook in hooks for text in _commands(hook))]


def _commands(value: Mapping[str, object]) -> list[str]:
    texts = (value.get(key) for key in _COMMAND_KEYS)
    return [text for text in texts if isinstance(text, str)]


def is_ours(program: str) -> bool:
    """Whether the name or path of a program is that of ``sgm``."""
    return _PROGRAM.fullmatch(program) is not None
