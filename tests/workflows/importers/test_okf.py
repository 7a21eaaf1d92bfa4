from __future__ import annotations

from sgm_git.workflows.importers import detect
from tests.support import CORPUS, needs_corpus
from tests.workflows.importers.support import folder, links, only, reason, result, run, sources

CONCEPT = (
    "---\ntype: BigQuery Table\nstatus: stable\nstale_after: 2026-12-31\nscope: x\n---\n# Schema\n"
)


def test_a_concept_keeps_its_type_and_fields_and_is_named_by_its_path() -> None:
    draft = only("okf", CONCEPT, "tables/orders_.md")
    assert draft.record == {
        "id": "tables-orders",
        "type": "BigQuery Table",
        "title": "orders",
        "status": "stable",
        "stale_after": "2026-12-31",
        "source_scope": "x",
        "content": "# Schema",
    }


def test_the_time_of_its_making_is_the_creation() -> None:
    text = "---\ntype: Metric\ngenerated: {by: human:x, at: 2026-06-30T14:00:00Z}\n---\n"
    assert only("okf", text).created == "2026-06-30T14:00:00Z"
    assert only("okf", "---\ntype: Metric\ntimestamp: 2026-06-30\n---\n").created is not None
    assert only("okf", "---\ntype: Metric\ngenerated: [1]\n---\n").created is None


def test_links_are_followed_inside_the_bundle_only() -> None:
    text = (
        "---\ntype: M\n---\n[a](/x/a.md) [b](../b.md) [out](../../b.md) [no](/no.md) [i](index.md)"
    )
    files = sources(x__y=text, x__a="---\ntype: M\n---\n", b="---\ntype: M\n---\n", x__index="# M")
    assert links(run("okf", files)["x/y.md"]) == ["x-a", "b"]


def test_reserved_files_and_documents_without_a_type_are_no_concepts() -> None:
    assert "ignored (index.md)" in reason("okf", CONCEPT, "index.md")
    assert "ignored (log.md)" in reason("okf", CONCEPT, "sub/log.md")
    assert "no type" in reason("okf", "# Readme\n", "README.md")
    assert "no type" in reason("okf", "---\ntype: ' '\n---\n")
    assert only("okf", CONCEPT, "README.md").record["id"] == "readme"


@needs_corpus
def test_every_concept_of_the_retail_bundle_is_a_record() -> None:
    files = folder(CORPUS / "okf" / "acme_retail")
    assert detect(files) == "okf"
    imported = result("okf", files)
    reserved = [file.path for file in files if file.path.endswith(("index.md", "log.md"))]
    assert sorted(item.source_path for item in imported.skipped) == sorted(reserved)
    assert {str(d.record["id"]): d.record["type"] for d in imported.drafts} == {
        "computations-gross-margin-period": "Attested Computation",
        "computations-revenue-ytd": "Attested Computation",
        "metrics-gross-margin": "Metric",
        "metrics-gross-margin-legacy": "Metric",
        "metrics-revenue": "Metric",
        "policies-margin-standard": "Policy",
        "policies-revenue-recognition": "Policy",
        "skills-run-on-bq": "Skill",
        "tables-orders": "BigQuery Table",
    }


@needs_corpus
def test_the_retail_bundle_keeps_its_values_and_its_graph() -> None:
    drafts = run("okf", folder(CORPUS / "okf" / "acme_retail"))
    margin = drafts["metrics/gross-margin.md"]
    assert margin.record["status"] == "stable"
    assert margin.record["stale_after"] == "2026-12-31T00:00:00Z"
    assert margin.record["verified"] == [{"by": "human:jsmith@acme", "at": "2026-07-01T09:00:00Z"}]
    assert margin.created == "2026-06-30T14:00:00Z"
    assert links(margin) == [
        "metrics-gross-margin-legacy",
        "metrics-revenue",
        "computations-gross-margin-period",
    ]
    assert links(drafts["policies/margin-standard.md"]) == [
        "metrics-gross-margin",
        "metrics-gross-margin-legacy",
        "computations-gross-margin-period",
    ]


@needs_corpus
def test_both_bundles_can_be_one_source() -> None:
    files = folder(CORPUS / "okf")
    assert detect(files) == "okf"
    drafts = run("okf", files)
    assert len(drafts) == 18
    assert links(drafts["acme_retail/policies/margin-standard.md"])[0] == (
        "acme-retail-metrics-gross-margin"
    )
    purchasers = drafts["ga4/references/metrics/purchasers.md"]
    assert purchasers.record["title"] == "Purchasers Audience Metric"
    assert purchasers.created == "2026-07-10T21:16:12+00:00"
