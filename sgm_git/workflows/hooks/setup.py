"""What a commit changes below ``.sgm`` must be understood by whoever comes after (DESIGN 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.configuration import unknown_codes
from sgm_git.checks.registry import RULES, suggest
from sgm_git.checks.run import apply_policy, finding_of
from sgm_git.policy.config import ACCEPTED_PATH, CONFIG_PATH, SIGNERS_PATH
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.schemas import build_schemas
from sgm_git.resources import schema_texts
from sgm_git.store.settings import SCHEMAS_PATH, read_schemas
from sgm_git.workflows.hooks import parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.findings import Fault, Finding
    from sgm_git.git.protocol import TreeEntry
    from sgm_git.store.records import Records

_CODES = frozenset(rule.code for rule in RULES)


def setup_findings(records: Records, staged: Mapping[str, TreeEntry | None]) -> list[Finding]:
    """Give the findings about files below ``.sgm`` that are staged; None: they are taken away.

    They are weighed by HEAD. Raises CannotRun, with the place, for a file of acceptances or of
    signers that cannot be understood.
    """
    found = [*_config(records, staged), *_schemas(records, staged)]
    if not staged.keys().isdisjoint((ACCEPTED_PATH, SIGNERS_PATH)):
        found += parts.trusting.trust_problems(records.repository, staged)
    config = records.settings.config
    return apply_policy([finding_of(path, fault) for path, fault in found], config)


def _config(
    records: Records, staged: Mapping[str, TreeEntry | None]
) -> Iterator[tuple[str, Fault]]:
    """What the configuration says that means nothing, and files that do not either."""
    settings = records.settings
    yield from ((path, fault) for path, fault in settings.problems if path in staged)
    if staged.get(CONFIG_PATH) is not None:
        config, _ = parse_config(settings.written, schema_texts())
        yield from unknown_codes(config, _CODES, suggest, settings.text)


def _schemas(
    records: Records, staged: Mapping[str, TreeEntry | None]
) -> Iterator[tuple[str, Fault]]:
    """The schemas of the index that cannot be used, if any is staged: they refer to each other."""
    if not any(path.startswith(f"{SCHEMAS_PATH}/") for path in staged):
        return
    listed = records.repository.list_index((SCHEMAS_PATH,))
    schemas = build_schemas(schema_texts(), read_schemas(records.repository, listed))
    known = set(records.settings.schemas.problems)
    yield from (problem for problem in schemas.problems if problem not in known)
