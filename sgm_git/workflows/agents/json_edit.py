"""Puts one value into a JSON text and takes it out again; every other character stays.

What was there can be told from what is there: an object or array that was empty before has our
value directly behind its bracket, and one that we made has not. So taking out what was put in
gives the text that was there before, without anything kept elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

from sgm_git.record.value import same
from sgm_git.workflows.agents.json_text import Member, Node, place, read_json_text
from sgm_git.workflows.agents.json_write import Made, Style, made_for, member_text, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject, JsonValue

Step: TypeAlias = "str | int"

_BLANKS = " \t\r\n"
_BESIDE = re.compile(r"(?:[ \t]*/\*[^\r\n]*?\*/)*(?:[ \t]*//[^\r\n]*)?")
_UNIT = "  "


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value goes: the names ``at`` lead from the top to its object or array.

    ``name`` is that of a member; None: it is an item of an array. ``beside`` is what the whole
    object must say, too, where the first of ``at`` is not there yet.
    """

    at: tuple[str, ...]
    name: str | None = None
    beside: tuple[str, JsonValue] | None = None


def container(root: Node, at: Sequence[str], text: str) -> Node | None:
    """Give the object or array that names lead to; None where there is none.

    Raises ValueError, with its place first, for anything else than an object on the way.
    """
    node: Node | None = root
    for name in at:
        if node is None:
            return None
        if not isinstance(node.value, dict):
            raise _other(text, node, "an object")
        node = next((each.node for each in node.members if each.name == name), None)
    return node


def added(text: str | None, where: Place, value: JsonValue) -> str:
    """Give the text with a value put in at the end of its object or array.

    ``text`` None: there is none yet; a blank one becomes an object. Raises ValueError, with
    ``line:column:`` first, where the text is not understood or something else stands there.
    """
    names = (*where.at, where.name)
    if text is None or not text.strip(_BLANKS):
        style = Style("" if text is None else None, _UNIT, "\n")
        new = written(made_for(names, value), style) + ("\n" if text is None else text)
        return _with_beside(new, where)
    root = read_json_text(text)
    _refuse_other(root, where, text)
    found = [container(root, where.at[:depth], text) for depth in range(len(names))]
    there = [node for node in found if node is not None]
    known = len(there) - 1
    after = _inserted(text, root, there[-1], names[known], made_for(names[known + 1 :], value))
    wanted = _with(root.value, names, value)
    if known == 0:
        after, wanted = _with_beside(after, where), wanted | _missing(root, where)
    if not same(read_json_text(after).value, wanted):
        raise ValueError("1:1: it is written in a way that is not understood")
    return after


def removed(text: str, path: Sequence[Step], where: Place) -> str | None:
    """Give the text without what ``path``, of names and numbers, leads to; None: nothing is left.

    With it goes what was made for its sake, if nothing else is in it; what stands within an item
    goes alone. Raises ValueError for a text that is not understood.
    """
    if len(path) > len(where.at) + 1:
        node, number = _chain(read_json_text(text), path)[-1]
        return _without_member(text, node, number)
    if where.beside is not None and _came_along(text, path, where.at[0], where.beside):
        text = cast("str", _cut(text, where.beside[:1]))
    return _cut(text, path)


def _came_along(text: str, path: Sequence[Step], first: str, beside: tuple[str, JsonValue]) -> bool:
    """Whether what stands behind the first of the names came with it, and goes with it."""
    members = read_json_text(text).members
    names = [each.name for each in members]
    number = names.index(first) + 1
    if number == len(names) or names[number] != beside[0]:
        return False
    rest = read_json_text(cast("str", _cut(text, path)))
    is_gone = all(each.name != first for each in rest.members)
    return is_gone and same(members[number].node.value, beside[1])


