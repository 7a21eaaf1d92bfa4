"""Expressions of GitHub's workflows, as far as ours use them, evaluated as a runner would."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Value: TypeAlias = "str | bool | int | Mapping[str, Value] | None"
Functions: TypeAlias = "Mapping[str, Callable[..., Value]]"

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<name>[A-Za-z_][\w.-]*)|(?P<sign>\|\||&&|[!=]=|[!(),]))"
)
_WHOLE = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


def evaluate(text: str, context: Value, functions: Functions) -> Value:
    """Give the value of an expression, with or without its braces."""
    bare = text.strip()
    if bare.startswith("${{"):
        bare = bare.removeprefix("${{").removesuffix("}}")
    parser = _Parser(bare, context, functions)
    value = parser.either()
    assert not parser.tokens, f"{text}: {parser.tokens}"
    return value


def filled(text: object, context: Value, functions: Functions) -> str:
    """Give a text with the values of its expressions in their places."""

    def value(match: re.Match[str]) -> str:
        return shown(evaluate(match[1], context, functions))

    return _WHOLE.sub(value, shown(text))


def shown(value: object) -> str:
    """Give a value as text, as GitHub does."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


class _Parser:
    def __init__(self, text: str, context: Value, functions: Functions) -> None:
        self.context, self.functions = context, functions
        self.tokens = [match for match in _TOKEN.finditer(text) if match[0].strip()]
        assert "".join(match[0] for match in self.tokens).strip() == text.strip(), text

    def either(self) -> Value:
        value = self.both()
        while self.takes("||"):
            other = self.both()
            value = value or other
        return value

    def both(self) -> Value:
        value = self.compared()
        while self.takes("&&"):
            other = self.compared()
            value = value and other
        return value

    def compared(self) -> Value:
        value = self.one()
        for sign, is_same in (("==", True), ("!=", False)):
            if self.takes(sign):
                return (shown(value) == shown(self.one())) is is_same
        return value

    def one(self) -> Value:
        if self.takes("!"):
            return not self.one()
        if self.takes("("):
            value = self.either()
            assert self.takes(")")
            return value
        token = self.tokens.pop(0)
        if token["text"]:
            return token["text"][1:-1].replace("''", "'")
        assert token["name"], token
        return self.call(token["name"]) if self.takes("(") else self.looked_up(token["name"])

    def call(self, name: str) -> Value:
        arguments = []
        while not self.takes(")"):
            arguments.append(self.either())
            self.takes(",")
        return self.functions[name](*arguments)

    def looked_up(self, name: str) -> Value:
        found = self.context
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        return found

    def takes(self, sign: str) -> bool:
        is_next = bool(self.tokens) and self.tokens[0]["sign"] == sign
        if is_next:
            self.tokens.pop(0)
        return is_next
