"""Which agents can be connected, and what each of them reads where (a file, and one value)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.workflows.agents.json_edit import Place

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue

Kind: TypeAlias = Literal["mcp", "hook"]

SERVER_NAME = "sgm"
_SERVER: JsonObject = {"command": "sgm", "args": ["mcp"]}
_SECONDS = 20  # after which an agent goes on without a memory
_VERSION: tuple[str, JsonValue] = ("version", 1)


@dataclass(frozen=True, slots=True)
class Part:
    """One value in one file of the repository, which connects an agent.

    ``former`` are those that older versions wrote in its place: they are ours, too.
    """

    kind: Kind
    path: str
    where: Place
    value: JsonObject
    former: tuple[JsonObject, ...] = ()

    @property
    def forms(self) -> tuple[JsonObject, ...]:
        """All that is ours, the newest first."""
        return (self.value, *self.former)


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
