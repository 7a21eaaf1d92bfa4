"""Connects agents with the memory of a repository, says how they stand, and undoes it.

Every plan is made whole before anything is written: a file that cannot be read stops it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.errors import CannotRun
from sgm_git.store.files import FileChange
from sgm_git.workflows.agents.documents import connected, disconnected, entries, found, state
from sgm_git.workflows.agents.entries import AGENTS
from sgm_git.workflows.agents.files import Plan, read_file
from sgm_git.workflows.agents.needs import lacks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from sgm_git.workflows.agents.documents import State
    from sgm_git.workflows.agents.entries import Kind, Part
    from sgm_git.workflows.agents.needs import Lack

BOTH: frozenset[Kind] = frozenset(("mcp", "hook"))
"""What an agent is connected by: the server that it asks, and the hook that it begins with."""

Stand: TypeAlias = "State | Literal['broken']"


@dataclass(frozen=True, slots=True)
class Connection:
    """How one agent is connected in one of two ways.

    ``why`` says what is broken, ``lacks`` what is missing here to start what is connected.
    """

    agent: str
    kind: Kind
    path: str
    stand: Stand
    why: str | None = None
    lacks: tuple[Lack, ...] = ()


def plan_install(top: Path, names: Sequence[str], kinds: Collection[Kind] = BOTH) -> Plan:
    """What connects agents, as far as they are not.

    Raises CannotRun for a file that is malformed, or has no place for what is ours.
    """
    changes: list[FileChange] = []
    notes: list[str] = []
    unable: list[str] = []
    for name, part in _parts(names, kinds):
        data = read_file(top, part.path)
        stand = state(part, data)
        if stand == "absent":
            changes.append(FileChange(part.path, data, connected(part, data)))
            notes += _yours(part, data)
        elif stand == "other":
            unable += _taken(name, part, data)
    return Plan(tuple(changes), tuple(notes), tuple(unable))


def plan_uninstall(top: Path, names: Sequence[str], kinds: Collection[Kind] = BOTH) -> Plan:
    """What ends the connection: what was put in goes, and a file that holds nothing else.

    What a person made, or made something else of, is noted and stays. Raises CannotRun for a file
    that is malformed.
    """
    changes: list[FileChange] = []
    notes: list[str] = []
    for _, part in _parts(names, kinds):
        data = read_file(top, part.path)
        if any(each.owner == "ours" for each in found(part, data)):
            changes.append(FileChange(part.path, data, disconnected(part, data)))
        notes += _yours(part, data)
    return Plan(tuple(changes), tuple(notes))


def _yours(part: Part, data: bytes | None) -> Iterator[str]:
    """What concerns us and is not ours, a sentence each."""
    what = "hook" if part.where.name is None else f"server {part.where.name}"
    for each in found(part, data):
        if each.owner != "ours":
            yield f"{part.path}:{each.row}: this {what} is yours: left alone"


def _taken(agent: str, part: Part, data: bytes | None) -> Iterator[str]:
    for each in found(part, data):
        yield (
            f"{part.path}:{each.row}: the name {part.where.name} is taken, {agent} gets no server: "
            "give this one another name, then run it again"
        )


def connections(top: Path) -> tuple[Connection, ...]:
    """How every agent stands that can be connected."""
    return tuple(_connection(top, name, part) for name in AGENTS for part in AGENTS[name])


def _connection(top: Path, name: str, part: Part) -> Connection:
    try:
        data = read_file(top, part.path)
        stand, missing = state(part, data), lacks(part.kind, entries(part, data), top)
        return Connection(name, part.kind, part.path, stand, lacks=missing)
    except CannotRun as error:
        return Connection(name, part.kind, part.path, "broken", error.message)


def _parts(names: Sequence[str], kinds: Collection[Kind]) -> Iterator[tuple[str, Part]]:
    for name in dict.fromkeys(names):
        yield from ((name, part) for part in AGENTS[name] if part.kind in kinds)
