"""Attributes of paths as git reads them (gitattributes): files, lines, macros, and who wins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dulwich.attrs import Pattern
from dulwich.wildmatch import MalformedPattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.git.eol import AttributeValue

    States = tuple[tuple[bytes, AttributeValue], ...]
    """Attributes in the order of their line; None is ``!name``, said to be unspecified."""

_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"
_LONGEST_LINE = 2048
_LARGEST_FILE = 100 * 1024 * 1024
_MACRO = b"[attr]"
_WORD = re.compile(rb"[^ \t\r\n]+")
_NAME = re.compile(rb"[A-Za-z0-9_.][-A-Za-z0-9_.]*")
_QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([0-3][0-7]{2}|.)", re.DOTALL)
_ESCAPES = dict(zip(b'abfnrtv"\\', b'\a\b\f\n\r\t\v"\\', strict=True))


@dataclass(frozen=True, slots=True)
class Rule:
    """One line: a pattern, or the name of a macro, with what it says."""

    pattern: Pattern | None
    macro: bytes | None
    states: States


BINARY = Rule(None, b"binary", ((b"diff", False), (b"merge", False), (b"text", False)))
"""git's one built-in macro."""


def parse(data: bytes, folder: bytes = b"", *, macros: bool = True) -> list[Rule]:
    """Read a file of attributes that stands in ``folder``; what git would warn of is left out.

    ``macros`` says whether the file may define some: not one below the top of the work tree.
    """
    if len(data) >= _LARGEST_FILE:
        return []
    lines = data.removeprefix(_BOM).split(b"\n")
    rules = (_rule(line.strip(_BLANK), folder) for line in lines if len(line) < _LONGEST_LINE)
    return [rule for rule in rules if rule and (macros or rule.macro is None)]


def resolve(path: bytes, sources: Sequence[Sequence[Rule]]) -> dict[bytes, AttributeValue]:
    """Give a path's attributes; the last source and in it the last line is the strongest.

    An unspecified attribute is left out. A macro that is set counts as what it stands for, as
    strong as the line that sets it.
    """
    rules = [rule for source in ([BINARY], *sources) for rule in source]
    macros = {rule.macro: rule.states for rule in rules if rule.macro is not None}
    name = path.replace(b"\n", b"\x01")  # a dot of a pattern stops at newlines, git's do not
    found: dict[bytes, AttributeValue] = {}
    for rule in reversed(rules):
        if rule.pattern is not None and rule.pattern.match(name):
            _fill(found, rule.states, macros)
    return {name: value for name, value in found.items() if value is not None}


def _fill(
    found: dict[bytes, AttributeValue], states: States, macros: Mapping[bytes, States]
) -> None:
    """Take over what nothing stronger has decided."""
    for name, value in reversed(states):
        if name not in found:
            found[name] = value
            if value is True:
                _fill(found, macros.get(name, ()), macros)


def _rule(line: bytes, folder: bytes) -> Rule | None:
    if not line or line.startswith(b"#"):
        return None
    name, states = _pattern_and_states(line)
    if states is None or name.startswith(b"!"):
        return None
    if name.startswith(_MACRO) and name != _MACRO:
        return _definition(name.removeprefix(_MACRO), states)
    try:
        return Rule(Pattern(name, folder), None, states)
    except MalformedPattern:
        return None


def _definition(macro: bytes, states: States) -> Rule | None:
    return Rule(None, macro, states) if _NAME.fullmatch(macro) else None


def _pattern_and_states(line: bytes) -> tuple[bytes, States | None]:
    """Part a line; no states if one has no lawful name, for then git drops the line."""
    quoted = _QUOTED.match(line)
    words = _WORD.findall(line[quoted.end() :] if quoted else line)
    pattern = _ESCAPE.sub(_unescaped, quoted[1]) if quoted else words.pop(0)
    states = tuple(map(_state, words))
    return pattern, states if all(_NAME.fullmatch(name) for name, _ in states) else None


def _unescaped(match: re.Match[bytes]) -> bytes:
    told = match[1]
    return bytes([int(told, 8)]) if len(told) > 1 else bytes([_ESCAPES.get(told[0], told[0])])


def _state(word: bytes) -> tuple[bytes, AttributeValue]:
    name, equals, value = word.partition(b"=")
    if name.startswith(b"-"):
        return name[1:], False
    if name.startswith(b"!"):
        return name[1:], None
    return name, value if equals else True
