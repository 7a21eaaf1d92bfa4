"""Reads ``.sgm/config.toml``: bytes to a configuration and what in it is not known (C801)."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, cast

from sgm_git.errors import CannotRun
from sgm_git.findings import Fault, Severity
from sgm_git.policy.config import (
    CONFIG_PATH,
    DEFAULT_LAYOUT,
    FORMAT,
    ChecksConfig,
    Config,
    Loosening,
    McpConfig,
    RootConfig,
    StoreConfig,
    TrustConfig,
)
from sgm_git.policy.durations import parse_duration
from sgm_git.policy.engine import load_engine
from sgm_git.policy.globs import path_fault
from sgm_git.policy.governance import governance_of
from sgm_git.policy.layout import layout_fault
from sgm_git.policy.nearest import did_you_mean
from sgm_git.policy.toml_file import placed_at, read_toml
from sgm_git.policy.toml_places import place_of
from sgm_git.record.pointer import render
from sgm_git.record.spoken import spoken
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from _typeshed import DataclassInstance

    from sgm_git.policy.toml_file import TomlTable
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject, JsonValue

_SCHEMA = "urn:sgm-git:schema:config"


class NewerFormatError(CannotRun):
    """A configuration in a format that this version does not know: it may say anything."""


def parse_config(
    data: bytes | None, bundled: Mapping[str, str], *, path: str = CONFIG_PATH
) -> tuple[Config, tuple[Fault, ...]]:
    """Read a configuration; ``None`` is an absent one, which is all defaults.

    ``bundled`` are the texts of the bundled schemas, one of which describes a configuration.
    Gives it with a C801 fault for every key that is not known. Raises CannotRun, with line and
    column, for what is no TOML, has a value of another form, or is of a newer format.
    """
    if data is None:
        return Config(), ()
    text, value = read_toml(data, path)
    declared = value.get("format", FORMAT)
    if isinstance(declared, int) and declared > FORMAT:
        place = placed_at(path, text, ("format",))
        raise NewerFormatError(
            f"{place}: format {declared} is newer than this sgm-git knows",
            hint=f"install a newer sgm-git; this one knows format {FORMAT}",
        )
    documents = {str(each["$id"]): each for each in map(_schema, bundled.values())}
    judge = load_engine()(documents[_SCHEMA], documents)
    for violation in judge(cast("JsonValue", value)):
        said = violation.describe(cast("JsonValue", value))
        raise CannotRun(
            f"{placed_at(path, text, violation.pointer)}: {said}",
            hint="sgm schema config says what may stand there",
        )
    for pointer, why in _unusable(value):
        raise CannotRun(
            f"{placed_at(path, text, pointer)}: {spoken(pointer)} cannot be used: {why}",
            hint="sgm schema config says what may stand there",
        )
    schema = documents[_SCHEMA]
    unknown = tuple(
        Fault("C801", message, place_of(text, pointer), render(pointer))
        for pointer, message in _unknown(value, schema, schema, ())
    )
    return _config(value), unknown


def _schema(text: str) -> JsonObject:
    return cast("JsonObject", loads(text))


def _unusable(value: TomlTable) -> Iterator[tuple[Pointer, str]]:
    """Paths and layouts of roots, and parts of scopes, that lead out of here or mean nothing."""
    for index, root in enumerate(value.get("root", [])):
        found = {
            "path": path_fault(root.get("path", "memory")),
            "layout": layout_fault(root.get("layout", DEFAULT_LAYOUT)),
        }
        yield from ((("root", str(index), name), why) for name, why in found.items() if why)
    for part in value.get("policy", {}).get("scopes", {}):
        if not all(part.partition("=")):
            yield ("policy", "scopes", part), 'it names no part of a scope, as "team=payments" does'


def _unknown(
    value: object, schema: JsonObject, whole: JsonObject, pointer: Pointer
) -> Iterator[tuple[Pointer, str]]:
    """Give the pointer of every key that the schema does not name, and a message about it."""
    schema = _resolved(schema, whole)
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown(item, _member(schema, "items"), whole, (*pointer, str(index)))
    named = _member(schema, "properties")
    others = _member(schema, "additionalProperties")
    for key, item in value.items() if isinstance(value, dict) else ():
        place = (*pointer, key)
        if key in named or others or not named:
            yield from _unknown(item, _member(named, key) or others, whole, place)
        else:
            yield place, f"{spoken(place)} is not known{did_you_mean(key, named)}"


def _resolved(schema: JsonObject, whole: JsonObject) -> JsonObject:
    """The schema that a reference within the file names; of another file nothing is unknown."""
    target = schema.get("$ref")
    if not isinstance(target, str):
        return schema
    return _member(_member(whole, "$defs"), target.removeprefix("#/$defs/"))


def _member(schema: JsonObject, name: str) -> JsonObject:
    found = schema.get(name)
    return found if isinstance(found, dict) else {}


def _config(value: TomlTable) -> Config:
    store, trust, mcp = (value.get(name, {}) for name in ("store", "trust", "mcp"))
    default = Config()
    stale = value.get("standing", {}).get("stale_after")
    return Config(
        store=StoreConfig(**_known(store, StoreConfig)),
        roots=tuple(RootConfig(**_known(root, RootConfig)) for root in value.get("root", []))
        or default.roots,
        identities=_addresses(value.get("identities", {})),
        agents=_addresses(value.get("agents", {})),
        checks=_checks(value.get("checks", {})),
        trust=TrustConfig(**_known(trust, TrustConfig)),
        secrets_allow=tuple(value.get("secrets", {}).get("allow", ())),
        sync_mode=value.get("sync", {}).get("mode", default.sync_mode),
        mcp=McpConfig(**_known(mcp, McpConfig)),
        policy=governance_of(value.get("policy", {})),
        stale_after=default.stale_after if stale is None else _durations(stale),
    )


def _known(table: TomlTable, section: type[DataclassInstance]) -> TomlTable:
    """The table's members that a section has, lists as tuples."""
    names = {field.name for field in fields(section)}
    return {
        name: tuple(item) if isinstance(item, list) else item
        for name, item in table.items()
        if name in names
    }


def _checks(table: TomlTable) -> ChecksConfig:
    per_path = {pattern: _loosening(part) for pattern, part in table.get("per_path", {}).items()}
    simple = _known(table, ChecksConfig)
    for name in ("per_path", "floors"):  # made otherwise, or never by a file
        simple.pop(name, None)
    if "tolerance" in simple:
        simple["tolerance"] = parse_duration(simple["tolerance"]) or 0
    return ChecksConfig(everywhere=_loosening(table), per_path=per_path, **simple)


def _loosening(table: TomlTable) -> Loosening:
    severities = {code: Severity(word) for code, word in table.get("severity", {}).items()}
    return Loosening(tuple(table.get("ignore", ())), severities)


def _durations(table: Mapping[str, str]) -> Mapping[str, int]:
    return {name: parse_duration(text) or 0 for name, text in table.items()}


def _addresses(table: Mapping[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(addresses) for name, addresses in table.items()}
