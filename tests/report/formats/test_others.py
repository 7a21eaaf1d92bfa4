"""Reports for GitLab and JUnit."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from hypothesis import given

from sgm_git.findings import Edit, Fix
from sgm_git.record.value import dumps
from sgm_git.report.formats.gitlab import code_quality
from sgm_git.report.formats.junit import junit
from tests.report.formats.examples import CHECKS, WHOLE, checked
from tests.report.formats.forms import GITLAB, refuse_odd_junit
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


@given(CHECKS)
def test_gitlab_is_told_in_the_documented_form(told: Checked) -> None:
    GITLAB.validate(plain(code_quality(told)))


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
def test_junit_is_as_documented_whatever_records_hold(told: Checked) -> None:
    whole = ET.fromstring(junit(told).encode())  # noqa: S314 - our own
    refuse_odd_junit(whole)
    assert sum(1 for _ in whole.iter("testcase")) >= 1


def test_no_message_attaches_a_file_to_a_test() -> None:
    told = junit(checked(replace(RETYPED, message="[[ATTACHMENT|secrets.txt]]")))
    assert "[[ATTACHMENT" not in told


def test_a_review_is_named_in_junit() -> None:
    told = ET.fromstring(junit(replace(checked(TWICE), command="review")))  # noqa: S314 - our own
    assert told[0].attrib["name"] == "sgm review"
    assert [case.attrib["classname"] for case in told.iter("testcase")] == ["sgm.review"]
