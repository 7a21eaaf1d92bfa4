"""How the agents of a repository are connected, as lines and as JSON, and what would change."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sgm_git.report.diff import diff_lines
from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.agents.connecting import Connection, Stand
    from sgm_git.workflows.agents.files import Plan

_WORDS: dict[Stand, str] = {
    "connected": "connected",
    "absent": "not connected",
    "other": "something else is there",
    "broken": "cannot be read",
}
_UNABLE = "connected, cannot start"
_COLOURS: dict[Stand, str] = {"connected": "green", "other": "yellow", "broken": "red"}
_WIDTH = max(map(len, (*_WORDS.values(), _UNABLE)))


def connection_lines(found: Sequence[Connection], style: Style = PLAIN) -> Iterator[str]:
    """Give a line for each file by which an agent can be connected."""
    width = max(len(each.agent) for each in found)
    for each in found:
        said = _UNABLE if each.lacks else _WORDS[each.stand]
        word, colour = f"{said:{_WIDTH}}", "red" if each.lacks else _COLOURS.get(each.stand)
        shown = style.paint(word, colour) if colour else word
        why = f"  ({visible(note)})" if (note := _note(each)) else ""
        yield f"{each.agent:{width}}  {each.kind:4}  {shown}  {each.path}{why}"


def lack_lines(found: Iterable[Connection]) -> Iterator[str]:
    """Give a line for each thing that is missing to start what is connected."""
    for lack in dict.fromkeys(lack for each in found for lack in each.lacks):
        yield f"{lack.what}: {lack.hint}"


def _note(connection: Connection) -> str | None:
    return "; ".join(lack.what for lack in connection.lacks) or connection.why


def connections_object(found: Iterable[Connection]) -> JsonObject:
    """Give ``{agents: [{name, parts: [{kind, path, state, starts, note}]}]}``.

    ``kind`` is mcp or hook; ``state`` is connected, absent, other or broken; ``starts`` says
    whether what is connected has all that it needs here, and is null for the rest.
    """
    return {
        "agents": [
            {
                "name": name,
                "parts": [*map(_part, parts)],
            }
            for name, parts in groupby(found, key=lambda each: each.agent)
        ]
    }


def _part(each: Connection) -> JsonObject:
    return {
        "kind": each.kind,
        "path": each.path,
        "state": each.stand,
        "starts": not each.lacks if each.stand == "connected" else None,
        "note": _note(each),
    }


def plan_lines(plan: Plan, style: Style = PLAIN) -> Iterator[str]:
    """Give unified diffs of what a plan would change."""
    for change in plan.changes:
        yield from diff_lines(change.path, change.path, change.before, change.after, style)
