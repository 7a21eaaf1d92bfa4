"""Records and schemas by address, as ``sgm://record/ID``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from urllib.parse import quote, unquote

from sgm_git.api import Filters
from sgm_git.errors import NoSuchRecord, UsageError
from sgm_git.report.escape import json_text
from sgm_git.resources import schema_names, schema_text
from sgm_git.store.window import Window
from sgm_git.tools.registry import call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.record.value import JsonObject
    from sgm_git.tools.tool import Session
    from sgm_git.witness.reading import Reading

_RECORD, _SCHEMA = "sgm://record/", "sgm://schema/"
_JSON, _JSON_SCHEMA = "application/json", "application/schema+json"
_PAGE = 50


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that has an address."""

    uri: str
    name: str
    title: str
    mime_type: str


@dataclass(frozen=True, slots=True)
class Resources:
    """A page of them; ``next`` is the cursor of the next page."""

    items: Sequence[Resource]
    next: str | None


@dataclass(frozen=True, slots=True)
class Contents:
    """What stands at an address."""

    mime_type: str
    text: str


TEMPLATES = (
    Resource(f"{_RECORD}{{id}}", "record", "A record, with how it stands", _JSON),
    Resource(f"{_SCHEMA}{{name}}", "schema", "A JSON Schema of the standard", _JSON_SCHEMA),
)
"""The forms of addresses; what stands in braces is percent-encoded."""


def resources(session: Session, cursor: str | None) -> Resources:
    """Give a page of what can be read: the schemas, and the records by path."""
    with session.open_store().reading() as reader:
        page = reader.page(Filters(is_here=True), Window(_PAGE, cursor))
    records = [_record(each) for each in page.items if each.id is not None]
    schemas = [] if cursor is not None else [_schema(name) for name in schema_names()]
    return Resources((*schemas, *records), page.next)


def read(session: Session, uri: str) -> Contents:
    """Give the record or the schema at an address; raises SgmError where there is none."""
    if uri.startswith(_SCHEMA):
        return Contents(_JSON_SCHEMA, schema_text(_name(uri, _SCHEMA)))
    if uri.startswith(_RECORD):
        return Contents(_JSON, json_text(_only(session, _name(uri, _RECORD))))
    raise UsageError(f"{uri!r} is no address here", hint=f"{_RECORD}ID or {_SCHEMA}NAME")


def address(record_id: str) -> str:
    """Give the address of a record."""
    return _RECORD + quote(record_id, safe="", errors="replace")


def _only(session: Session, record_id: str) -> JsonObject:
    reply = call(session, "sgm_get", {"ids": [record_id]})
    for each in cast("list[JsonObject]", reply["missing"]):
        raise NoSuchRecord(str(each["why"]), hint=cast("str | None", each["hint"]))
    first, *reviewed = cast("list[JsonObject]", reply["records"])
    return {**first, "reviewed_version": reviewed[0]} if reviewed else first


def _record(reading: Reading) -> Resource:
    name = reading.id or ""
    return Resource(address(f"{reading.root}:{name}"), name, reading.title or name, _JSON)


def _schema(name: str) -> Resource:
    return Resource(f"{_SCHEMA}{name}", name, f"The schema {name}", _JSON_SCHEMA)


def _name(uri: str, start: str) -> str:
    return unquote(uri.removeprefix(start))
