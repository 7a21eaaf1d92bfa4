"""Where a record's file lies below its root (DESIGN section 4, ``layout``).

``{type} {id} {shard} {created:FORMAT} {scope.NAME}`` stand for one safe path component each, or
for several where a date format holds slashes.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.names import folded, path_component
from sgm_git.record import fields
from sgm_git.record.times import parse_rfc3339, render_utc

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject

_FIELD = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_DATE_PARTS = {"%Y": slice(0, 4), "%m": slice(5, 7), "%d": slice(8, 10), "%H": slice(11, 13)}
_SUFFIX = ".md"


def render_path(layout: str, record: JsonObject) -> str:
    """The path below the root that a layout gives a record, with forward slashes.

    A record without ``created_at`` gets the date 0000-00-00. Raises CannotRun for a layout that
    has an unknown field or would lead out of the root.
    """
    parts = layout.split("/")
    if not layout.endswith(_SUFFIX) or any(part in ("", ".", "..") for part in parts):
        raise _bad_layout(layout, "it is a relative path that ends in .md")
    filled = [_fill(part, layout, record) for part in _whole_parts(layout)]
    *folders, name = "/".join(filled).split("/")
    stem = name.removesuffix(_SUFFIX)
    return "/".join([*map(path_component, folders), path_component(stem, _SUFFIX)])


def shard(record_id: str) -> str:
    """The two hex digits that spread records over folders: of the SHA-256 of the id."""
    return hashlib.sha256(record_id.encode("utf-8", "surrogatepass")).hexdigest()[:2]


def on_layout(layout: str, path: str, record: JsonObject) -> bool:
    """Whether ``path``, relative to the root, is where the layout puts the record.

    A name that a number was added to, because another record had it first, counts too.
    """
    wanted = render_path(layout, record)
    stem, suffix = wanted.removesuffix(_SUFFIX), re.escape(_SUFFIX)
    return re.fullmatch(rf"{re.escape(folded(stem))}(?:-[0-9]+)?{suffix}", folded(path)) is not None


def read_path(layout: str, path: str) -> Mapping[str, str]:
    """What a path below the root says by the layout: ``type``, ``id``, ``scope.NAME``.

    For completing a record that was typed by hand; empty where the path is off the layout.
    """
    pattern, names = "", []
    position = 0
    for match in _FIELD.finditer(layout):
        pattern += re.escape(layout[position : match.start()])
        names.append(match[1])
        pattern += "[^/]+" if match[2] is None else "[^/]+(?:/[^/]+)*"
        pattern = pattern[:-5] + "([^/]+)" if match[2] is None else pattern
        position = match.end()
    return _read(re.compile(pattern + re.escape(layout[position:])), names, path)


def _read(pattern: re.Pattern[str], names: list[str], path: str) -> Mapping[str, str]:
    match = pattern.fullmatch(path)
    if match is None:
        return {}
    found = dict(zip(names, match.groups(), strict=False))
    return {name: value for name, value in found.items() if name not in ("shard", "created")}


def _whole_parts(layout: str) -> list[str]:
    """The layout at its slashes, but for those inside a date format."""
    return re.findall(r"(?:\{[^{}]*\}|[^/{}])+", layout)


def _fill(part: str, layout: str, record: JsonObject) -> str:
    def value(match: re.Match[str]) -> str:
        name, form = match.groups()
        if name == "created":
            return _date(record, form or "%Y/%m")
        return path_component(_field(name, layout, record)).removesuffix(_SUFFIX)

    return _FIELD.sub(value, part)


def _field(name: str, layout: str, record: JsonObject) -> str:
    record_id = fields.record_id(record) or ""
    if name == "shard":
        return shard(record_id)
    if name == "id":
        return record_id
    if name == "type":
        return fields.record_type(record) or ""
    if name.startswith("scope."):
        scope = record.get("scope")
        value = scope.get(name.removeprefix("scope.")) if isinstance(scope, dict) else None
        return value if isinstance(value, str) else "none"
    raise _bad_layout(layout, f"{{{name}}} is not one of {{type}} {{id}} {{shard}} {{created}} {{scope.NAME}}")


def _date(record: JsonObject, form: str) -> str:
    created = fields.provenance(record).get("created_at")
    instant = parse_rfc3339(created) if isinstance(created, str) else None
    text = "0000-00-00T00" if instant is None else render_utc(instant.seconds)
    for part, place in _DATE_PARTS.items():
        form = form.replace(part, text[place])
    return form


def _bad_layout(layout: str, why: str) -> CannotRun:
    return CannotRun(f"the layout {layout!r} cannot be used: {why}", hint="see .sgm/config.toml")
