"""JSON as configuration files have it, with the place of everything in it.

Comments and trailing commas are read, as editors read them; everything else is RFC 8259, and what
is not is refused rather than guessed. Offsets are in code points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sgm_git.record.value import MAX_DEPTH, loads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject, JsonValue

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n]+)|(?P<comment>//[^\r\n]*|/\*[\s\S]*?\*/)
    |(?P<scalar>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"
        |-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null)
    |(?P<mark>[][{}:,])""",
    re.VERBOSE,
)
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Node:
    """A value, from ``start`` to ``end``; ``members`` are those of an object or an array."""

    start: int
    end: int
    value: JsonValue
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object, or an item of an array, which has no ``name``.

    ``start`` is that of the name, where there is one, and ``gap`` that of the blanks before it;
    ``comma`` is where the comma behind it is.
    """

    gap: int
    start: int
    name: str | None
    node: Node
    comma: int | None

    @property
    def end(self) -> int:
        """Where it ends, with its comma."""
        return self.node.end if self.comma is None else self.comma + 1


def read_json_text(text: str) -> Node:
    """Give the value of a text.

    Raises ValueError whose message begins with ``line:column:`` for everything that is not
    understood: also for a name that stands twice in an object, and for a nesting too deep.
    """
    return _Reader(text).document()


def place(text: str, offset: int) -> str:
    """Give ``line:column`` of an offset, both counted from 1."""
    line_start = text.rfind("\n", 0, offset) + 1
    return f"{text.count(chr(10), 0, offset) + 1}:{offset - line_start + 1}"


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._gaps: dict[int, int] = {}
        self._tokens = list(self._scan())
        self._at = 0
        self._depth = 0

    def document(self) -> Node:
        node = self._value()
        if self._at < len(self._tokens):
            raise self._wrong("there is more behind the value")
        return node

    def _scan(self) -> Iterator[re.Match[str]]:
        at = gap = 0
        while at < len(self._text):
            token = _TOKEN.match(self._text, at)
            if token is None:
                raise ValueError(f"{place(self._text, at)}: this is no JSON")
            if token["blank"] is None and token["comment"] is None:
                self._gaps[at] = gap
                yield token
            at = token.end()
            gap = gap if token["blank"] is not None else at

    def _value(self) -> Node:
        token = self._next("a value is missing")
        if token["scalar"] is not None:
            return Node(token.start(), token.end(), self._scalar(token))
        if token[0] not in _CLOSING:
            raise self._wrong("a value is missing", back=1)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._wrong("nested too deeply", back=1)
        members = tuple(self._members(token[0]))
        self._depth -= 1
        end = self._tokens[self._at - 1].end()
        if token[0] == "[":
            return Node(token.start(), end, [each.node.value for each in members], members)
        value: JsonObject = {str(each.name): each.node.value for each in members}
        return Node(token.start(), end, value, members)

    def _scalar(self, token: re.Match[str]) -> JsonValue:
        try:
            return loads(token[0])
        except ValueError as error:
            what = str(error).partition(": ")[2]
            raise ValueError(f"{place(self._text, token.start())}: {what}") from None

    def _members(self, opening: str) -> Iterator[Member]:
        names: set[str] = set()
        while not self._takes(_CLOSING[opening]):
            first = self._peek()
            name = self._name(names) if opening == "{" else None
            node = self._value()
            is_followed = self._takes(",")
            comma = self._tokens[self._at - 1].start() if is_followed else None
            yield Member(self._gaps[first], first, name, node, comma)
            if not is_followed and not self._stands(_CLOSING[opening]):
                raise self._wrong(f"a comma or {_CLOSING[opening]} is missing")

    def _name(self, names: set[str]) -> str:
        token = self._next("a name is missing")
        if token["scalar"] is None or token[0][0] != '"':
            raise self._wrong("a name is missing", back=1)
        name = cast("str", self._scalar(token))
        if name in names:
            raise self._wrong(f"the name {token[0]} stands here twice", back=1)
        names.add(name)
        if not self._takes(":"):
            raise self._wrong("a colon is missing")
        return name

    def _next(self, missing: str) -> re.Match[str]:
        if self._at >= len(self._tokens):
            raise self._wrong(missing)
        self._at += 1
        return self._tokens[self._at - 1]

    def _peek(self) -> int:
        return self._tokens[self._at].start() if self._at < len(self._tokens) else len(self._text)

    def _stands(self, mark: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at][0] == mark

    def _takes(self, mark: str) -> bool:
        stands = self._stands(mark)
        self._at += stands
        return stands

    def _wrong(self, what: str, *, back: int = 0) -> ValueError:
        self._at -= back
        return ValueError(f"{place(self._text, self._peek())}: {what}")
