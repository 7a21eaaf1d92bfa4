"""Regular expressions that take time linear in the text, in pure Python.

JSON Schema patterns come from a repository, and Python's ``re`` needs exponential time for some.
Where jsonschema-rs, whose engine is linear, cannot be installed, team schemas are judged with
this: all states of a pattern step through the text together. It reads the part of ECMA-262 that
JSON Schema recommends; what it does not know (look-around, back references, word boundaries,
Unicode properties) it refuses, as the other engine refuses the first two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_STEPS = 5_000  # instructions; counted repetitions multiply them
_MAX_DEPTH = 50  # parentheses
_LAST = 0x10FFFF

_Range: TypeAlias = tuple[int, int]
_DIGIT: tuple[_Range, ...] = ((0x30, 0x39),)
_WORD: tuple[_Range, ...] = (*_DIGIT, (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_LINE_END: tuple[_Range, ...] = ((0xA, 0xA), (0xD, 0xD), (0x2028, 0x2029))
_BLANK: tuple[_Range, ...] = (
    *((0x9, 0xD), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
_SETS = {"d": _DIGIT, "w": _WORD, "s": _BLANK}
_CONTROLS = {"n": 0xA, "r": 0xD, "t": 0x9, "f": 0xC, "v": 0xB, "0": 0}
_HEX = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}")
_COUNT = re.compile(r"\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\}")
_GROUP = re.compile(r"\((?:\?:|\?<[A-Za-z_][A-Za-z0-9_]*>)?")


@dataclass(frozen=True, slots=True)
class _Step:
    """One instruction; ``go`` are the instructions that may follow, relative to this one."""

    op: Literal["take", "go", "start", "end"]
    go: tuple[int, ...] = (1,)
    ranges: tuple[_Range, ...] = ()

    def takes(self, code: int) -> bool:
        """Whether this instruction takes the character with that code point."""
        return any(low <= code <= high for low, high in self.ranges)


_Steps: TypeAlias = list[_Step]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern."""

    steps: tuple[_Step, ...]

    def search(self, text: str) -> bool:
        """Tell whether the pattern matches anywhere in ``text``."""
        states: set[int] = set()
        for position, character in enumerate(text):
            states = self._reach((0, *states), position, len(text))
            if len(self.steps) in states:
                return True
            code = ord(character)
            states = {at + 1 for at in states if self.steps[at].takes(code)}
        return len(self.steps) in self._reach((0, *states), len(text), len(text))

    def _reach(self, start: Iterable[int], position: int, end: int) -> set[int]:
        """The states that can be reached from others without taking a character."""
        found: set[int] = set()
        todo = list(start)
        while todo:
            at = todo.pop()
            if at in found:
                continue
            found.add(at)
            if at < len(self.steps) and self._passes(self.steps[at], position, end):
                todo.extend(at + offset for offset in self.steps[at].go)
        return found

    @staticmethod
    def _passes(step: _Step, position: int, end: int) -> bool:
        if step.op == "start":
            return position == 0
        return position == end if step.op == "end" else step.op == "go"


def compile_pattern(text: str) -> Pattern:
    """Compile a pattern; raises ValueError that says what cannot be read, or is too large."""
    parser = _Parser(text)
    steps = parser.alternatives(0)
    if parser.at < len(text):
        raise ValueError("a parenthesis closes nothing")
    return Pattern(tuple(steps))


