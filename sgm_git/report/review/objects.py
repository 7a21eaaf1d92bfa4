"""A review as one JSON value (DESIGN section 11, ``schemas/review.schema.json``)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from sgm_git.record.masking import masked_tokens
from sgm_git.report.comparing import record_object
from sgm_git.report.findings import finding_object
from sgm_git.report.formats.checked import summary_of
from sgm_git.report.listing import reading_item
from sgm_git.report.moments import utc
from sgm_git.workflows.review.model import what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed import DataclassInstance

    from sgm_git.findings import Finding
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import Ends, RecordReview, Review, Step


def review_object(review: Review) -> JsonObject:
    """Give ``{ends, summary, counts, records, files, elsewhere, graph, collisions, notes}``.

    Texts are exactly those of the records, commits and files, but for secrets, which are masked.
    """
    found: JsonObject = {
        "ends": _ends(review.ends),
        "summary": dict(summary_of(len(review.records), review.new)),
        "counts": dict(review.counts),
        "records": [_record(each) for each in review.records],
        "files": _plain(review.files),
        "elsewhere": _findings(review.elsewhere),
        "graph": {
            "nodes": _plain(review.graph.nodes),
            "edges": _plain(review.graph.edges),
            "left_out": review.graph.left_out,
        },
        "collisions": _plain(review.collisions),
        "notes": list(review.notes),
    }
    return {name: _masked(value) for name, value in found.items()}


def _ends(ends: Ends) -> JsonObject:
    return {
        "trusted": {"name": ends.trusted_name, "commit": ends.trusted},
        "tip": {"name": ends.tip_name, "commit": ends.tip},
        "base": ends.base,
    }


def _record(each: RecordReview) -> JsonObject:
    told = record_object(each.diff)
    return {
        **{name: told[name] for name in ("id", "path", "old_path")},
        "left_at": each.left_at,
        "type": each.type,
        "became": what_became_of(each),
        "concerns": _plain(each.concerns),
        "before": _reading(each.before),
        "after": _reading(each.after),
        "patch": told["patch"],
        "consents": _plain(each.consents),
        "steps": [_step(step) for step in each.steps],
        "new": _findings(each.new),
        "old": _findings(each.old),
    }


def _reading(reading: Reading | None) -> JsonValue:
    return None if reading is None else reading_item(reading)


def _step(step: Step) -> JsonObject:
    told: JsonObject = {
        "commit": step.commit,
        "author": step.author,
        "email": step.email,
        "time": None if step.time is None else utc(step.time),
    }
    return told | {"fields": list(step.fields), "signature": step.signature or None}


def _findings(findings: Iterable[Finding]) -> JsonValue:
    return [finding_object(finding) for finding in findings]


def _plain(values: Iterable[DataclassInstance]) -> JsonValue:
    """Values whose fields are texts, lists of texts, yes or no, by the names of the fields."""
    return [_listed(asdict(value)) for value in values]


def _listed(told: dict[str, object]) -> JsonObject:
    found = {k: list(v) if isinstance(v, tuple) else v for k, v in told.items()}
    return cast("JsonObject", found)


def _masked(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return masked_tokens(value)
    if isinstance(value, list):
        return [_masked(item) for item in value]
    if isinstance(value, dict):
        return {masked_tokens(name): _masked(item) for name, item in value.items()}
    return value
