from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgm_git.checks.case import Case, CheckPolicy
from sgm_git.checks.configuration import unknown_files
from sgm_git.checks.edits import apply_edits
from sgm_git.checks.fixing import splice_fix, text_fix
from sgm_git.checks.registry import RULES
from sgm_git.checks.run import (
    apply_policy,
    check_config,
    check_document,
    check_store,
    refuse_write,
)
from sgm_git.document.changes import Set
from sgm_git.document.read import read
from sgm_git.document.write import write
from sgm_git.findings import Fault, Finding, Severity, Span
from sgm_git.policy.config import ChecksConfig, Config, Loosening
from sgm_git.policy.schemas import build_schemas
from sgm_git.policy.violation import Violation
from sgm_git.record.value import same
from sgm_git.report.findings import finding_object
from sgm_git.resources import schema_text, schema_texts
from tests.checks.support import (
    POLICY,
    check,
    check_files,
    document,
    policy_with,
    provenance,
    subject,
)
from tests.record.strategies import OBJECTS, TEXTS, VALUES
from tests.support import untraced

if TYPE_CHECKING:
    import random

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
VALUE_PRESERVING = {"F110"}
KINDS = st.sampled_from(
    ["status", "as_of", "superseded_by", "supersedes", "rationale", "Status", "x"]
)
ODD_ANNOTATIONS = st.lists(
    VALUES | st.fixed_dictionaries({"kind": KINDS | VALUES, "value": VALUES}), max_size=4
)
ODD_PROVENANCE = st.dictionaries(
    st.sampled_from(
        [
            "agent",
            "created_at",
            "origin",
            "scope",
            "session",
            "modified",
            "modified_at",
            "modified_by",
            "links",
        ]
    ),
    VALUES | st.just("2026-10-10T18:21:47Z") | st.booleans(),
)
ODD_RECORDS = st.fixed_dictionaries(
    {},
    optional={
        "id": TEXTS | VALUES,
        "type": st.sampled_from(["decision", "rule", "status", "Rule"]) | VALUES,
        "scope": VALUES,
        "aliases": VALUES,
        "content": TEXTS | VALUES,
        "annotations": ODD_ANNOTATIONS | VALUES,
        "provenance": ODD_PROVENANCE | VALUES,
    },
)


def written(record: object) -> bytes:
    return write(record)  # type: ignore[arg-type]  # the strategies give JSON objects


@given(OBJECTS | ODD_RECORDS, st.booleans())
@untraced
def test_checks_never_raise_on_any_json_object(record: object, is_new: bool) -> None:
    data = written(record)
    policy = CheckPolicy(POLICY.config, POLICY.schemas, POLICY.now, "ada")
    given = subject(data, is_new=is_new, previous={"id": "other"})
    found = [*check_document(given, policy), *check_store([given], policy)]
    lines = data.decode().split("\n")
    judge = jsonschema.Draft202012Validator(json.loads(schema_text("finding")))
    for finding in found:
        judge.validate(json.loads(json.dumps(finding_object(finding), default=str)))
        assert not re.search("[\x00-\x1f\x7f]", finding.message)
        if finding.span is not None:
            start, end = lines[finding.span.line - 1], lines[finding.span.end_line - 1]
            assert 1 <= finding.span.column <= len(start) + 1
            assert 1 <= finding.span.end_column <= len(end) + 1


@given(OBJECTS | ODD_RECORDS, st.booleans())
@untraced
def test_a_fix_clears_its_finding(record: object, is_new: bool) -> None:
    policy = CheckPolicy(POLICY.config, POLICY.schemas, POLICY.now, "ada")
    data = written(record)
    before = read(data).document
    assert before is not None
    for finding in check_document(subject(data, is_new=is_new), policy):
        if finding.fix is None:
            continue
        mended = apply_edits(data, finding.fix.edits)
        after = read(mended).document
        assert after is not None
        left = check_document(subject(mended, is_new=is_new), policy)
        assert (finding.code, finding.pointer) not in {(f.code, f.pointer) for f in left}
        if finding.code in VALUE_PRESERVING:
            assert same(before.record, after.record)


