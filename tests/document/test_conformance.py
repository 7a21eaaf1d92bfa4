"""The JSON and YAML suites: each case has its value, or stands here with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read, write
from sgm_git.document.flaw import Flaw
from sgm_git.document.limits import STANDARD
from sgm_git.document.parse import parse
from sgm_git.document.values import ELSEWHERE, evaluate
from sgm_git.record.value import loads, same
from tests.document.test_read import document
from tests.support import CONFORMANCE, needs_conformance

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.record.value import JsonObject, JsonValue

pytestmark = needs_conformance
JSON_SUITE = CONFORMANCE / "json"
YAML_SUITE = CONFORMANCE / "yaml"

TAG = "a tag outside YAML's core has no JSON form"
SEVERAL = "several documents, or none"
LIBYAML = "neither engine reads it: a key over several lines in braces"
TABS = "neither engine takes a TAB there"
REFUSED = {
    **dict.fromkeys(("565N", "6CK3", "7FWL", "C4HZ", "CUP7", "M5C3", "P76L", "Z9M4"), TAG),
    **dict.fromkeys(("35KP", "5TYM", "6WLZ", "6XDY", "7Z25", "9DXL", "9KAX", "HWV9"), SEVERAL),
    **dict.fromkeys(("JHB9", "KSS4", "L383", "PUW8", "RZT7", "UT92"), SEVERAL),
    **dict.fromkeys(("4MUZ-01", "9SA2", "K3WX", "NJ66", "VJP3-01"), LIBYAML),
    **dict.fromkeys(("6BCT", "6CA3", "A2M4", "DK95-00", "DK95-03", "Q5MG", "Y79Y-010"), TABS),
    "BEC7": "a directive of YAML 1.3; in front matter there are no directives",
    "HM87-01": "both engines would take ?x in brackets for the key x",
    "R4YG": "neither engine takes a TAB that makes the first line of a block wider",
    "WZ62": "neither engine reads a tag alone in braces",
}
WRONG_ONLY_OUTSIDE_FRONT_MATTER = {
    "JEF9-02": "a text that does not end in a line end; front matter always does",
}
ACCEPTED = {
    "9C9N": "both engines let a bracket close further left",
    **dict.fromkeys(("9JBA", "CVW2", "SU5Z"), "both engines let a # follow without a blank"),
    "MUS6-00": "in front matter there are no directives",
}


def tree_value(text: str) -> JsonValue:
    """The value of a YAML text, not of a record; raises Flaw."""
    root = parse(text, STANDARD)
    if root is None:
        return None
    value, flaws = evaluate(root, ELSEWHERE)
    for flaw in flaws:
        raise flaw
    return value


def cases(file: str) -> list[Path]:
    """The cases of the YAML suite that have a file."""
    return sorted(path.parent for path in YAML_SUITE.glob(f"*/{file}"))


def source(case: Path) -> str:
    """The YAML text of a case."""
    return (case / "in.yaml").read_bytes().decode()


@pytest.mark.parametrize("case", cases("in.json"), ids=lambda case: case.name)
def test_a_yaml_case_has_its_value_or_is_refused_for_a_reason(case: Path) -> None:
    if case.name in REFUSED:
        with pytest.raises(Flaw):
            tree_value(source(case))
        return
    value = tree_value(source(case))
    expected = (case / "in.json").read_bytes()
    if case.name in WRONG_ONLY_OUTSIDE_FRONT_MATTER:
        assert same(tree_value(source(case) + "\n"), loads(expected))
    else:
        assert same(value, loads(expected) if expected.strip() else None)


@pytest.mark.parametrize("case", cases("error"), ids=lambda case: case.name)
def test_what_is_not_yaml_is_refused(case: Path) -> None:
    if case.name in ACCEPTED:
        tree_value(source(case))
        return
    with pytest.raises(Flaw):
        tree_value(source(case))


@pytest.mark.parametrize("case", cases("in.yaml"), ids=lambda case: case.name)
def test_every_yaml_case_as_front_matter_is_read_or_refused(case: Path) -> None:
    reading = read(b"---\n" + (case / "in.yaml").read_bytes() + b"\n---\n")
    assert reading.document or reading.faults


def in_front_matter(case: Path) -> bool:
    """Whether a case's value is a mapping, and its text may stand between fences."""
    expected = (case / "in.json").read_bytes()
    return (
        case.name not in REFUSED
        and expected.startswith(b"{")
        and source(case)[0] != "%"
        and source(case)[-1] == "\n"
        and "---" not in source(case)
    )


