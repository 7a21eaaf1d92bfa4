"""Faults of the files that judge keep out what brings them, and not what mends it (DESIGN 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_config, finding_of
from sgm_git.findings import Severity
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from sgm_git.store.settings import SCHEMAS_PATH, read_schemas
from sgm_git.workflows.hooks.rules import Rules

if TYPE_CHECKING:
    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.store.records import Records

_SCHEMA = "S207"


def of_trusted(records: Records, policy: CheckPolicy, tip: str) -> list[Finding]:
    """Give what cannot be used of the files that judge; a warning where ``tip`` has it no more."""
    found = check_config(records.settings.problems, policy)
    if all(each.code != _SCHEMA for each in found):
        return found
    listed = records.repository.list_tree(tip, (SCHEMAS_PATH,))
    schemas = build_schemas(schema_texts(), read_schemas(records.repository, listed))
    left = {(path, fault.message) for path, fault in schemas.problems}
    return [
        replace(each, severity=Severity.WARNING)
        if each.code == _SCHEMA and (each.path, each.message) not in left
        else each
        for each in found
    ]


def of_arriving(repository: Repository, tip: str, *known: str | None) -> list[Finding]:
    """Give what nobody could be judged by once it is there, as errors that nothing silences.

    What one of the ``known`` commits has just so was not broken by ``tip``.
    """
    there = [oid for oid in known if oid is not None]
    return [finding_of(path, fault) for path, fault in Rules(repository).broken(tip, *there)]
