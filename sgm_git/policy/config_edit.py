"""Changes one setting of ``.sgm/config.toml`` and leaves every other byte as it was."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.config import Config, RootConfig
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.toml_file import new_paragraph
from sgm_git.record.value import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ROOT = re.compile(r"^[ \t]*\[\[[ \t]*root[ \t]*\]\][^\n]*\n?", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_LAYOUT = re.compile(
    r"""^([ \t]*layout[ \t]*=[ \t]*)(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE
)
_BOM = "\ufeff"


def with_layout(
    data: bytes | None, root: RootConfig, layout: str, bundled: Mapping[str, str]
) -> bytes | None:
    """The configuration with another layout for a root of it; ``data`` None: there is no file.

    ``bundled`` are the texts of the bundled schemas. Gives None where the text is written in a
    way that this does not understand: then a person must change it.
    """
    whole = "" if data is None else data.decode()
    text = whole.removeprefix(_BOM)
    before, _ = parse_config(data, bundled)
    for candidate in _candidates(text, root, dumps(layout)):
        changed = (whole[: len(whole) - len(text)] + candidate).encode()
        try:
            after, _ = parse_config(changed, bundled)
        except CannotRun:
            continue
        if after == _wanted(before, root, layout):
            return changed
    return None


def _wanted(config: Config, root: RootConfig, layout: str) -> Config:
    roots = tuple(
        replace(each, layout=layout) if each.path == root.path else each for each in config.roots
    )
    return replace(config, roots=roots)


def _candidates(text: str, root: RootConfig, value: str) -> Iterator[str]:
    """Texts of which one may be right: the layout in the section of each root, or in a new one."""
    eol = "\r\n" if "\r\n" in text else "\n"
    for header in _ROOT.finditer(text):
        start = header[0] if header[0].endswith("\n") else header[0] + eol
        table = _TABLE.search(text, header.end())
        end = table.start() if table else len(text)
        section = _section(text[header.end() : end], value, eol)
        yield text[: header.start()] + start + section + text[end:]
    path = "" if root.path == RootConfig().path else f"path = {dumps(root.path)}{eol}"
    yield f"{new_paragraph(text, eol)}[[root]]{eol}{path}{_section('', value, eol)}"


def _section(section: str, value: str, eol: str) -> str:
    """What stands below a root's header, with the layout."""
    if _LAYOUT.search(section):
        return _LAYOUT.sub(lambda found: found[1] + value, section, count=1)
    return f"layout = {value}{eol}{section}"