@pytest.mark.parametrize(
    "case", [*filter(in_front_matter, cases("in.json"))], ids=lambda case: case.name
)
def test_every_yaml_mapping_is_a_record(case: Path) -> None:
    for text in (f"---\n{source(case)}---\n", f"---\n{source(case)}---\n".replace("\n", "\r\n")):
        record = document(text).record
        assert same(record, loads((case / "in.json").read_bytes()))
        assert same(document(write(record)).record, record)


@pytest.mark.parametrize("path", sorted(JSON_SUITE.glob("y_*.json")), ids=lambda path: path.stem)
def test_every_json_input_survives_as_a_field(path: Path) -> None:
    if "duplicated_key" in path.name:
        with pytest.raises(ValueError, match="stands twice"):
            loads(path.read_bytes())
        return
    value = loads(path.read_bytes())
    record: JsonObject = {"x_field": value, "title": value, "annotations": [{"kind": value}]}
    assert same(document(write(record)).record, record)


READ_AND_KEPT = "read exactly, kept in front matter"
OUTCOMES = {
    **dict.fromkeys(
        (
            "i_number_double_huge_neg_exp",
            "i_number_neg_int_huge_exp",
            "i_number_pos_double_huge_exp",
            "i_number_real_neg_overflow",
            "i_number_real_pos_overflow",
            "i_number_real_underflow",
            "i_number_too_big_neg_int",
            "i_number_too_big_pos_int",
            "i_number_very_big_negative_int",
            "i_object_key_lone_2nd_surrogate",
            "i_string_1st_surrogate_but_2nd_missing",
            "i_string_1st_valid_surrogate_2nd_invalid",
            "i_string_incomplete_surrogate_and_escape_valid",
            "i_string_incomplete_surrogate_pair",
            "i_string_incomplete_surrogates_escape_valid",
            "i_string_invalid_lonely_surrogate",
            "i_string_invalid_surrogate",
            "i_string_inverted_surrogates_U+1D11E",
            "i_string_lone_second_surrogate",
            "i_structure_UTF-8_BOM_empty_object",
        ),
        READ_AND_KEPT,
    ),
    "i_number_huge_exp": "too large or too small to keep",
    "i_structure_500_nested_arrays": "nested too deeply",
    **dict.fromkeys(
        (
            "i_string_UTF-16LE_with_BOM",
            "i_string_utf16BE_no_BOM",
            "i_string_utf16LE_no_BOM",
            "i_string_UTF-8_invalid_sequence",
            "i_string_UTF8_surrogate_U+D800",
            "i_string_invalid_utf-8",
            "i_string_iso_latin_1",
            "i_string_lone_utf8_continuation_byte",
            "i_string_not_in_unicode_range",
            "i_string_overlong_sequence_2_bytes",
            "i_string_overlong_sequence_6_bytes",
            "i_string_overlong_sequence_6_bytes_null",
            "i_string_truncated-utf-8",
        ),
        "not UTF-8",
    ),
}


@pytest.mark.parametrize("path", sorted(JSON_SUITE.glob("i_*.json")), ids=lambda path: path.stem)
def test_what_json_leaves_open_has_its_stated_outcome(path: Path) -> None:
    outcome = OUTCOMES[path.stem]
    if outcome is not READ_AND_KEPT:
        with pytest.raises(ValueError, match=outcome):
            loads(path.read_bytes())
        return
    record: JsonObject = {"x_field": loads(path.read_bytes())}
    assert same(document(write(record)).record, record)
