"""Reads the TOML files under ``.sgm``, with the place of whatever is wrong in them."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
import unicodedata
from typing import TYPE_CHECKING, Any, cast

from sgm_git.errors import CannotRun
from sgm_git.policy.toml_places import place_of

if TYPE_CHECKING:
    from sgm_git.record.pointer import Pointer

TomlTable = dict[str, Any]  # a TOML value that somebody has yet to judge, or has judged

_END = " (at end of document)"
_PLACE = re.compile(r" \(at line ([0-9]+), column ([0-9]+)\)$")
_ESCAPES = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\t": r"\t", "\r": r"\r"}
_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"))
_MAX_SHORT = 0xFFFF  # of an escape with four digits


def read_toml(data: bytes, path: str) -> tuple[str, TomlTable]:
    """Give a file's text, with LF and without a BOM, and its value; dates and times are text.

    Raises CannotRun with path, line and column for what is no TOML 1.0 in UTF-8.
    """
    hint = "the file is TOML 1.0"
    text = ""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        return text, cast("TomlTable", _plain(tomllib.loads(text)))
    except RecursionError as error:
        raise CannotRun(f"{path}: nested too deeply", hint=hint) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CannotRun(f"{path}:{line}: not UTF-8", hint=hint) from error
    except tomllib.TOMLDecodeError as error:
        place, message = _placed(str(error), text)
        raise CannotRun(f"{path}{place}: not TOML: {message}", hint=hint) from error
    except ValueError as error:  # a number of thousands of digits
        raise CannotRun(f"{path}: {error}", hint=hint) from error


def placed_at(path: str, text: str, pointer: Pointer) -> str:
    """The place of a key as messages begin with it: path, line and column."""
    span = place_of(text, pointer)
    return f"{path}:{span.line}:{span.column}"


def new_paragraph(text: str, eol: str) -> str:
    """A text with what it lacks to begin a paragraph at its end; an empty one lacks nothing."""
    if not text or text.endswith(eol * 2):
        return text
    return text + (eol if text.endswith("\n") else eol * 2)


def toml_string(text: str) -> str:
    """A text as a TOML string on one line; what cannot be seen in it is escaped.

    Raises ValueError for lone surrogates, which TOML has no way to write.
    """
    text.encode()
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter == " " or unicodedata.category(letter) not in _UNSEEN:
        return letter
    code = ord(letter)
    return f"\\u{code:04X}" if code <= _MAX_SHORT else f"\\U{code:08X}"


def _placed(said: str, text: str) -> tuple[str, str]:
    """The place, as it follows a path, and the message of what the TOML parser said."""
    match = _PLACE.search(said)
    if match is not None:
        return f":{match[1]}:{match[2]}", said[: match.start()]
    lines = text.split("\n")
    message = said.removesuffix(_END)
    return ("" if message == said else f":{len(lines)}:{len(lines[-1]) + 1}"), message


def _plain(value: object) -> object:
    """TOML knows dates and times, for which no key of ours has another form than text."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, (dt.datetime, dt.date, dt.time)):
        return value.isoformat()
    return value
