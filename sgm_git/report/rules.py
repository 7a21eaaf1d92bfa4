"""The rules as text, as JSON, and as the table of the README."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.checks.registry import Rule
    from sgm_git.record.value import JsonObject

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def rule_lines(rule: Rule, style: Style = PLAIN) -> list[str]:
    """Give what ``sgm rule CODE`` prints: the rule's head and its whole documentation."""
    head = f"{style.paint(rule.code, _COLOURS[rule.severity], 'bold')} {rule.name}"
    marks = [rule.severity.value, *(["sgm fix mends it"] if rule.fixable else [])]
    return [f"{head} ({', '.join(marks)})", "", *rule.doc.splitlines()]


def overview_lines(rules: Iterable[Rule], style: Style = PLAIN) -> Iterator[str]:
    """Give one line a rule: code, severity, the mark of a fix, what it says."""
    for rule in rules:
        code = style.paint(rule.code, _COLOURS[rule.severity], "bold")
        fix = "[*]" if rule.fixable else "   "
        yield f"{code}  {rule.severity.value:7}  {fix}  {summary(rule)}"


def rule_object(rule: Rule) -> JsonObject:
    """Give ``{code, name, severity, fixable, documentation}``."""
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "fixable": rule.fixable,
        "documentation": rule.doc,
    }


def markdown_table(rules: Iterable[Rule]) -> str:
    """Give the README's table of rules, with its last line end."""
    rows = ["| code | severity | fix | what |", "|---|---|---|---|"]
    for rule in rules:
        what = summary(rule).replace("|", "\\|")
        rows.append(f"| {rule.code} | {rule.severity.value} | {'yes' * rule.fixable} | {what} |")
    return "".join(f"{row}\n" for row in rows)


def summary(rule: Rule) -> str:
    """The first paragraph of a rule's documentation, as one line."""
    return " ".join(rule.doc.strip().split("\n\n")[0].split())
