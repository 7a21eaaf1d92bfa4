"""What an agent needs of this machine to start us, as far as it is missing."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.workflows.agents.ownership import commands_of, is_sgm
from sgm_git.workflows.hooks.program import own_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sgm_git.workflows.agents.entries import Kind

_FIRST = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|(\S+))""")
_FILLED_IN = re.compile(r"[$%~`]")
_SEPARATORS = re.compile(r"[/\\]")


class Lack(NamedTuple):
    """What an agent looks for in vain when it starts us, and what a person can do about it."""

    what: str
    hint: str


def lacks(kind: Kind, entries: Iterable[object], top: Path) -> tuple[Lack, ...]:
    """Give what entries that start us in the work tree ``top``, need in vain.

    What a shell would have to fill in is taken to be there.
    """
    found = (lack for entry in entries for lack in _lacks(kind, entry, top))
    return tuple(dict.fromkeys(found))


def _lacks(kind: Kind, entry: object, top: Path) -> Iterator[Lack]:
    for program in _programs(kind, entry):
        place = _place(program, top)
        if place is None:
            yield _gone(program)
        if kind == "mcp" and is_sgm(program) and _is_without_extra(place):
            yield Lack("sgm mcp needs an extra", "pip install 'sgm-git[mcp]'")


def _programs(kind: Kind, entry: object) -> Iterator[str]:
    """What is started, as far as it can be told: a shell may do anything before it starts us."""
    for command in commands_of(entry):
        program = command if kind == "mcp" else _first_word(command)
        if program and not _FILLED_IN.search(program) and (kind == "mcp" or is_sgm(program)):
            yield program


def _first_word(command: str) -> str:
    """The first word of a shell's command."""
    found = _FIRST.match(command)
    return "" if found is None else next(word for word in (*found.groups(), "") if word is not None)


def _place(program: str, top: Path) -> str | None:
    """The file that is started, None where there is none that can be."""
    return shutil.which(str(top / program) if _SEPARATORS.search(program) else program)


def _gone(program: str) -> Lack:
    if _SEPARATORS.search(program):
        return Lack(f"{program} cannot be started", "name one that is there")
    what, own = f"{program} is not on PATH", own_program()
    if own is None or not is_sgm(program):
        return Lack(what, "install it where agents look for programs")
    where = f"put {own.parent} on the PATH that agents are started with"
    return Lack(what, f"{where}, or link {own.name} into it")


def _is_without_extra(place: str | None) -> bool:
    """Whether it is known that the server would not run: another Python's may be able to."""
    own = own_program()
    is_own = place is None or (own is not None and own.samefile(place))
    return is_own and find_spec("mcp") is None