class _Parser:
    """Reads a pattern from left to right into instructions with relative jumps."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at = 0

    def _peek(self) -> str:
        return self._text[self.at : self.at + 1]

    def _next(self) -> str:
        if self.at >= len(self._text):
            raise ValueError("the pattern ends too early")
        self.at += 1
        return self._text[self.at - 1]

    def alternatives(self, depth: int) -> _Steps:
        """Everything up to the end of the pattern or of its group."""
        if depth > _MAX_DEPTH:
            raise ValueError("groups are nested too deeply")
        branches = [self._branch(depth)]
        while self._peek() == "|":
            self.at += 1
            branches.append(self._branch(depth))
        *others, steps = branches
        for first in reversed(others):
            head, tail = _Step("go", (1, len(first) + 2)), _Step("go", (len(steps) + 1,))
            steps = [head, *first, tail, *steps]
        return _limited(steps)

    def _branch(self, depth: int) -> _Steps:
        steps: _Steps = []
        while self._peek() not in {"", "|", ")"}:
            steps += self._quantified(self._atom(depth))
        return _limited(steps)

    def _atom(self, depth: int) -> _Steps:
        character = self._next()
        if character == "(":
            return self._group(depth)
        if character == "[":
            return [_Step("take", ranges=self._class())]
        if character in {"^", "$"}:
            return [_Step("start" if character == "^" else "end")]
        if character == ".":
            return [_Step("take", ranges=_complement(_LINE_END))]
        if character == "\\":
            return [_Step("take", ranges=self._escape())]
        if character in "*+?{":
            raise ValueError("a quantifier follows nothing that can be repeated")
        return [_Step("take", ranges=((ord(character), ord(character)),))]

    def _group(self, depth: int) -> _Steps:
        opening = _GROUP.match(self._text, self.at - 1)
        if opening is None or self._text.startswith("?", opening.end()):
            raise ValueError("only plain, (?:...) and (?<name>...) groups are known")
        self.at = opening.end()
        steps = self.alternatives(depth + 1)
        self._next()  # the parenthesis that ended them
        return steps

    def _quantified(self, steps: _Steps) -> _Steps:
        least, most = self._quantifier()
        if (least, most) == (1, 1):
            return steps
        if self._peek() == "?":  # lazy: the same texts match
            self.at += 1
        if len(steps) * (most or least or 1) > _MAX_STEPS:
            raise ValueError("the pattern is too large")
        optional = [_Step("go", (1, len(steps) + 1)), *steps]
        loop = [_Step("go", (1, len(steps) + 2)), *steps, _Step("go", (-len(steps) - 1,))]
        tail = loop if most is None else optional * (most - least)
        return steps * least + tail

    def _quantifier(self) -> tuple[int, int | None]:
        simple = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(self._peek())
        if simple is not None:
            self.at += 1
            return simple
        count = _COUNT.match(self._text, self.at)
        if count is None:
            return 1, 1
        self.at = count.end()
        least = int(count[1])
        most = least if count[2] is None else int(count[3]) if count[3] else None
        if most is not None and most < least:
            raise ValueError("a repetition counts backwards")
        return least, most

    def _escape(self) -> tuple[_Range, ...]:
        number = _HEX.match(self._text, self.at)
        if number is not None:
            self.at = number.end()
            code = int(number[1] or number[2] or number[3], 16)
            return ((code, code),)
        character = self._next()
        if character.lower() in _SETS:
            ranges = _SETS[character.lower()]
            return ranges if character.islower() else _complement(ranges)
        if character in _CONTROLS:
            return ((_CONTROLS[character],) * 2,)
        if character.isalnum():
            raise ValueError(f"\\{character} is not known")
        return ((ord(character), ord(character)),)

    def _class(self) -> tuple[_Range, ...]:
        negated = self._peek() == "^"
        self.at += negated
        ranges: list[_Range] = []
        while self._peek() != "]":
            ranges += self._class_item()
        self.at += 1
        return _complement(ranges) if negated else tuple(ranges)

    def _class_item(self) -> tuple[_Range, ...]:
        low = self._class_character()
        is_range = self._peek() == "-" and self._text[self.at + 1 : self.at + 2] not in {"", "]"}
        if not is_range:
            return low
        self.at += 1
        high = self._class_character()
        if len(low) > 1 or len(high) > 1 or low[0][0] != low[0][1] or low[0][0] > high[0][1]:
            raise ValueError("a range of characters has no such ends")
        return ((low[0][0], high[0][1]),)

    def _class_character(self) -> tuple[_Range, ...]:
        character = self._next()
        if character == "\\":
            return self._escape()
        if character == "[":
            raise ValueError("write [ inside a class as \\[")
        return ((ord(character), ord(character)),)


def _limited(steps: _Steps) -> _Steps:
    if len(steps) > _MAX_STEPS:
        raise ValueError("the pattern is too large")
    return steps


def _complement(ranges: Iterable[_Range]) -> tuple[_Range, ...]:
    found: list[_Range] = []
    free = 0
    for low, high in sorted(ranges):
        if free < low:
            found.append((free, low - 1))
        free = max(free, high + 1)
    return (*found, (free, _LAST)) if free <= _LAST else tuple(found)
