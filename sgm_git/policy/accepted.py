"""What a team has accepted although it cannot be mended: ``.sgm/accepted.toml`` (DESIGN 6).

A trust file of ``[[accepted]]`` tables, each of which closes one finding of one record.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.findings import Fault
from sgm_git.policy.config import ACCEPTED_PATH
from sgm_git.policy.nearest import did_you_mean
from sgm_git.policy.toml_file import new_paragraph, placed_at, read_toml, toml_string
from sgm_git.policy.toml_places import place_of
from sgm_git.record.pointer import render
from sgm_git.record.spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.policy.toml_file import TomlTable
    from sgm_git.record.pointer import Pointer


_TABLES = "accepted"
_HINT = 'an entry is [[accepted]] with id, code and reason, each a text: id = "dec-1"'


@dataclass(frozen=True, slots=True)
class Accepted:
    """One finding that is closed: of which record, by which rule, and why.

    ``root`` is the path of the root where ids repeat between roots; ``pointer`` the RFC 6901 JSON
    pointer, ``commit`` the hex object id and ``value`` the digest of the value that the finding is
    about. ``by`` and ``at`` (RFC 3339) say who accepted it, and when.
    """

    id: str
    code: str
    reason: str
    root: str | None = None
    pointer: str = ""
    commit: str | None = None
    value: str | None = None
    by: str | None = None
    at: str | None = None


_NAMES = tuple(field.name for field in fields(Accepted))
_REQUIRED = tuple(field.name for field in fields(Accepted) if field.default is MISSING)


def parse_accepted(
    data: bytes | None, *, path: str = ACCEPTED_PATH
) -> tuple[tuple[Accepted, ...], tuple[Fault, ...]]:
    """Read what was accepted, with a C801 fault for every key that is not known.

    ``None`` is an absent file. Raises CannotRun, with line and column, for what is no TOML, has a
    value of another form, or does not say what is accepted and why.
    """
    if data is None:
        return (), ()
    text, value = read_toml(data, path)
    for pointer, why in _unusable(value):
        raise CannotRun(f"{placed_at(path, text, pointer)}: {spoken(pointer)} {why}", hint=_HINT)
    unknown = tuple(
        Fault("C801", message, place_of(text, pointer), render(pointer))
        for pointer, message in _unknown(value)
    )
    return tuple(_accepted(table) for table in value.get(_TABLES, ())), unknown


def with_accepted(data: bytes | None, new: Accepted, *, path: str = ACCEPTED_PATH) -> bytes:
    """Give the file with one more entry at its end; ``None`` is an absent one.

    All that stands there stays as it is, and what is added has its line ends. Raises CannotRun
    where the file cannot be read, where its entries are no ``[[accepted]]`` tables, or where the
    new one holds what TOML cannot write or does not say what is accepted and why.
    """
    before, _ = parse_accepted(data, path=path)
    text = "" if data is None else data.decode()
    eol = "\r\n" if "\r\n" in text else "\n"
    entry = eol.join([*_lines(new, path), ""])
    parse_accepted(entry.encode(), path=path)
    changed = (new_paragraph(text, eol) + entry).encode()
    try:
        after, _ = parse_accepted(changed, path=path)
    except CannotRun:
        after = ()
    if after != (*before, new):
        raise CannotRun(f"{path}: nothing can be added at its end", hint=_HINT)
    return changed


def _lines(new: Accepted, path: str) -> Iterator[str]:
    yield f"[[{_TABLES}]]"
    for field in fields(new):
        value = getattr(new, field.name)
        if value == field.default:
            continue
        try:
            yield f"{field.name} = {toml_string(value)}"
        except UnicodeEncodeError as error:
            raise CannotRun(
                f"{path}: {field.name} has a lone surrogate, which TOML cannot write",
                hint="give the record an id of whole characters: sgm rename OLD NEW",
            ) from error


def _unusable(value: TomlTable) -> Iterator[tuple[Pointer, str]]:
    """Where it does not say what is accepted and why, and what is wrong there."""
    tables = value.get(_TABLES, [])
    if not isinstance(tables, list):
        yield (_TABLES,), "is no list of tables"
        return
    for index, table in enumerate(tables):
        at: Pointer = (_TABLES, str(index))
        if isinstance(table, dict):
            yield from (((*at, name), why) for name, why in _faults(table))
        else:
            yield at, "is no table"


def _faults(table: TomlTable) -> Iterator[tuple[str, str]]:
    for name in _NAMES:
        if not isinstance(table.get(name, ""), str):
            yield name, "is no text"
        elif name in _REQUIRED and not table.get(name, "").strip():
            yield name, "is empty" if name in table else "is missing"


def _unknown(value: TomlTable) -> Iterator[tuple[Pointer, str]]:
    for key in value:
        if key != _TABLES:
            yield (key,), f"{spoken((key,))} is not known{did_you_mean(key, [_TABLES])}"
    for index, table in enumerate(value.get(_TABLES, ())):
        for key in table:
            pointer = (_TABLES, str(index), key)
            if key not in _NAMES:
                yield pointer, f"{spoken(pointer)} is not known{did_you_mean(key, _NAMES)}"


def _accepted(table: TomlTable) -> Accepted:
    return Accepted(**{name: table[name] for name in _NAMES if name in table})
