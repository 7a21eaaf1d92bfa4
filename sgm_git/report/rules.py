"""The rules as text, as JSON, and as the table of the README."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.findings import Severity
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.checks.rule import Rule
    from sgm_git.record.value import JsonObject

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


def rule_lines(rule: Rule[object], style: Style = PLAIN) -> list[str]:
    """Give what ``sgm rule CODE`` prints: what, why, how to mend it, a bad and a good example."""
    colour = _COLOURS[rule.severity]
    fix = ", sgm fix mends it" if rule.fixable else ""
    head = f"{style.paint(rule.code, colour, 'bold')} {rule.name} ({rule.severity.value}{fix})"
    told = rule.explanation
    lines = [head, "", *told.what.splitlines()]
    for name, text in (("Why", told.why), ("Fix", told.fix)):
        lines += ["", f"{style.paint(f'{name}:', 'bold')} {text}"]
    for name, text in (("Bad", told.bad), ("Good", told.good)):
        lines += ["", style.paint(f"{name}:", "bold")]
        lines += [f"    {line}".rstrip() for line in text.splitlines()]
    return lines


def overview_lines(rules: Iterable[Rule[object]], style: Style = PLAIN) -> Iterator[str]:
    """Give one line a rule: code, severity, the mark of a fix, what it says."""
    for rule in rules:
        code = style.paint(rule.code, _COLOURS[rule.severity], "bold")
        fix = "[*]" if rule.fixable else "   "
        yield f"{code}  {rule.severity.value:7}  {fix}  {summary(rule)}"


def rule_object(rule: Rule[object]) -> JsonObject:
    """Give ``{code, name, severity, fixable, what, why, bad, good, fix}``."""
    told = rule.explanation
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "fixable": rule.fixable,
        "what": told.what,
        "why": told.why,
        "bad": told.bad,
        "good": told.good,
        "fix": told.fix,
    }


def markdown_table(rules: Iterable[Rule[object]]) -> str:
    """Give the README's table of rules, with its last line end."""
    rows = ["| code | severity | fix | what |", "|---|---|---|---|"]
    for rule in rules:
        what = summary(rule).replace("|", "\\|")
        rows.append(f"| {rule.code} | {rule.severity.value} | {'yes' * rule.fixable} | {what} |")
    return "".join(f"{row}\n" for row in rows)


def summary(rule: Rule[object]) -> str:
    """What a rule says, as one line."""
    return " ".join(rule.explanation.what.split())
