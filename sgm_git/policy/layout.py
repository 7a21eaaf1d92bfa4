"""Where a record's file lies below its root (DESIGN section 4, ``layout``).

``{type} {id} {shard} {created:FORMAT} {scope.NAME}`` stand for texts of the record; each component
of the path is made safe by itself, so that no text can lead out of the root.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.names import folded, path_component
from sgm_git.record import fields
from sgm_git.record.masking import masked_tokens
from sgm_git.record.times import parse_rfc3339, render_utc

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

_FIELD = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_KNOWN = re.compile(r"type|id|shard|created|scope\..+")
_DATE_PARTS = {"%Y": slice(0, 4), "%m": slice(5, 7), "%d": slice(8, 10), "%H": slice(11, 13)}
_SUFFIX = ".md"
_ENDING = re.compile(r"(?:-[0-9]+)?\.md")
_SCOPE = "scope."


def render_path(layout: str, record: JsonObject) -> str:
    """The path below the root that a layout gives a record, with forward slashes.

    Raises CannotRun for a layout that is no relative path to a ``.md``, or has an unknown field.
    """
    *folders, name = _components(layout)
    filled = [_component(_fill(folder, record)) for folder in folders]
    return "/".join([*filled, _component(_fill(name, record), _SUFFIX)])


def _component(text: str, suffix: str = "") -> str:
    """One safe component; a secret that it would have in another form is masked before.

    What has its own form is known for a secret, and masked, wherever a path is shown.
    """
    plain = path_component(text, suffix)
    return plain if plain == text + suffix else path_component(masked_tokens(text), suffix)


def layout_fault(layout: str) -> str | None:
    """Why a layout cannot be used, None where it can."""
    try:
        _components(layout)
    except CannotRun as error:
        return error.message
    return None


def shard(record_id: str) -> str:
    """The two hex digits that spread records over folders: of the SHA-256 of the id."""
    return hashlib.sha256(record_id.encode("utf-8", "surrogatepass")).hexdigest()[:2]


def is_numbered(path: str, wanted: str) -> bool:
    """Whether a path is the wanted one, or has a number added since another record had it first."""
    if path == wanted:
        return True
    found, stem = folded(path), folded(wanted.removesuffix(_SUFFIX))
    return found.startswith(stem) and _ENDING.fullmatch(found, len(stem)) is not None


def read_path(layout: str, path: str) -> dict[str, str]:
    """What a path below the root says by the layout: ``type``, ``id``, ``scope.NAME``.

    For completing a record that was typed by hand; empty where the path is off the layout.
    """
    components = _components(layout)
    parts = path.removesuffix(_SUFFIX).split("/")
    if len(parts) != len(components):
        return {}
    found: dict[str, str] = {}
    for component, part in zip(components, parts, strict=True):
        names = [name for name, _ in _FIELD.findall(component)]
        literals = re.split(r"\{[^{}]*\}", component)
        match = re.fullmatch("(.+)".join(map(re.escape, literals)), part)
        if match is None:
            return {}
        found |= dict(zip(names, match.groups(), strict=True))
    return {name: value for name, value in found.items() if name not in ("shard", "created")}


@cache
def _components(layout: str) -> tuple[str, ...]:
    """The templates of a layout's components, the last one without its suffix."""
    apart = _FIELD.sub(_apart, layout)
    components = apart.removesuffix(_SUFFIX).split("/")
    if not apart.endswith(_SUFFIX) or any(part in ("", ".", "..") for part in components):
        raise _bad(layout, "it must be a relative path that ends in .md")
    names = [name for name, _ in _FIELD.findall(layout)]
    if "id" not in names:
        raise _bad(layout, "without {id} all records would lie at one place")
    for name in names:
        if not _KNOWN.fullmatch(name):
            raise _bad(layout, f"there is no {{{name}}}")
    return tuple(components)


def _apart(match: re.Match[str]) -> str:
    """A date whose format holds slashes is a component for each part."""
    name, form = match.groups()
    if name != "created":
        return match[0]
    return "/".join(f"{{created:{part}}}" for part in (form or "%Y/%m").split("/"))


def _fill(component: str, record: JsonObject) -> str:
    return _FIELD.sub(lambda match: _value(match[1], match[2], record), component)


def _value(name: str, form: str | None, record: JsonObject) -> str:
    if name == "created":
        return _date(record, form or "")
    if name.startswith(_SCOPE):
        found = fields.scope(record).get(name.removeprefix(_SCOPE))
        return found if isinstance(found, str) else "none"
    text = fields.text_field(record, "id" if name == "shard" else name) or ""
    return shard(text) if name == "shard" else text


def _date(record: JsonObject, form: str) -> str:
    """The record's ``created_at`` in UTC; zeros where it has none that can be read."""
    created = fields.provenance(record).get("created_at")
    instant = parse_rfc3339(created) if isinstance(created, str) else None
    try:
        text = "0000-00-00T00" if instant is None else render_utc(instant.seconds)
    except ValueError:  # a zone that leads out of the years 0000-9999
        text = "0000-00-00T00"
    for part, place in _DATE_PARTS.items():
        form = form.replace(part, text[place])
    return form


def _bad(layout: str, why: str) -> CannotRun:
    return CannotRun(
        f"the layout {layout!r} cannot be used: {why}",
        hint="fields are {type} {id} {shard} {created:%Y/%m} {scope.NAME}; see .sgm/config.toml",
    )