@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda t: f"---\n{t}\n---\n".encode("utf-8", "replace"))
)
def test_checks_never_raise_on_any_bytes(data: bytes) -> None:
    check_document(subject(data), POLICY)


STORE = {
    "decision/a.md": document("id: a", "annotations: []"),
    "decision/b.md": document("id: a", "type: rules"),
    "rule/c.md": document("id: A", "aliases: [z]"),
    "d.md": "---\nid: [\n---\n",
    "e.md": "no record",
}


@given(st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(rng: random.Random) -> None:
    files = list(STORE.items())
    expected = check_files(dict(files))
    rng.shuffle(files)
    assert check_files(dict(files)) == expected
    assert expected == sorted(expected, key=lambda finding: finding.sort_key)
    assert {finding.code for finding in expected} >= {"L501", "L504", "L505"}


def test_findings_of_a_document_are_sorted_by_place_and_carry_its_id() -> None:
    found = check(document("type: Rule", "title: 5\nx: no", "provenance: {}"))
    assert [finding.span for finding in found] == sorted(f.span for f in found if f.span)
    assert {finding.id for finding in found} == {"dec-x"}


def configured(everywhere: Loosening = Loosening(), **per_path: Loosening) -> CheckPolicy:  # noqa: B008 - frozen
    return policy_with(Config(checks=ChecksConfig(everywhere=everywhere, per_path=per_path)))


BARE = document("x: no", "type: Decision", drop=("annotations",))


@pytest.mark.parametrize(
    ("ignore", "left"),
    [((), {"F110", "S203"}), (("F110",), {"S203"}), (("S",), {"F110"}), (("F", "S203"), set())],
)
def test_codes_and_families_can_be_ignored(ignore: tuple[str, ...], left: set[str]) -> None:
    policy = configured(Loosening(ignore=ignore))
    assert {finding.code for finding in check(BARE, policy=policy)} == left


def test_a_severity_can_be_another() -> None:
    policy = configured(Loosening(severity={"S203": E, "F110": I}))
    found = {f.code: f.severity for f in check(BARE, policy=policy)}
    assert found == {"S203": E, "F110": I}


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ("memory/decision/**", True),
        ("memory/**/dec-x.md", True),
        ("dec-?.md", True),
        ("memory/*/*.md", True),
        ("memory/*.md", False),
        ("decision/**", False),
    ],
)
def test_a_path_can_have_its_own(pattern: str, matches: bool) -> None:
    loosening = Loosening(ignore=("F",), severity={"S203": W})
    found = check(BARE, policy=configured(**{pattern: loosening}))
    expected = [("S203", W)] if matches else [("S203", I), ("F110", W)]
    assert [(f.code, f.severity) for f in found] == expected


def test_what_is_ignored_everywhere_stays_ignored() -> None:
    policy = configured(Loosening(ignore=("S203",)), **{"**": Loosening(severity={"S203": E})})
    assert check(BARE, "S203", policy=policy) == []


def test_no_finding_is_given_twice() -> None:
    finding = Finding("S201", E, "a.md", "m")
    assert apply_policy([finding, finding], Config()) == [finding]


def test_what_refuses_a_write_and_what_is_only_said() -> None:
    findings = [Finding(rule.code, rule.severity, "a.md", "m") for rule in RULES]
    assert [finding.code for finding in refuse_write(findings)] == [
        *("S201", "S202", "S210", "S213", "K401", "K402", "K403", "K405", "K407", "X601"),
    ]


