"""Faults of the files that judge must not keep out what mends them (DESIGN section 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_config
from sgm_git.findings import Severity
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from sgm_git.store.settings import SCHEMAS_PATH, read_schemas

if TYPE_CHECKING:
    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
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
