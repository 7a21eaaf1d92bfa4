"""Documents for checks, with the place where a finding is expected marked in the text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.case import CheckPolicy, Subject
from sgm_git.checks.run import check_document, check_store
from sgm_git.document.read import read
from sgm_git.findings import Finding, Span
from sgm_git.policy.config import Config, RootConfig
from sgm_git.policy.paths import Root
from sgm_git.policy.schemas import build_schemas
from sgm_git.record.times import Instant
from sgm_git.resources import schema_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.pointer import Pointer
    from sgm_git.record.value import JsonObject

OPEN, CLOSE = "\u00ab", "\u00bb"
NOW = Instant(1_800_000_000)  # 2027-01-15T08:00:00Z
ROOT = Root("memory", RootConfig(), {})
SCHEMAS = build_schemas(schema_texts())
POLICY = CheckPolicy(Config(), SCHEMAS, NOW)
FIELDS = {
    "id": "id: dec-x",
    "type": "type: decision",
    "title": "title: Keep the store",
    "scope": "scope: {project: p}",
    "annotations": (
        "annotations:\n  - {kind: rationale, value: one place}\n  - {kind: status, value: accepted}"
    ),
    "provenance": (
        "provenance:\n  agent: build-agent\n  created_at: 2026-10-10T18:21:47Z\n  origin: cli\n"
        "  scope: {project: p}"
    ),
}


def document(*changes: str, body: str = "\nKeep it.\n", drop: tuple[str, ...] = ()) -> str:
    """A record without fault, but for the given fields, each as YAML that begins with its key."""
    changed = {change.lstrip(OPEN).partition(":")[0].rstrip(CLOSE): change for change in changes}
    lines = [text for key, text in (FIELDS | changed).items() if key not in drop]
    return "\n".join(["---", *lines, "---", body])


def provenance(*changes: str, drop: tuple[str, ...] = ()) -> str:
    """The provenance of a record without fault, but for the given fields."""
    first, *lines = FIELDS["provenance"].split("\n")
    fields = {line.strip().partition(":")[0]: line for line in lines}
    named = ((change.lstrip(OPEN).partition(":")[0].rstrip(CLOSE), change) for change in changes)
    changed = {name: f"  {change}" for name, change in named}
    kept = [line for name, line in (fields | changed).items() if name not in drop]
    return "\n".join([first, *kept])


def unmarked(text: str) -> tuple[str, Span | None]:
    """The text without its marks, and the place that they enclose."""
    before, is_marked, rest = text.partition(OPEN)
    inside, _, after = rest.partition(CLOSE)
    if not is_marked:
        return text, None
    place = (*_place(before), *_place(before + inside))
    return before + inside + after, Span(*place)


def _place(before: str) -> tuple[int, int]:
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def subject(
    text: str | bytes,
    path: str = "memory/decision/dec-x.md",
    *,
    root: Root = ROOT,
    is_new: bool = False,
    previous: JsonObject | None = None,
    allowed: tuple[Pointer, ...] | None = None,
) -> Subject:
    """A file with that text."""
    data = text if isinstance(text, bytes) else text.encode()
    return Subject(path, root, data, read(data), is_new=is_new, previous=previous, allowed=allowed)


def check(text: str | bytes, code: str = "", *, policy: CheckPolicy = POLICY) -> list[Finding]:
    """What the checks say about one document; with a code, only what it says."""
    found = check_document(subject(text), policy)
    return [finding for finding in found if finding.code.startswith(code)]


def check_files(
    files: Mapping[str, str], code: str = "", *, policy: CheckPolicy = POLICY
) -> list[Finding]:
    """What the checks of a store say about files in one root, by path below it."""
    subjects = [subject(text, f"memory/{path}") for path, text in files.items()]
    return [f for f in check_store(subjects, policy) if f.code.startswith(code)]


def policy_with(config: Config | None = None, **team: str) -> CheckPolicy:
    """A policy with another configuration or with a team's schemas."""
    data = {f".sgm/schemas/{stem}.json": text.encode() for stem, text in team.items()}
    schemas = build_schemas(schema_texts(), data) if team else SCHEMAS
    return replace(POLICY, config=config or POLICY.config, schemas=schemas)
