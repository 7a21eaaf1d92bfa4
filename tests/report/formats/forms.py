"""What the documentation of reviewdog, GitLab and JUnit says of their forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

TEXT = {"type": "string", "minLength": 1}
NUMBER = {"type": "integer", "minimum": 1}


def closed(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """An object with these members and no others."""
    return {
        "type": "object",
        "required": [*required],
        "properties": required | (optional or {}),
        "additionalProperties": False,
    }


_POSITION = closed({"line": NUMBER}, {"column": NUMBER})
_RANGE = closed({"start": _POSITION}, {"end": _POSITION})
REVIEWDOG = jsonschema.Draft202012Validator(
    closed(
        {"message": TEXT, "location": closed({"path": TEXT}, {"range": _RANGE})},
        {
            "severity": {"enum": ["UNKNOWN_SEVERITY", "ERROR", "WARNING", "INFO"]},
            "source": closed({"name": TEXT}, {"url": TEXT}),
            "code": closed({"value": TEXT}, {"url": TEXT}),
            "suggestions": {
                "type": "array",
                "items": closed({"range": _RANGE, "text": {"type": "string"}}),
            },
        },
    )
)
"""A ``Diagnostic`` of the Reviewdog Diagnostic Format."""

GITLAB = jsonschema.Draft202012Validator(
    {
        "type": "array",
        "items": closed(
            {
                "description": TEXT,
                "check_name": TEXT,
                "fingerprint": TEXT,
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": closed(
                    {
                        "path": TEXT | {"not": {"pattern": r"^(\./|/)"}},
                        "lines": closed({"begin": NUMBER}, {"end": NUMBER}),
                    }
                ),
            }
        ),
    }
)
"""A Code Quality report of GitLab."""

_COUNTS = {"name", "tests", "failures", "errors"}
_JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"testsuite"}, {"name"}, _COUNTS),
    "testsuite": ({"testcase"}, _COUNTS, _COUNTS),
    "testcase": ({"failure", "system-out"}, {"name", "classname"}, {"file", "time"}),
    "failure": (set(), {"message", "type"}, set()),
    "system-out": (set(), set(), set()),
}
"""By element: its children, the attributes that it must have, and those that it may have."""


def refuse_odd_junit(element: ET.Element) -> None:
    """Assert that an element is as Jenkins and GitLab read it, and so on within it."""
    children, needed, possible = _JUNIT[element.tag]
    assert needed <= set(element.keys()) <= needed | possible
    for child in element:
        assert child.tag in children
        refuse_odd_junit(child)
    if {"tests", "failures"} <= set(element.keys()):
        assert element.attrib["tests"] == str(len([*element.iter("testcase")]))
        names = [case.attrib["name"] for case in element.iter("testcase")]
        assert len(names) == len(set(names))  # GitLab shows the first of each name alone
        assert element.attrib["failures"] == str(len([*element.iter("failure")]))
