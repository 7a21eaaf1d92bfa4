"""Connects agents with the memory of a repository, says how they stand, and undoes it.

Every plan is made whole before anything is written: a file that cannot be read stops it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.errors import CannotRun
from sgm_git.store.files import FileChange
from sgm_git.workflows.agents.documents import connected, disconnected, entries, state
from sgm_git.workflows.agents.entries import AGENTS
from sgm_git.workflows.agents.files import Plan, read_file
from sgm_git.workflows.agents.needs import lacks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
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
    return _planned(top, _parts(names, kinds), "absent", connected)


def plan_uninstall(top: Path, names: Sequence[str], kinds: Collection[Kind] = BOTH) -> Plan:
    """What ends the connection: what was put in goes, and a file that holds nothing else.

    Raises CannotRun for a file that is malformed.
    """
    return _planned(top, _parts(names, kinds), "connected", disconnected)


def _planned(
    top: Path,
    parts: Iterator[Part],
    stand: State,
    act: Callable[[Part, bytes | None], bytes | None],
) -> Plan:
    """The changes of the files that stand as is said; what is somebody else's is noted."""
    changes: list[FileChange] = []
    notes: list[str] = []
    for part in parts:
        data = read_file(top, part.path)
        found = state(part, data)
        if found == stand:
            changes.append(FileChange(part.path, data, act(part, data)))
        elif found == "other":
            notes.append(f"{part.path}: its {part.where.name} starts something else: left alone")
    return Plan(tuple(changes), tuple(notes))


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


def _parts(names: Sequence[str], kinds: Collection[Kind]) -> Iterator[Part]:
    for name in dict.fromkeys(names):
        yield from (part for part in AGENTS[name] if part.kind in kinds)
