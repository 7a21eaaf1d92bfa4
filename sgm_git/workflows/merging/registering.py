"""Tells git of the merge driver of records: its command, and the attribute that names it.

git reads every status of a driver as an answer, also that of a program which is not there, and
then takes our side as it stands, without a marker. So what it starts is a line of sh that finds
``sgm`` as the hooks do, and lets git merge the file as text where there is none, or where it fails
(DESIGN section 9). A Python that cannot import what it is to run ends with 1, as a conflict does:
so no conflict is believed that left the file as it was.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.record.value import dumps
from sgm_git.workflows.hooks.program import find_program, is_startable, own_program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository

DRIVER_KEY = "merge.sgm.driver"
"""Where git's configuration has the command of the driver."""

NAME_KEY = "merge.sgm.name"
"""Where it has what people read of the driver."""

NAME = "sgm-git: field by field"

Registration: TypeAlias = Literal["ours", "older", "foreign", "absent"]
"""``older``: a command of another version. ``foreign``: one that does not start ``sgm``."""

_LINE_ENDS = "text eol=lf"
_ATTRIBUTES = f"{_LINE_ENDS} merge=sgm"
_CALL = "merge-driver %O %A %B %L %P"
_BLOB = '"$(git hash-object --no-filters %A)"'
_BEFORE = (
    f's=127; o={_BLOB}; for sgm in "$(git config --type=path --get sgm.path)" "$(command -v sgm)" '
)
_AFTER = (
    '; do if [ -f "$sgm" ] && [ -x "$sgm" ]; then '
    f'"$sgm" {_CALL}; s=$?; '
    f'case $s in 0) exit 0 ;; 1) [ {_BLOB} = "$o" ] || exit 1 ;; '
    "2|126|127) ;; *) break ;; esac; fi; done; rm -f %A.sgm; "
    "case $s in 1|2|126|127) s=0; "
    'echo "sgm: none was found that works, so git merges a record as text" >&2; '
    'echo "hint: put sgm on PATH, or say where it is: git config sgm.path FILE" >&2 ;; '
    '*) echo "sgm: merge-driver ended with status $s, so git merges a record as text" >&2 ;; esac; '
    "git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B; "
    "case $s:$? in 0:0) exit 0 ;; 0:*) exit 1 ;; *) exit 129 ;; esac"
)


def driver_command(program: Path | None = None) -> str:
    """Give the line of sh that git is to start for each file which both sides changed.

    It starts the ``sgm`` that ``git config sgm.path`` names, else the one on PATH, else ``program``
    (None: the one that runs now), and passes over one that does not know the command. It ends with
    0 or 1; above 128 where that ``sgm`` failed, with what git's own merge of the text made in its
    place. git 2.42 and later stop then.
    """
    last = program or own_program()
    quoted = shlex.quote(last.as_posix()).replace("%", "%%") if last is not None else '""'
    return f"{_BEFORE}{quoted}{_AFTER}"


def attribute_lines(roots: Sequence[str]) -> tuple[str, ...]:
    """Give the lines of ``.gitattributes`` for records in these roots, which may be patterns.

    Line feeds at the end of lines everywhere, whatever a user's core.autocrlf says, and our driver.
    """
    return tuple(f"{_pattern(root)} {_ATTRIBUTES}" for root in roots)


def with_attributes(data: bytes, roots: Sequence[str]) -> bytes:
    """Give the text of a ``.gitattributes`` file with the lines for these roots.

    What stands there stays, with its line ends; a line of an older version of ours is replaced.
    """
    lines = data.splitlines(keepends=True)
    missing = []
    for line in attribute_lines(roots):
        wanted, older = line.encode(), line.encode().removesuffix(b" merge=sgm")
        if any(each.rstrip(b"\r\n") == wanted for each in lines):
            continue
        if any(each.rstrip(b"\r\n") == older for each in lines):
            lines = [_replaced(each, older, wanted) for each in lines]
        else:
            missing.append(wanted)
    return _with_lines(b"".join(lines), missing)


def registration(repository: Repository) -> Registration:
    """How the driver stands in git's configuration, from wherever git reads it."""
    command = repository.config(DRIVER_KEY)
    if command is None:
        return "absent"
    if command.startswith(_BEFORE) and command.endswith(_AFTER):
        return "ours"
    return "older" if "merge-driver" in command else "foreign"


def finds_program(repository: Repository) -> bool:
    """Whether the registered command of ours finds an ``sgm`` that can be started."""
    return find_program(repository) is not None or _names_program(repository)


def _names_program(repository: Repository) -> bool:
    """Whether the command itself says where one is."""
    command = repository.config(DRIVER_KEY) or ""
    last = command.removeprefix(_BEFORE).removesuffix(_AFTER).replace("%%", "%")
    return any(word and is_startable(Path(word)) for word in shlex.split(last)[:1])


def register(repository: Repository) -> bool:
    """Let git merge records by our driver; whether that had to be written.

    It stands in the configuration of this repository alone. Nothing is written where it is right,
    or where somebody has made a driver of that name that is none of ours.
    """
    how, command = registration(repository), driver_command()
    is_right = how == "ours" and _names_program(repository)
    if is_right or how == "foreign" or repository.config(DRIVER_KEY) == command:
        return False
    repository.set_config(NAME_KEY, NAME)
    repository.set_config(DRIVER_KEY, command)
    return True


def unregister(repository: Repository) -> bool:
    """Take our driver out of this repository's configuration; whether it was there."""
    values = repository.config_values(DRIVER_KEY)
    if not any("merge-driver" in value for value in values):
        return False
    repository.unset_config(DRIVER_KEY)
    repository.unset_config(NAME_KEY)
    return True


def _pattern(root: str) -> str:
    pattern = "*.md" if root == "." else f"{root}/**/*.md"
    is_plain = not (set(pattern) & set(" \t\r\n") or pattern.startswith(("#", "!", '"')))
    return pattern if is_plain else dumps(pattern)


def _replaced(line: bytes, older: bytes, wanted: bytes) -> bytes:
    bare = line.rstrip(b"\r\n")
    return wanted + line[len(bare) :] if bare == older else line


def _with_lines(data: bytes, lines: Sequence[bytes]) -> bytes:
    """The text with lines at its end, that end as its own do."""
    eol = b"\r\n" if b"\r\n" in data else b"\n"
    end = eol if lines and data and not data.endswith(b"\n") else b""
    return data + end + b"".join(line + eol for line in lines)