def test_problems_of_the_configuration_are_findings_of_its_files() -> None:
    policy = policy_with(
        Config(
            checks=ChecksConfig(
                everywhere=Loosening(ignore=("F", "S999", "Z"), severity={"F11O": E}),
                per_path={"a/**": Loosening(ignore=("L50",))},
            )
        ),
        bad='{"type": 5}',
    )
    problem = Fault("C801", "chekcs is not known", Span(1, 2, 1, 8), "/chekcs")
    found = check_config([(".sgm/config.toml", problem)], policy)
    assert [(f.code, f.severity, f.path, f.message) for f in found[:4]] == [
        ("C801", W, ".sgm/config.toml", 'there is no rule "F11O"; did you mean "F110"?'),
        ("C801", W, ".sgm/config.toml", 'there is no rule "L50"; did you mean "L501"?'),
        ("C801", W, ".sgm/config.toml", 'there is no rule "S999"'),
        ("C801", W, ".sgm/config.toml", 'there is no rule "Z"'),
    ]
    assert [(f.code, f.path) for f in found[4:]] == [
        ("C801", ".sgm/config.toml"),
        ("S207", ".sgm/schemas/bad.json"),
    ]
    assert check_config([], POLICY) == []


def test_an_unknown_code_is_placed_where_the_configuration_names_it() -> None:
    policy = policy_with(Config(checks=ChecksConfig(everywhere=Loosening(ignore=("S999",)))))
    text = '[store]\ncommit = "never"\n[checks]\nignore = ["S999"]\n'
    (finding,) = check_config([], policy, text)
    assert (finding.span, finding.pointer) == (Span(4, 1, 4, 7), "/checks/ignore")


def test_files_under_sgm_that_mean_nothing_are_told() -> None:
    paths = [
        *(".sgm/config.toml", ".sgm/schemas/incident.json", ".sgm/templates/rule.md", ".sgm/hook"),
        *(".sgm/confg.toml", ".sgm/schema/x.json", ".sgm/schemas/a/b.json", ".sgm/allowed_signers"),
    ]
    assert [(path, fault.message) for path, fault in unknown_files(paths)] == [
        (".sgm/confg.toml", 'sgm-git knows no file .sgm/confg.toml; did you mean "config.toml"?'),
        (".sgm/schema/x.json", "sgm-git knows no file .sgm/schema/x.json"),
        (".sgm/schemas/a/b.json", "sgm-git knows no file .sgm/schemas/a/b.json"),
    ]


SEVERAL = [
    BARE,
    document("provenance: {created_at: soon, agent: 5}", "annotations: [{}, 7]", "scope: 5"),
    document("type: incident", "x_severity: none"),
    document('title: "\\ud800"', provenance("modified_at: 5")),
]


def test_a_verdict_is_the_same_without_the_compiled_validator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    team = {".sgm/schemas/incident.json": b'{"properties": {"x_severity": {"pattern": "^h"}}}'}
    compiled = replace(POLICY, schemas=build_schemas(schema_texts(), team))
    expected = [check(text, policy=compiled) for text in SEVERAL]
    monkeypatch.delitem(sys.modules, "sgm_git.policy.engine_rust", raising=False)
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    plain = replace(POLICY, schemas=build_schemas(schema_texts(), team))
    assert [check(text, policy=plain) for text in SEVERAL] == expected
    assert all(expected)
    assert check(document(), policy=plain) == []


def test_what_cannot_be_spliced_is_told_without_a_fix() -> None:
    text = document("title: T\nx_own: &own {agent: a, scope: {project: q}}", "provenance: *own")
    (finding,) = check(text, "S210")
    if finding.fix is not None:
        assert check(apply_edits(text.encode(), finding.fix.edits), "S210") == []
    unreadable = Case(subject("-"), POLICY)
    assert unreadable.place(("id",)) is None
    assert splice_fix(unreadable, [Set(("id",), "x")]) is None
    assert text_fix("a", "a") is None


def test_a_violation_of_a_value_that_is_not_there_is_still_a_sentence() -> None:
    assert Violation(("a", "b"), "type", "string").describe({}) == "a.b breaks type"
