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
_COLOURS: dict[Stand, str] = {"connected": "green", "other": "yellow", "broken": "red"}
_WIDTH = max(map(len, _WORDS.values()))


def connection_lines(found: Sequence[Connection], style: Style = PLAIN) -> Iterator[str]:
    """Give a line for each file by which an agent can be connected."""
    width = max(len(each.agent) for each in found)
    for each in found:
        word, colour = f"{_WORDS[each.stand]:{_WIDTH}}", _COLOURS.get(each.stand)
        shown = style.paint(word, colour) if colour else word
        why = f"  ({visible(each.why)})" if each.why else ""
        yield f"{each.agent:{width}}  {each.kind:4}  {shown}  {each.path}{why}"


def connections_object(found: Iterable[Connection]) -> JsonObject:
    """Give ``{agents: [{name, parts: [{kind, path, state, note}]}]}``.

    ``kind`` is mcp or hook; ``state`` is connected, absent, other or broken.
    """
    return {
        "agents": [
            {
                "name": name,
                "parts": [
                    {"kind": each.kind, "path": each.path, "state": each.stand, "note": each.why}
                    for each in parts
                ],
            }
            for name, parts in groupby(found, key=lambda each: each.agent)
        ]
    }


def plan_lines(plan: Plan, style: Style = PLAIN) -> Iterator[str]:
    """Give unified diffs of what a plan would change."""
    for change in plan.changes:
        yield from diff_lines(change.path, change.path, change.before, change.after, style)
