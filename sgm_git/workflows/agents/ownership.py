"""Whose an entry is: ours is what install writes, as it writes it; the rest is a person's.

What a person has put to an entry of ours would be lost with it, and what only mentions us may do
anything else: both are left alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from sgm_git.record.value import same

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue

Owner: TypeAlias = Literal["ours", "yours", "other"]
"""``ours``: as install writes it; ``yours``: a person has it start us; ``other``: it mentions us,
and nobody knows what it does."""

_COMMAND_KEYS = ("command", "bash", "powershell")
_LIMIT = 1000  # characters of a command that is looked at closely
_NAME = r"(?:git-)?sgm(?:\.exe)?"
_MENTION = re.compile(rf"""(?:^|[\s/\\"']){_NAME}["']?\s""")
_PROGRAM = re.compile(rf"(?:.*[/\\])?{_NAME}")
_WORD = "|".join(
    (
        rf"""(?:[^\s"'`;&|<>()=#*?]*[/\\])?{_NAME}""",
        rf"""(["'])(?:[^"'`()\r\n]*[/\\])?{_NAME}\1""",
    )
)
_WORDS = r"(?:[ \t][^;&|<>()`\r\n]*)?"
_FILLED_IN = re.compile(r"[$%`~]")
_BLANK_OR_FILLED_IN = re.compile(rf"{_FILLED_IN.pattern}|\s")
_OPTIONS = frozenset(("--propose",))


def hook_owner(value: object, written: JsonObject) -> Owner | None:
    """Say whose a hook is; None: it does not mention us. ``written`` is what install writes."""
    texts = commands_of(value)
    if not isinstance(value, dict) or not any(map(_mentions, texts)):
        return None
    if _without(value, _COMMAND_KEYS) == _without(written, _COMMAND_KEYS) and all(
        _is_written(value.get(key), written.get(key)) for key in _COMMAND_KEYS
    ):
        return "ours"
    agent = commands_of(written)[0].rpartition(" ")[2]
    return "yours" if all(_starts(text, agent) for text in texts) else "other"


def server_owner(value: object, written: JsonObject) -> Owner:
    """Say whose the server is that has our name. ``written`` is what install writes."""
    if not isinstance(value, dict) or not _starts_server(value):
        return "other"
    program, more = cast("str", value["command"]), cast("list[JsonValue]", value["args"])
    is_plain = not _BLANK_OR_FILLED_IN.search(program) and _is_plain(more)
    is_all = _rest_of_server(value) == _rest_of_server(written)
    return "ours" if is_plain and is_all else "yours"


def _starts_server(value: Mapping[str, JsonValue]) -> bool:
    program, more = value.get("command"), value.get("args")
    is_program = isinstance(program, str) and is_sgm(program)
    return is_program and isinstance(more, list) and "mcp" in more


def _is_plain(arguments: list[JsonValue]) -> bool:
    return arguments[0] == "mcp" and _OPTIONS.issuperset(map(str, arguments[1:]))


def _rest_of_server(value: Mapping[str, JsonValue]) -> list[tuple[str, str]]:
    return _without({"type": "stdio", **value}, ("command", "args"))


def is_made(group: JsonValue, written: JsonObject) -> bool:
    """Whether a group of hooks is there for the only hook in it, which is ours."""
    hooks = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(group, dict) or not isinstance(hooks, list) or len(hooks) != 1:
        return False
    return same({**group, "hooks": written["hooks"]}, written)


def commands_of(value: object) -> list[str]:
    """Give what an entry starts, each once: a program, or a shell's command."""
    if not isinstance(value, dict):
        return []
    texts = (value.get(key) for key in _COMMAND_KEYS)
    return [*dict.fromkeys(text for text in texts if isinstance(text, str))]


def is_sgm(program: str) -> bool:
    """Whether the name or path of a program is that of ``sgm``."""
    return _PROGRAM.fullmatch(program) is not None


def _mentions(text: str) -> bool:
    is_of_context = "context" in text and "--hook" in text
    return is_of_context and _MENTION.search(text) is not None


def _starts(text: str, agent: str) -> bool:
    """Whether a command does nothing but start us for an agent, with whatever options."""
    whole = rf"(?:{_WORD}){_WORDS}[ \t]+context{_WORDS}[ \t]--hook[ =]{agent}{_WORDS}"
    return len(text) <= _LIMIT and re.fullmatch(whole, text) is not None


def _is_written(text: JsonValue, written: JsonValue) -> bool:
    """Whether a command is what install writes, by whatever path it starts us."""
    if not isinstance(text, str) or not isinstance(written, str):
        return text is written is None
    behind = re.escape(written.removeprefix("sgm"))
    return not _FILLED_IN.search(text) and re.fullmatch(f"(?:{_WORD}){behind}", text) is not None


def _without(value: Mapping[str, JsonValue], names: tuple[str, ...]) -> list[tuple[str, str]]:
    """What else an entry says, so that ``20`` and ``20.0`` differ."""
    return sorted((name, repr(each)) for name, each in value.items() if name not in names)
