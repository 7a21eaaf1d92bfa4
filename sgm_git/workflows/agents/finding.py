"""Finds the entries of a file that concern us, with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from sgm_git.workflows.agents import json_edit, toml_edit
from sgm_git.workflows.agents.json_text import read_json_text
from sgm_git.workflows.agents.ownership import hook_owner, is_made, server_owner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.agents.entries import Part
    from sgm_git.workflows.agents.json_edit import Step
    from sgm_git.workflows.agents.json_text import Node
    from sgm_git.workflows.agents.ownership import Owner

_RANK: dict[Owner | None, int] = {"ours": 0, "yours": 1, "other": 2, None: 3}


class Found(NamedTuple):
    """One entry: whose it is, its line, counted from 1, and what it says.

    ``at`` leads to what goes with it if it is ours: the entry, or the group that is only there for
    it.
    """

    owner: Owner
    row: int
    value: object
    at: tuple[Step, ...] = ()


def found_in_toml(part: Part, data: bytes | None) -> list[Found]:
    """Give the entry of a TOML file.

    Raises CannotRun, with its place, for one that is malformed.
    """
    names = (*part.where.at, cast("str", part.where.name))
    value = toml_edit.table_at(data, names, part.path)
    if value is None:
        return []
    return [Found(_server_owner(part, value), toml_edit.row_of(data or b"", names), value)]


def found_in_json(part: Part, text: str) -> list[Found]:
    """Give the entries of a JSON text, in order.

    Raises ValueError, with its place first, for one that is malformed.
    """
    node = json_edit.container(read_json_text(text), part.where.at, text)
    if node is None:
        return []
    if part.where.name is None:
        return [*_hooks(part, text, node)]
    return [
        Found(
            _server_owner(part, each.node.value),
            _row(text, each.start),
            each.node.value,
            (*part.where.at, part.where.name),
        )
        for each in node.members
        if each.name == part.where.name
    ]


def _hooks(part: Part, text: str, array: Node) -> Iterator[Found]:
    """The hooks of an array, which stand there themselves or in groups."""
    for number, item in enumerate(array.members):
        at: tuple[Step, ...] = (*part.where.at, number)
        owner = _hook_owner(part, item.node.value, is_grouped=False)
        if owner is not None:
            yield Found(owner, _row(text, item.start), item.node.value, at)
        yield from _grouped(part, text, item.node, at)


def _grouped(part: Part, text: str, group: Node, at: tuple[Step, ...]) -> Iterator[Found]:
    hooks = next((each.node.members for each in group.members if each.name == "hooks"), ())
    is_whole = any(_is_made(group.value, form) for form in part.forms)
    for number, each in enumerate(hooks):
        owner = _hook_owner(part, each.node.value, is_grouped=True)
        if owner is not None:
            path = at if is_whole else (*at, "hooks", number)
            yield Found(owner, _row(text, each.start), each.node.value, path)


def _is_made(group: JsonValue, form: JsonObject) -> bool:
    return "hooks" in form and is_made(group, form)


def _hook_owner(part: Part, value: JsonValue, *, is_grouped: bool) -> Owner | None:
    """Whose a hook is; one that stands where an agent does not look is nobody's that we know."""
    owners = [hook_owner(value, _hook(form)) for form in part.forms]
    owner = min(owners, key=_RANK.__getitem__)
    is_seen = any(("hooks" in form) == is_grouped for form in part.forms)
    return owner if owner is None or is_seen else "other"


def _hook(form: JsonObject) -> JsonObject:
    grouped = form.get("hooks")
    return cast("JsonObject", grouped[0]) if isinstance(grouped, list) else form


def _server_owner(part: Part, value: object) -> Owner:
    return min((server_owner(value, form) for form in part.forms), key=_RANK.__getitem__)


def _row(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1
