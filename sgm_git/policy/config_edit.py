"""Changes one setting of ``.sgm/config.toml`` and leaves every other byte as it was."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.config import Config, RootConfig
from sgm_git.policy.config_file import parse_config
from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROOT = re.compile(r"^[ \t]*\[\[[ \t]*root[ \t]*\]\][^\n]*\n?", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_LAYOUT = re.compile(r"^[ \t]*layout[ \t]*=[^\n]*", re.MULTILINE)


def with_layout(
    data: bytes | None, root: RootConfig, layout: str, bundled: Mapping[str, str]
) -> bytes | None:
    """The configuration with another layout for a root of it; ``data`` None: there is no file.

    ``bundled`` are the texts of the bundled schemas. Gives None where the text is written in a
    way that this does not understand: then a person must change it.
    """
    text = "" if data is None else data.decode()
    before, _ = parse_config(data, bundled)
    line = f"layout = {dumps(layout)}"
    for candidate in _candidates(text, root, line):
        try:
            after, _ = parse_config(candidate.encode(), bundled)
        except CannotRun:
            continue
        if after == _wanted(before, root, layout):
            return candidate.encode()
    return None


def _wanted(config: Config, root: RootConfig, layout: str) -> Config:
    roots = tuple(replace(each, layout=layout) if each == root else each for each in config.roots)
    return replace(config, roots=roots)


def _candidates(text: str, root: RootConfig, line: str) -> list[str]:
    found = []
    for header in _ROOT.finditer(text):
        end = next((m.start() for m in _TABLE.finditer(text, header.end())), len(text))
        section = text[header.end() : end]
        if _LAYOUT.search(section):
            section = _LAYOUT.sub(lambda _: line, section, count=1)
        else:
            section = f"{line}\n{section}"
        start = header[0] if header[0].endswith("\n") else header[0] + "\n"
        found.append(text[: header.start()] + start + section + text[end:])
    apart = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    path = "" if root.path == RootConfig().path else f"path = {dumps(root.path)}\n"
    found.append(f"{text}{apart}[[root]]\n{path}{line}\n")
    return found
