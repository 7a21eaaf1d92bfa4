"""What one file says of us: whether an agent is connected, and how that is begun or ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from sgm_git.errors import CannotRun
from sgm_git.record.value import dumps
from sgm_git.workflows.agents import json_edit, toml_edit
from sgm_git.workflows.agents.finding import found_in_json, found_in_toml

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from sgm_git.workflows.agents.entries import Part
    from sgm_git.workflows.agents.finding import Found
    from sgm_git.workflows.agents.json_edit import Step

    _T = TypeVar("_T")

State: TypeAlias = Literal["connected", "absent", "other"]
"""``other``: the place where ours would stand is taken by what starts something else."""

_BOM = "\ufeff"


def state(part: Part, data: bytes | None) -> State:
    """Say how a file stands to us. Raises CannotRun, with its place, for one that is malformed."""
    there = found(part, data)
    if any(each.owner != "other" for each in there):
        return "connected"
    return "other" if there and part.where.name is not None else "absent"


def entries(part: Part, data: bytes | None) -> list[object]:
    """Give the entries in a file that start us. Raises CannotRun, as ``found`` does."""
    return [each.value for each in found(part, data) if each.owner != "other"]


def found(part: Part, data: bytes | None) -> list[Found]:
    """Give all that concerns us in a file, in order.

    Raises CannotRun, with its place, for one that is malformed.
    """
    if _is_toml(part):
        return found_in_toml(part, data)
    text = _text(part, data)
    return _placed(part, lambda: found_in_json(part, text)) if text.strip() else []


def connected(part: Part, data: bytes | None) -> bytes:
    """Give the file with our entry, which is not there.

    Raises CannotRun where it has no place.
    """
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
    """Give the file without our entries, which are there; None where it holds nothing else.

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
    while paths := _ours(part, text):
        shorter = json_edit.removed(text, paths[-1], part.where)
        if shorter is None:
            return None
        text = shorter
    return _bytes(text, data)


def _ours(part: Part, text: str) -> list[tuple[Step, ...]]:
    """Where what goes with us stands."""
    there = found_in_json(part, text) if text.strip() else []
    return [each.at for each in there if each.owner == "ours"]


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
