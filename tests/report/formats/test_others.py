"""Reports for GitLab, reviewdog, code scanning and JUnit."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

from hypothesis import given

from sgm_git.findings import Edit, Fix
from sgm_git.record.value import dumps
from sgm_git.report.formats.gitlab import code_quality
from sgm_git.report.formats.junit import junit
from sgm_git.report.formats.rdjsonl import diagnostics
from sgm_git.report.formats.sarif import sarif
from tests.report.formats.examples import CHECKS, WHOLE, checked
from tests.report.test_findings import BARE as TWICE
from tests.report.test_findings import FINDING as RETYPED
from tests.report.test_findings import SPAN
from tests.tokens import TOKEN

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue
    from sgm_git.report.formats.checked import Checked

SHOWN = replace(RETYPED, fix=Fix((Edit(SPAN, f"key: {TOKEN}"),)))


def plain(value: JsonValue) -> Any:  # noqa: ANN401 - JSON as the tests look at it
    return json.loads(dumps(value, ascii=True))


def test_gitlab_is_told_place_weight_and_a_fingerprint() -> None:
    assert plain(code_quality(checked(RETYPED, WHOLE))) == [
        {
            "description": "S203: type 'decison' is not known",
            "check_name": "S203",
            "fingerprint": RETYPED.fingerprint,
            "severity": "info",
            "location": {"path": "memory/dec-x.md", "lines": {"begin": 3}},
        },
        {
            "description": "P313: history is cut",
            "check_name": "P313",
            "fingerprint": WHOLE.fingerprint,
            "severity": "minor",
            "location": {"path": ".sgm/config.toml", "lines": {"begin": 1}},
        },
    ]


@given(CHECKS)
def test_gitlab_never_sees_one_fingerprint_twice(told: Checked) -> None:
    prints = [each["fingerprint"] for each in plain(code_quality(told))]
    assert len(set(prints)) == len(prints) == len(told.findings)


def test_reviewdog_can_offer_what_sgm_fix_would_do() -> None:
    (told,) = map(plain, diagnostics(checked(RETYPED)))
    where = {"start": {"line": 3, "column": 7}, "end": {"line": 3, "column": 14}}
    assert told == {
        "message": "type 'decison' is not known",
        "location": {"path": "memory/dec-x.md", "range": where},
        "severity": "INFO",
        "source": {"name": "sgm"},
        "code": {"value": "S203"},
        "suggestions": [{"range": where, "text": "decision"}],
    }


def test_a_finding_without_a_place_has_no_range() -> None:
    (told,) = map(plain, diagnostics(checked(TWICE)))
    assert told["location"] == {"path": "memory/b.md"}
    assert "suggestions" not in told


def test_no_suggestion_shows_a_secret() -> None:
    assert TOKEN not in dumps(list(diagnostics(checked(SHOWN))))
    assert TOKEN not in dumps(sarif(checked(SHOWN)))


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


def test_junit_fails_on_errors_and_under_strict_on_warnings() -> None:
    found = (TWICE, WHOLE, RETYPED)
    for strict, failures in ((False, 1), (True, 2)):
        suite = ET.fromstring(junit(checked(*found, strict=strict)))[0]  # noqa: S314 - our own
        assert suite.attrib["tests"] == "3"
        assert suite.attrib["failures"] == str(failures) == str(len(list(suite.iter("failure"))))


def test_a_check_without_findings_is_one_case_that_passes() -> None:
    whole = ET.fromstring(junit(checked()))  # noqa: S314 - our own
    assert [case.attrib["name"] for case in whole.iter("testcase")] == ["2 records"]
    assert not list(whole.iter("failure"))


@given(CHECKS)
def test_junit_is_xml_whatever_records_hold(told: Checked) -> None:
    whole = ET.fromstring(junit(told).encode())  # noqa: S314 - our own
    assert sum(1 for _ in whole.iter("testcase")) >= 1
