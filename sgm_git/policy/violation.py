"""What a schema says against a value, whichever engine judged it (DESIGN section 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from sgm_git.record.pointer import get
from sgm_git.record.spoken import kind_of, listed, quoted, spoken
from sgm_git.record.times import parse_rfc3339
from sgm_git.record.value import JsonObject, JsonValue, canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sgm_git.record.pointer import Pointer

Judge: TypeAlias = "Callable[[JsonValue], list[Violation]]"

TOLD = frozenset(
    (
        *("type", "enum", "const", "format", "pattern", "multipleOf", "minimum", "maximum"),
        *("exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"),
        *("minProperties", "maxProperties"),
    )
)
"""The keywords whose value says in a word what was expected."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a value breaks a schema.

    ``pointer`` leads to the value, or to where a missing one would be. ``keyword`` is the one of
    JSON Schema that is broken, ``false`` for a schema that allows nothing. ``expected`` is what
    the keyword asks for, where it can be said in a word: a type, a list of values, a limit.
    """

    pointer: Pointer
    keyword: str
    expected: JsonValue = None

    @property
    def sort_key(self) -> tuple[Pointer, str, str]:
        """Orders violations by pointer and keyword."""
        return (self.pointer, self.keyword, canonical(self.expected))

    def describe(self, value: JsonValue) -> str:
        """One sentence about ``value``, the whole that was judged."""
        name = spoken(self.pointer)
        if self.keyword in {"required", "dependentRequired"}:
            return f"{name} is missing"
        try:
            found = get(value, self.pointer)
        except KeyError:
            return f"{name} breaks {self.keyword}"
        return f"{name} {self._complaint(found)}"

    def _complaint(self, found: JsonValue) -> str:
        if self.keyword == "type":
            return f"must be {_types(self.expected)}, not {kind_of(found)}"
        if self.keyword == "format":
            return f"is {quoted(found)}, which is not an RFC 3339 time like 2026-10-10T18:21:47Z"
        if self.keyword == "minLength" and found == "":
            return "is empty"
        if self.keyword == "enum" and isinstance(self.expected, list):
            return f"is {quoted(found)}, not one of {listed(sorted(map(quoted, self.expected)))}"
        if self.keyword == "const":
            return f"is {quoted(found)}, not {quoted(self.expected)}"
        return self._general(found)

    def _general(self, found: JsonValue) -> str:
        if self.keyword == "pattern":
            return f"is {quoted(found)}, which does not match {quoted(self.expected)}"
        if self.keyword == "false":
            return "is not allowed"
        limit = "" if self.expected is None else f": {quoted(self.expected)}"
        return f"is {quoted(found)}, which breaks {self.keyword}{limit}"


class Engine(Protocol):
    """A validator of JSON Schema 2020-12 that fetches nothing and checks ``date-time`` our way."""

    def __call__(self, schema: JsonObject, documents: Mapping[str, JsonObject]) -> Judge:
        """Compile a schema, which may refer to ``documents`` by their ``$id``.

        Raises ValueError that says why a schema cannot be used.
        """


def is_date_time(value: object) -> bool:
    """Whether a value satisfies the format ``date-time``; only strings can fail to."""
    return not isinstance(value, str) or parse_rfc3339(value) is not None


def ordered(violations: Iterable[Violation]) -> list[Violation]:
    """The violations in their order, each once."""
    once = {violation.sort_key: violation for violation in violations}
    return [once[key] for key in sorted(once)]


def _types(expected: JsonValue) -> str:
    names = expected if isinstance(expected, list) else [expected]
    articles = {"null": "null", "array": "a list", "integer": "an integer", "object": "an object"}
    words = [articles.get(str(name), f"a {name}") for name in names]
    return " or ".join(words)