def _with(old: JsonValue, names: Sequence[str | None], value: JsonValue) -> JsonObject:
    """The object with the value below it."""
    members = cast("JsonObject", old or {})
    name, rest = cast("str", names[0]), names[1:]
    if not rest:
        return {**members, name: value}
    inner = members.get(name)
    if rest[0] is None:
        return {**members, name: [*cast("list[JsonValue]", inner or []), value]}
    return {**members, name: _with(inner, rest, value)}


def _missing(root: Node, where: Place) -> JsonObject:
    if where.beside is None or any(each.name == where.beside[0] for each in root.members):
        return {}
    return dict((where.beside,))


def _with_beside(text: str, where: Place) -> str:
    root = read_json_text(text)
    for name, value in _missing(root, where).items():
        return _inserted(text, root, root, name, value)
    return text


def _refuse_other(root: Node, where: Place, text: str) -> None:
    node = container(root, where.at, text)
    wanted = dict if where.name is not None else list
    if node is not None and not isinstance(node.value, wanted):
        raise _other(text, node, "an object" if wanted is dict else "an array")


def _other(text: str, node: Node, wanted: str) -> ValueError:
    return ValueError(f"{place(text, node.start)}: {wanted} must stand here")


def _inserted(text: str, root: Node, node: Node, name: str | None, value: Made | JsonValue) -> str:
    """Put a member in at the end of an object or array."""
    if not node.members:
        new = member_text(name, value, Style(None, _UNIT, _eol(text)))
        return text[: node.start + 1] + new + text[node.start + 1 :]
    last = node.members[-1]
    indent = _indent(text, last)
    beside = cast("re.Match[str]", _BESIDE.match(text, last.end))
    at = beside.end()
    style = Style(indent, _indent(text, root.members[-1]) or _UNIT, _eol(text))
    if indent is not None or "//" in beside[0]:
        gap = style.eol + (indent if indent is not None else style.unit)
    else:
        gap = " "
    new = gap + member_text(name, value, style)
    if last.comma is not None:
        return f"{text[:at]}{new},{text[at:]}"
    return f"{text[: last.end]},{text[last.end : at]}{new}{text[at:]}"


def _indent(text: str, member: Member) -> str | None:
    """What stands before a member on its line; None where something else stands there, too."""
    gap = text[member.gap : member.start]
    return gap.rpartition("\n")[2] if "\n" in gap else None


def _eol(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _cut(text: str, path: Sequence[Step]) -> str | None:
    root = read_json_text(text)
    for node, number in reversed(_chain(root, path)):
        if not _was_made(text, node):
            return _without_member(text, node, number)
    return _without_root(text, root)


def _chain(root: Node, path: Sequence[Step]) -> list[tuple[Node, int]]:
    """The objects and arrays that lead to a place, each with the number of its member there."""
    chain: list[tuple[Node, int]] = []
    node = root
    for step in path:
        names: list[Step | None] = [each.name for each in node.members]
        number = step if isinstance(step, int) else names.index(step)
        chain.append((node, number))
        node = node.members[number].node
    return chain


def _was_made(text: str, node: Node) -> bool:
    """Whether an object or array is there for the sake of its only member."""
    first, last = node.members[0], node.members[-1]
    before, behind = text[node.start + 1 : first.start], text[last.end : node.end - 1]
    is_blank = not before.strip(_BLANKS) and not behind.strip(_BLANKS)
    return len(node.members) == 1 and before != "" and is_blank


def _without_member(text: str, node: Node, number: int) -> str:
    member = node.members[number]
    if number and number + 1 == len(node.members) and member.comma is None:
        comma = cast("int", node.members[number - 1].comma)
        return text[:comma] + text[comma + 1 : member.gap] + text[member.end :]
    return text[: member.gap] + text[member.end :]


def _without_root(text: str, root: Node) -> str | None:
    around = text[: root.start] + text[root.end :]
    if around.strip(_BLANKS):
        return f"{text[: root.start]}{{}}{text[root.end :]}"
    return None if text[root.start + 1] in "\r\n" else around
