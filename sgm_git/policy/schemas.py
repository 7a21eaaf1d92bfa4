"""The schemas that judge records: the bundled ones, and the team's on top (DESIGN section 4)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, cast

from sgm_git.policy import parts
from sgm_git.policy.engine import EngineName, load_engine
from sgm_git.policy.team import read_team
from sgm_git.policy.vocabulary import Vocabulary, bundled_vocabulary, team_vocabulary
from sgm_git.record.fields import record_type
from sgm_git.record.value import loads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.findings import Fault
    from sgm_git.policy.team import Team
    from sgm_git.policy.violation import Engine, Judge, Violation
    from sgm_git.record.value import JsonObject

_RECORD, _ANNOTATION, _PROVENANCE = (
    f"urn:sgm-git:schema:{name}" for name in ("record", "annotation", "provenance")
)


@dataclass(frozen=True, slots=True)
class TeamJudge:
    """A team's schema that is in use."""

    path: str
    types: frozenset[str]
    judge: Judge


@dataclass(frozen=True, slots=True)
class SchemaSet:
    """Compiled schemas. ``problems`` are the team's that cannot be used: path and fault (S207).

    ``digest`` are hex digits that are the same for the same texts under the same engine.
    """

    vocabulary: Vocabulary
    problems: tuple[tuple[str, Fault], ...]
    judge: Judge
    team: tuple[TeamJudge, ...]
    digest: str

    def violations(self, record: JsonObject) -> list[Violation]:
        """How the record breaks the bundled schema; annotations and provenance included."""
        return self.judge(record)

    def team_violations(self, record: JsonObject) -> list[tuple[str, Violation]]:
        """How it breaks the team's schemas for its type; each with the path of the schema."""
        name = record_type(record)
        ours = [schema for schema in self.team if name in schema.types]
        return [(schema.path, violation) for schema in ours for violation in schema.judge(record)]


def build_schemas(
    bundled: Mapping[str, str],
    team: Mapping[str, bytes] | None = None,
    engine: EngineName = "auto",
) -> SchemaSet:
    """Compile the bundled schemas (texts by name) and a team's (bytes by path).

    A team's schema that is too large, no schema, or refers to what is not here is left out and
    reported; it stops nothing. Raises ImportError where no engine is installed.
    """
    documents = dict(map(_bundled, bundled.values()))
    compile_judge = load_engine(engine)
    found = read_team(team or {}, known=frozenset(documents))
    judges = _compile_team(found, documents, compile_judge)
    ours = [TeamJudge(found.paths[uri], found.types(uri), judges[uri]) for uri in judges]
    own = bundled_vocabulary(*(documents[uri] for uri in (_RECORD, _ANNOTATION, _PROVENANCE)))
    added = [team_vocabulary(schema, found.types(uri)) for uri, schema in found.documents.items()]
    return SchemaSet(
        vocabulary=reduce(or_, added, own),
        problems=tuple(sorted(found.problems, key=lambda problem: problem[0])),
        judge=compile_judge(documents[_RECORD], documents),
        team=tuple(ours),
        digest=_digest(compile_judge, bundled, team or {}),
    )


def _digest(engine: Engine, bundled: Mapping[str, str], team: Mapping[str, bytes]) -> str:
    told = repr((engine.__module__, sorted(bundled.items()), sorted(team.items())))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def _bundled(text: str) -> tuple[str, JsonObject]:
    schema = cast("JsonObject", loads(text))
    return str(schema["$id"]), schema


def _compile_team(
    team: Team, documents: Mapping[str, JsonObject], compile_judge: Engine
) -> dict[str, Judge]:
    """Compile what can be compiled; what cannot is dropped, with all that refers to it."""
    while True:
        judges: dict[str, Judge] = {}
        reasons: dict[str, str] = {}
        known = {**documents, **team.documents}
        for uri, schema in team.documents.items():
            try:
                parts.expansion.Expansion(known).check(uri)
                judges[uri] = compile_judge(schema, known)
            except ValueError as error:
                reasons[uri] = str(error)
        if not reasons:
            return judges
        team.drop(reasons)
