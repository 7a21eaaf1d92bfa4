"""What the hook managers have in common: what each runs for us, and what an entry in one is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.store.journal import FileChange
from sgm_git.workflows.hooks.scripts import MANAGED_PATH, managed_script, version_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ATTRIBUTES_PATH = ".gitattributes"
"""Where git is told how the script's lines end."""

_LINE_END = f"/{MANAGED_PATH} text eol=lf".encode()
_MISSING = f"sgm: {MANAGED_PATH} is not here, so records pass unchecked"


@dataclass(frozen=True, slots=True)
class Entry:
    """What it takes to have a manager run our hooks, or to end that.

    ``files`` are to be written. ``by_hand`` are lines for a person, of what cannot be written
    without guessing; ``then`` are commands that make the manager take notice.
    """

    files: tuple[FileChange, ...] = ()
    by_hand: tuple[str, ...] = ()
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How a manager stands to us: the git hooks in which it starts us, and what would change it.

    ``entry`` writes nothing where nothing is missing, ``removal`` where nothing of ours is there.
    ``brings_sgm``: it installs the ``sgm`` that it starts itself.
    """

    hooks: frozenset[str]
    entry: Entry
    removal: Entry
    brings_sgm: bool = False


def shell_lines(hook: str, arguments: str = '"$@"', *, before: Sequence[str] = ()) -> list[str]:
    """The lines of sh that run our script for a hook, after the lines ``before``.

    They work wherever a script has gone to, under ``sh -e`` and without, and end what they stand
    in where ours fails.
    """
    return [
        "(",
        '  cd "$(git rev-parse --show-toplevel)" || exit 0',
        f"  test -f {MANAGED_PATH} || {{ echo '{_MISSING}' >&2; exit 0; }}",
        *(f"  {line}" for line in before),
        f"  exec sh {MANAGED_PATH} {hook} {arguments}",
        ") || exit $?",
    ]


def command_line(hook: str) -> str:
    """The same in one line, for what splits it into words, starts it at the top and adds names."""
    script = (
        f'test -f {MANAGED_PATH} || {{ echo "{_MISSING}" >&2; exit 0; }}; '
        f'exec sh {MANAGED_PATH} {hook} "$@"'
    )
    return f"sh -c '{script}' sgm"


def script_entry(there: bytes | None, attributes: bytes | None) -> Iterator[FileChange]:
    """What brings our script into the repository, in which ``there`` is what stands in its place.

    One of a newer version stays. ``attributes`` are git's: sh reads no script with CRLF in it.
    """
    wanted = managed_script()
    if there != wanted and _version(there) <= _version(wanted):
        yield FileChange(MANAGED_PATH, there, wanted)
    text = attributes or b""
    if _LINE_END not in text.splitlines():
        end = b"\n" if text and not text.endswith(b"\n") else b""
        yield FileChange(ATTRIBUTES_PATH, attributes, text + end + _LINE_END + b"\n")


def script_removal(there: bytes | None, attributes: bytes | None) -> Iterator[FileChange]:
    """What takes our script out again; somebody else's file of that name stays."""
    if not _version(there):
        return
    yield FileChange(MANAGED_PATH, there, None)
    text = attributes or b""
    after = text.replace(_LINE_END + b"\n", b"")
    if after != text:
        yield FileChange(ATTRIBUTES_PATH, attributes, after or None)


def names_hook(text: str, hook: str) -> bool:
    """Whether lines of sh, ours or a person's, start us for a hook."""
    return f"hooks run {hook}" in text or f"{MANAGED_PATH} {hook}" in text


def _version(text: bytes | None) -> int:
    """The version of a script of ours, 0 where there is none or another's."""
    return version_of(text or b"") or 0
