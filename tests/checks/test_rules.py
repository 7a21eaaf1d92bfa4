from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.registry import FILE_RULES, RECORD_RULES, RULES, SECRET_RULES, rule, suggest
from sgm_git.checks.run import check_document
from sgm_git.findings import Severity
from sgm_git.policy.config import ChecksConfig, Config, Loosening
from sgm_git.policy.governance import Governance
from tests.checks.support import POLICY, document, policy_with, subject

if TYPE_CHECKING:
    from sgm_git.checks.rule import Rule

CODES = (
    *(f"F{number}" for number in range(101, 115)),
    *(f"S{number}" for number in range(201, 217)),
    *(f"P{number}" for number in (*range(301, 306), 307, *range(310, 317))),
    *(f"K{number}" for number in range(401, 408)),
    *(f"L{number}" for number in (*range(501, 509), 511, 512)),
    *(f"G{number}" for number in range(901, 905)),
    *("X601", "X602"),
    "C801",
)
IDS = [each.code for each in RULES]
# Their examples describe a file that cannot be written down in a docstring.
DESCRIBED = {"F105", "F107", "F114", "X601"}
WHOLE = {"F101", "F106"}


def test_there_is_one_rule_a_code_in_the_order_of_the_families() -> None:
    assert tuple(IDS) == CODES
    assert len({each.name for each in RULES}) == len(RULES)


@pytest.mark.parametrize("each", RULES, ids=IDS)
def test_every_rule_explains_itself(each: Rule[object]) -> None:
    parts = each.explanation
    assert f"({each.code})." in (each.check.__doc__ or "").splitlines()[0]
    assert each.code not in parts.what
    assert len(parts.what.splitlines()) == 1
    assert parts.what.endswith(".")
    assert all((parts.why, parts.bad, parts.good, parts.fix))
    assert parts.bad != parts.good
    assert each.name == each.name.lower()
    assert each.doc.startswith(parts.what)


def test_severities_and_fixes_are_those_of_the_design() -> None:
    by_severity = {
        severity: {r.code for r in RULES if r.severity is severity} for severity in Severity
    }
    assert by_severity[Severity.INFO] == {
        *("S203", "S204", "P307", "P310", "P316", "K406", "L505"),
    }
    assert by_severity[Severity.WARNING] == {
        *("F110", "F112", "F113", "F114", "S205", "S206", "S208", "S209", "S212", "S214", "S215"),
        *("S216", "P303", "P311", "P315", "K404", "L502", "L506", "L508", "L511", "L512", "C801"),
        "X602",
    }
    assert {each.code for each in RULES if each.fixable} == {
        *("F110", "S210", "S212", "S213", "P303", "P311", "K401", "K402", "K404", "K405"),
        *("L505", "L512"),
        "P305",  # what a title-only squash made of another's stamps
    }


def example(code: str, text: str) -> str:
    """The document that an example of a docstring stands for."""
    if text.startswith("---") or code in WHOLE:
        return text + "\n"
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    if code == "F113":
        return document(body="\n" + "\n".join(lines) + "\n")
    fields: list[str] = []
    for line in lines:
        if line.startswith(" ") or not fields:
            fields[-1:] = ["\n".join([*fields[-1:], line])]
        else:
            fields.append(line)
    return document(*fields)


def codes_of(each: Rule[object], text: str) -> set[str]:
    policy = POLICY
    if each.code == "S207":
        policy = policy_with(incident='{"required": ["x_severity"]}')
    if each.code == "G904":
        policy = policy_with(Config(policy=Governance(rationale=True)))
    if each.code == "X602":
        severities = Loosening(severity={"X602": Severity.WARNING})
        policy = policy_with(Config(checks=ChecksConfig(severities)))
    if each.code == "S213":
        policy = replace(POLICY, author="ada")
    given = subject(example(each.code, text), is_new=each.code == "S213")
    return {finding.code for finding in check_document(given, policy)}


RUNNABLE = [
    each for each in (*FILE_RULES, *RECORD_RULES, *SECRET_RULES) if each.code not in DESCRIBED
]


@pytest.mark.parametrize("each", RUNNABLE, ids=[each.code for each in RUNNABLE])
def test_the_bad_example_is_bad_and_the_good_one_good(each: Rule[object]) -> None:
    assert each.code in codes_of(each, each.explanation.bad)
    assert each.code not in codes_of(each, each.explanation.good)


def test_a_rule_is_found_by_code_and_by_name_in_either_case() -> None:
    found = rule("S203")
    assert found is not None
    assert rule("s203") is found
    assert rule("Type-Unknown") is found
    assert rule("S999") is None


@pytest.mark.parametrize(
    ("written", "meant"),
    [("S2O3", "S203"), ("S-203", "S203"), ("id-twise", "id-twice"), ("?", None)],
)
def test_a_misspelled_code_has_a_suggestion(written: str, meant: str | None) -> None:
    assert suggest(written) == meant
