"""A team's own JSON Schemas, read under limits (DESIGN section 4).

A schema stands in ``.sgm/schemas`` and judges the records of one type. The type is the ``const``
or the ``enum`` of its ``properties.type``, else the file's name without its suffix; a file whose
name starts with ``_`` judges nothing and is there to be referred to by its ``$id``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from posixpath import basename
from typing import TYPE_CHECKING

from sgm_git.findings import Fault, Span
from sgm_git.policy.subschemas import objects, references
from sgm_git.policy.vocabulary import texts
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject

MAX_SCHEMAS = 64
MAX_SCHEMA_BYTES = 256 * 1024
DIALECT = "https://json-schema.org/draft/2020-12/schema"

_PLACE = re.compile(r"([0-9]+):([0-9]+): ")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^#\s]+\Z")


@dataclass(slots=True)
class Team:
    """The team's schemas that can be used so far, by ``$id``, and what is wrong with the others."""

    known: frozenset[str]
    documents: dict[str, JsonObject] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    problems: list[tuple[str, Fault]] = field(default_factory=list)

    def types(self, uri: str) -> frozenset[str]:
        """The types whose records a schema judges."""
        return _types(basename(self.paths[uri]), self.documents[uri])

    def drop(self, reasons: Mapping[str, str]) -> None:
        """Take schemas out for the reasons given, and then all that refer to what is not here."""
        for uri, reason in reasons.items():
            del self.documents[uri]
            self._refuse(self.paths[uri], reason)
        strangers = self._strangers()
        if strangers:
            self.drop(strangers)

    def add(self, path: str, data: bytes) -> None:
        """Take in the file at ``path``, or note why not."""
        try:
            uri, schema = _parse(path, data)
            self._welcome(uri)
        except ValueError as error:
            self._refuse(path, str(error))
        else:
            self.documents[uri], self.paths[uri] = schema, path

    def _welcome(self, uri: str) -> None:
        if len(self.documents) >= MAX_SCHEMAS:
            raise ValueError(f"there are more than {MAX_SCHEMAS}")
        if uri in self.known or uri in self.documents:
            raise ValueError(f"its $id {uri} is that of another schema")

    def _strangers(self) -> dict[str, str]:
        here = self.known | self.documents.keys() | {""}
        return {
            uri: f"it refers to {target}, which is no schema here, and nothing is fetched"
            for uri, schema in self.documents.items()
            for target in references(schema)
            if target.partition("#")[0] not in here
        }

    def _refuse(self, path: str, message: str) -> None:
        place = _PLACE.match(message)
        span = None
        if place is not None:
            line, column = int(place[1]), int(place[2])
            span = Span(line, column, line, column + 1)
            message = message[place.end() :]
        self.problems.append((path, Fault("S207", f"this schema is not used: {message}", span)))


def read_team(files: Mapping[str, bytes], known: frozenset[str]) -> Team:
    """Read a team's schema files (bytes by path); ``known`` are the ``$id`` of the bundled ones.

    Nothing is raised: what breaks a limit, or is no schema, or refers to what is not here, is
    left out and noted as a problem.
    """
    team = Team(known)
    for path, data in sorted(files.items()):
        team.add(path, data)
    team.drop({})
    return team


def _parse(path: str, data: bytes) -> tuple[str, JsonObject]:
    if len(data) > MAX_SCHEMA_BYTES:
        raise ValueError(f"it is larger than {MAX_SCHEMA_BYTES // 1024} KiB")
    schema = loads(data)
    if not isinstance(schema, dict):
        raise ValueError("it is no JSON object")  # noqa: TRY004 - a fault in data
    if schema.get("$schema", DIALECT) != DIALECT:
        raise ValueError(f"only {DIALECT} is read")
    uri = schema.setdefault("$id", f"urn:sgm-git:team:{basename(path)}")
    if not isinstance(uri, str) or not _URI.match(uri):
        raise ValueError("its $id is no URI with a scheme, such as urn:team:incident")
    if sum(isinstance(part.get("$id"), str) for part in objects(schema)) > 1:
        raise ValueError("a schema within it has an $id of its own")
    return uri, schema


def _types(name: str, schema: JsonObject) -> frozenset[str]:
    properties = schema.get("properties")
    stated = properties.get("type") if isinstance(properties, dict) else None
    if isinstance(stated, dict):
        named = texts([stated.get("const")]) | texts(stated.get("enum"))
        if named:
            return named
    stem = name.removesuffix(".json").removesuffix(".schema")
    return frozenset() if stem.startswith("_") else frozenset((stem,))
