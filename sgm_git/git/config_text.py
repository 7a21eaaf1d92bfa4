"""git's configuration file as text: other lines stay as they are to the byte (git-config).

Only where there is no git, for which a line is as good as another, it does this itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.settings import canonical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_KEY = re.compile(r"[A-Za-z0-9-]+(?:\.[^\n\0]+)?\.[A-Za-z][A-Za-z0-9-]*", re.DOTALL)
_HEADER = re.compile(rb'\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\\n]|\\.)*)"\s*)?\]')
_NAME = re.compile(rb"[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*(?==|[#;\r\n]|$)")
_PLAIN = re.compile(r"[^\s\"\\#;](?:[^\n\t\"\\#;\b]*[^\s\"\\#;])?")
_NAME_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"'})
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\b": "\\b"})


def check_key(key: str) -> None:
    """Raise CannotRun for what is no ``section.name`` or ``section.subsection.name``."""
    if not _KEY.fullmatch(key):
        raise CannotRun(f"git: invalid key: {key!r}")


def without(data: bytes, key: str) -> bytes:
    """Give the file without any value of the key; the headers of its sections stay."""
    wanted, section, kept = canonical(key), "", []
    for line in _lines(data):
        rest = line
        if header := _HEADER.match(line):
            section, rest = _section(header), line[header.end() :]
        name = _NAME.match(rest)
        if name and canonical(f"{section}.{_text(name[1])}") == wanted:
            before = line[: len(line) - len(rest)]
            kept.append(before + b"\n" if before else b"")
        else:
            kept.append(line)
    return b"".join(kept)


def with_value(data: bytes, key: str, value: str) -> bytes:
    """Give the file with this value, and no other, of the key."""
    section, _, name = key.rpartition(".")
    first, dot, rest = section.partition(".")
    subsection = f" {_quoted(rest, _NAME_ESCAPES)}" if dot else ""
    shown = value if _PLAIN.fullmatch(value) else _quoted(value, _ESCAPES)
    kept = without(data, key)
    if kept and not kept.endswith(b"\n"):
        kept += b"\n"
    if kept.rstrip(b"\r\n").endswith(b"\\"):
        kept += b"\n"  # the last line would go on in what follows
    return kept + _bytes(f"[{first}{subsection}]\n\t{name} = {shown}\n")


def _quoted(text: str, escapes: Mapping[int, str]) -> str:
    return f'"{text.translate(escapes)}"'


def _lines(data: bytes) -> Iterator[bytes]:
    """Give the lines; one that goes on in the next is given with it."""
    line = b""
    for each in data.splitlines(keepends=True):
        line += each
        if not _goes_on(line):
            yield line
            line = b""
    yield line


def _goes_on(line: bytes) -> bool:
    """Whether the last thing in a line, outside of comments, is a backslash."""
    is_quoted = is_escaped = False
    for letter in line.removesuffix(b"\n").removesuffix(b"\r").decode("latin-1"):
        if is_escaped:
            is_escaped = False
        elif letter == "\\":
            is_escaped = True
        elif letter == '"':
            is_quoted = not is_quoted
        elif letter in "#;" and not is_quoted:
            return False
    return is_escaped and line.endswith(b"\n")


def _section(header: re.Match[bytes]) -> str:
    name, subsection = header.groups()
    if subsection is None:  # the old form [section.subsection] knows no case
        return _text(name).lower()
    return _text(name) + "." + re.sub(r"\\(.)", r"\1", _text(subsection))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
