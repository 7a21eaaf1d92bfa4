"""Findings as a JUnit report: a test case for each file that something was found in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_line
from sgm_git.report.formats.checked import file_of, said
from sgm_git.report.logs import harmless

if TYPE_CHECKING:
    from sgm_git.findings import Finding
    from sgm_git.report.formats.checked import Checked


def junit(checked: Checked) -> str:
    """Give the XML, whose failures are what lets the check fail.

    What fails nothing stands in the output of its case. A check that found nothing is one case.
    """
    groups: dict[str, list[Finding]] = {}
    for finding in checked.findings:
        groups.setdefault(_plain(file_of(finding)), []).append(finding)
    suite = ET.Element("testsuite", name=f"sgm {checked.command}")
    failed = sum(_case(suite, path, found, checked) for path, found in groups.items())
    if not groups:
        name = f"{checked.summary['records']} records"
        ET.SubElement(suite, "testcase", classname=_class(checked), name=name)
    counts = {"tests": str(len(groups) or 1), "failures": str(failed), "errors": "0"}
    suite.attrib.update(counts)
    whole = ET.Element("testsuites", {"name": "sgm", **counts})
    whole.append(suite)
    ET.indent(whole)
    text = ET.tostring(whole, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'


def _case(suite: ET.Element, path: str, found: list[Finding], checked: Checked) -> bool:
    """Add the case of one file; tell whether it fails."""
    case = ET.SubElement(suite, "testcase", classname=_class(checked), name=path, file=path)
    bad = [finding for finding in found if checked.fails_on(finding)]
    if bad:
        failure = ET.SubElement(case, "failure", type=bad[0].code)
        failure.set("message", _plain(f"{bad[0].code}: {said(bad[0])}"))
        failure.text = _lines(bad)
    rest = [finding for finding in found if not checked.fails_on(finding)]
    if rest:
        ET.SubElement(case, "system-out").text = _lines(rest)
    return bool(bad)


def _class(checked: Checked) -> str:
    return f"sgm.{checked.command}"


def _lines(findings: list[Finding]) -> str:
    return "\n".join(_plain(finding_line(finding)) for finding in findings)


def _plain(text: str) -> str:
    """The text without what XML cannot hold, which is two of the characters that are visible.

    Jenkins and GitLab would attach a file to a test whose text asks for it.
    """
    shown = harmless(visible(text)).replace("[[ATTACHMENT", "[ [ATTACHMENT")
    return "".join("\ufffd" if c in "\ufffe\uffff" else c for c in shown)
