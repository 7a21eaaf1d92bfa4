"""What one file says of us: whether an agent is connected, and how that is begun or ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from sgm_git.errors import CannotRun
from sgm_git.record.value import dumps
from sgm_git.workflows.agents import json_edit, toml_edit
from sgm_git.workflows.agents.entries import starts_context, starts_server
from sgm_git.workflows.agents.json_text import read_json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from sgm_git.record.value import JsonValue
    from sgm_git.workflows.agents.entries import Part
    from sgm_git.workflows.agents.json_edit import Step

    _T = TypeVar("_T")

State: TypeAlias = Literal["connected", "absent", "other"]
"""``other``: the place where ours would stand is taken by what starts something else."""

_BOM = "\ufeff"


def state(part: Part, data: bytes | None) -> State:
    """Say how a file stands to us. Raises CannotRun, with its place, for one that is malformed."""
    if _is_toml(part):
        found = toml_edit.table_at(data, _names(part), part.path)
        if found is None:
            return "absent"
        return "connected" if starts_server(found) else "other"
    text = _text(part, data)
    if not text.strip():
        return "absent"
    if _placed(part, lambda: [*_ours(part, text)]):
        return "connected"
    return "other" if _placed(part, lambda: _is_taken(part, text)) else "absent"


def entries(part: Part, data: bytes | None) -> list[object]:
    """Give our entries in a file. Raises CannotRun, with its place, for one that is malformed."""
    if _is_toml(part):
        found = toml_edit.table_at(data, _names(part), part.path)
        return [found] if starts_server(found) else []
    text = _text(part, data)
    return _placed(part, lambda: [*_values(part, text)]) if text.strip() else []


def connected(part: Part, data: bytes | None) -> bytes:
    """Give the file with our entry, which is not there. Raises CannotRun where it has no place."""
    if _is_toml(part):
        names = _names(part)
        after = toml_edit.added(data, names, part.value, part.path)
        if after is None:
            lines = "; ".join(toml_edit.table_lines(names, part.value))
            message = f"{part.path}: no table can follow what is there"
            raise CannotRun(message, hint=f"add it by hand: {lines}")
        return after
    text = None if data is None else _text(part, data)
    added = _placed(part, lambda: json_edit.added(text, part.where, part.value))
    return _bytes(added, data)


def disconnected(part: Part, data: bytes | None) -> bytes | None:
    """Give the file without our entries; None where it holds nothing else.

    Raises CannotRun where one is written so that only a person can take it out.
    """
    if _is_toml(part):
        is_out, after = toml_edit.removed(data or b"", _names(part), part.path)
        if not is_out:
            name = ".".join(_names(part))
            message = f"{part.path}: {name} is written in a way that only a person can take out"
            raise CannotRun(message, hint=f"take {name} out by hand")
        return after
    text = _text(part, data)
    while paths := [*_ours(part, text)] if text.strip() else []:
        shorter = json_edit.removed(text, paths[-1], part.where)
        if shorter is None:
            return None
        text = shorter
    return _bytes(text, data)


def _ours(part: Part, text: str) -> Iterator[tuple[Step, ...]]:
    """Where entries of ours stand."""
    node = json_edit.container(read_json_text(text), part.where.at, text)
    for number, member in enumerate(node.members if node is not None else ()):
        if part.where.name is None:
            at: tuple[Step, ...] = (*part.where.at, number)
            yield from ((*at, *rest) for rest in _hooks(member.node.value))
        elif member.name == part.where.name and starts_server(member.node.value):
            yield (*part.where.at, member.name)


def _values(part: Part, text: str) -> Iterator[object]:
    for path in _ours(part, text):
        value: object = read_json_text(text).value
        for step in path:
            value = cast("dict[Step, object]", value)[step]
        yield value


def _hooks(value: JsonValue) -> Iterator[tuple[Step, ...]]:
    """Where ours stand below an item: it itself, or what it groups with others."""
    grouped = value.get("hooks") if isinstance(value, dict) else None
    hooks = grouped if isinstance(grouped, list) else []
    ours = [number for number, hook in enumerate(hooks) if starts_context(hook)]
    if starts_context(value) or (ours and len(ours) == len(hooks)):
        yield ()
    else:
        yield from (("hooks", number) for number in ours)


def _is_taken(part: Part, text: str) -> bool:
    node = json_edit.container(read_json_text(text), part.where.at, text)
    members = node.members if node is not None else ()
    return part.where.name is not None and part.where.name in {each.name for each in members}


def _is_toml(part: Part) -> bool:
    return part.path.endswith(".toml")


def _names(part: Part) -> tuple[str, ...]:
    return (*part.where.at, cast("str", part.where.name))


def _text(part: Part, data: bytes | None) -> str:
    """The text, without the mark of its encoding."""
    try:
        return (data or b"").decode().removeprefix(_BOM)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise CannotRun(f"{part.path}:{line}: not UTF-8", hint=_hint(part)) from error


def _bytes(text: str, data: bytes | None) -> bytes:
    begin = _BOM if (data or b"").startswith(_BOM.encode()) else ""
    return (begin + text).encode()


def _placed(part: Part, act: Callable[[], _T]) -> _T:
    """Let an error say in which file it is."""
    try:
        return act()
    except ValueError as error:
        raise CannotRun(f"{part.path}:{error}", hint=_hint(part)) from error


def _hint(part: Part) -> str:
    where = "/".join((*part.where.at, part.where.name or "-"))
    return f"nothing was written: mend it, or add by hand, at {where}: {dumps(part.value)}"
