"""Puts one table into a TOML text and takes it out again; every other character stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.toml_file import TomlTable, read_toml, toml_string
from sgm_git.workflows.agents.appending import appended, without

if TYPE_CHECKING:
    from collections.abc import Sequence

_LINE = re.compile(rb"[^\n]*\n|[^\n]+\Z")
_OTHER = re.compile(rb"\s*\[")
_NEITHER = re.compile(rb"\s*(?:#[^\n]*)?\Z")


def table_at(data: bytes | None, names: Sequence[str], path: str) -> object:
    """Give what a text has at a place, None where it has nothing there.

    Raises CannotRun with path, line and column for what is no TOML.
    """
    found: object = read_toml(data or b"", path)[1]
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


def row_of(data: bytes, names: Sequence[str]) -> int:
    """Give the line of a table, counted from 1; that of its name, where it is written otherwise."""
    bounds = _bounds(data, names)
    start = max(data.find(names[-1].encode()), 0) if bounds is None else bounds[0]
    return data.count(b"\n", 0, start) + 1


def table_lines(names: Sequence[str], table: TomlTable) -> list[str]:
    """Give the lines of a table of texts and lists of texts."""
    return [
        f"[{'.'.join(names)}]",
        *(f"{key} = {_value(value)}" for key, value in table.items()),
    ]


def added(data: bytes | None, names: Sequence[str], table: TomlTable, path: str) -> bytes | None:
    """Give the text with a table at its end; None where it is written so that none can follow."""
    before = read_toml(data or b"", path)[1]
    around = table_at(data, names[:-1], path)
    if around is not None and not isinstance(around, dict):
        return None
    after = appended(data, table_lines(names, table))
    return after if _says(after, _with(before, names, table), path) else None


def removed(data: bytes, names: Sequence[str], path: str) -> tuple[bool, bytes | None]:
    """Give whether the table could be taken out, and the text without it (None: nothing is left).

    What stands before the next table, if it is a comment, is that one's and stays.
    """
    before = read_toml(data, path)[1]
    bounds = _bounds(data, names)
    if bounds is None:
        return False, None
    after = without(data, *bounds)
    return _says(after or b"", _without(before, names), path), after


def _bounds(data: bytes, names: Sequence[str]) -> tuple[int, int] | None:
    """Where a table begins, and where the last line ends that has something of it."""
    header = _header(names)
    start, end = None, 0
    for line in _LINE.finditer(data):
        text = line[0].rstrip(b"\r\n")
        if start is None:
            if header.match(text):
                start, end = line.start(), line.start() + len(text)
        elif _OTHER.match(text):
            break
        elif not _NEITHER.match(text):
            end = line.start() + len(text)
    return None if start is None else (start, end)


def _header(names: Sequence[str]) -> re.Pattern[bytes]:
    keys = r"\s*\.\s*".join(f"[\"']?{re.escape(name)}[\"']?" for name in names)
    return re.compile(rf"\s*\[\s*{keys}\s*\]".encode())


def _says(data: bytes, wanted: TomlTable, path: str) -> bool:
    try:
        found = read_toml(data, path)[1]
    except CannotRun:
        return False
    return repr(_pruned(found)) == repr(_pruned(wanted))


def _with(value: TomlTable, names: Sequence[str], table: TomlTable) -> TomlTable:
    name, *rest = names
    return {**value, name: _with(value.get(name, {}), rest, table) if rest else table}


def _without(value: TomlTable, names: Sequence[str]) -> TomlTable:
    name, *rest = names
    if rest:
        return {**value, name: _without(value[name], rest)}
    return {key: each for key, each in value.items() if key != name}


def _pruned(value: TomlTable) -> TomlTable:
    """Without tables that hold nothing: whether one is there makes no difference."""
    return {key: each for key, each in value.items() if each != {}}


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return toml_string(str(value))
