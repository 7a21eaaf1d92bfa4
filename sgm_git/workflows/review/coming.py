"""Sentences about what came and what went between two states of a setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sgm_git.errors import CannotRun
from sgm_git.record.spoken import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Parsed = TypeVar("Parsed")

_UNITS = ((604_800, "weeks"), (86_400, "days"), (3_600, "hours"), (60, "minutes"))


class Words(NamedTuple):
    """What is said of a thing that came, and of one that went; ``{}`` stands for its parts."""

    came: str
    gone: str


def came_and_gone(
    before: Iterable[str | tuple[str, ...]], after: Iterable[str | tuple[str, ...]], words: Words
) -> Iterator[str]:
    """Say what came and then what went, each once, in the order in which it stands."""
    old, new = (dict.fromkeys(each) for each in (before, after))
    yield from (filled(words.came, each) for each in new if each not in old)
    yield from (filled(words.gone, each) for each in old if each not in new)


def filled(template: str, parts: str | tuple[str, ...]) -> str:
    """Give a sentence with its parts as data."""
    return template.format(*map(quoted, (parts,) if isinstance(parts, str) else parts))


def switched(before: str, after: str, template: str, *, empty: str = "nothing") -> Iterator[str]:
    """Say that a text is another one now; ``template`` has the new and then the old one."""
    if before != after:
        yield template.format(*(quoted(each) if each else empty for each in (after, before)))


def set_in(before: object, after: object, words: Words) -> Iterator[str]:
    """Say that there is something where there was nothing, or the other way about."""
    if bool(before) != bool(after):
        yield words.came if after else words.gone


def former(parse: Callable[[bytes | None], Parsed], data: bytes | None) -> tuple[Parsed, list[str]]:
    """What a file said before, or would say if it were not there, and why that cannot be told."""
    try:
        return parse(data), []
    except CannotRun as error:
        return parse(None), [f"what it said before cannot be told: {error.message}"]


def duration(seconds: int) -> str:
    """Give a length of time in the largest unit that it is a whole number of."""
    for size, unit in _UNITS:
        if seconds and seconds % size == 0:
            count = seconds // size
            return f"{count:,} {unit if count > 1 else unit.removesuffix('s')}"
    return f"{seconds:,} seconds"
