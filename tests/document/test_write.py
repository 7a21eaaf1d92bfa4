from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgm_git.document import Limits, read, write
from sgm_git.record.value import JsonObject, normal, same
from tests.document.test_read import document, engines
from tests.record.strategies import AWKWARD, OBJECTS, TEXTS, VALUES
from tests.support import untraced

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


def written(record: JsonObject) -> str:
    """The text that a record is written as."""
    return write(record).decode()


def spelled(value: JsonValue, name: str = "x") -> str:
    """What we write behind a field's colon."""
    text = written({name: value, "zz": 0})
    return text.removeprefix(f"---\n{name}:").removesuffix("\nzz: 0\n---\n").removeprefix(" ")


def test_a_new_document_has_block_style_and_the_fields_in_order() -> None:
    record: JsonObject = {
        "content": "Chose to keep it.\n\nSee also: the log.",
        "provenance": {"agent": "build-agent", "created_at": "2026-10-10T18:21:47Z", "links": []},
        "x_more": [[1, 2], [], {}, {"a": {"b": [None, True]}}],
        "annotations": [{"kind": "status", "value": "accepted"}, {"kind": "why", "value": "a\nb"}],
        "scope": {"project": "myproject"},
        "title": "Keep the current datastore: yes",
        "type": "decision",
        "id": "dec-keep-datastore",
    }
    assert written(record) == (
        "---\n"
        "id: dec-keep-datastore\n"
        "type: decision\n"
        'title: "Keep the current datastore: yes"\n'
        "scope:\n"
        "  project: myproject\n"
        "annotations:\n"
        "  - kind: status\n"
        "    value: accepted\n"
        "  - kind: why\n"
        "    value: |-\n"
        "      a\n"
        "      b\n"
        "x_more:\n"
        "  -\n"
        "    - 1\n"
        "    - 2\n"
        "  - []\n"
        "  - {}\n"
        "  - a:\n"
        "      b:\n"
        "        - null\n"
        "        - true\n"
        "provenance:\n"
        "  agent: build-agent\n"
        '  created_at: "2026-10-10T18:21:47Z"\n'
        "  links: []\n"
        "---\n"
        "\n"
        "Chose to keep it.\n"
        "\n"
        "See also: the log.\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a",
            "A b",
            "_x",
            "/a/b",
            "(see below)",
            "é",
            "日本",
            "key:value",
            "a#b",
            "it's",
            'say "x"',
        ),
        *(
            "10 km",
            "3rd",
            "2026-W12",
            "http://example.org/a?b=c&d",
            "a, b",
            "a [b] {c}",
            "x" * 1024,
        ),
        "why?",
        "a😀b",
    ],
)
def test_a_text_that_no_reader_takes_for_something_else_is_plain(text: str) -> None:
    assert spelled(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "Null", "TRUE", "Off"),
        *("nan", "inf", "infinity", "nil", "nanq", "nans", "NaN"),
        *(
            "2026-10-10T18:21:47Z",
            "2026-10-10",
            "0123",
            "0x1F",
            "1_000",
            "12:30:45",
            "1e3",
            "1,000",
        ),
        *(
            "2nd",
            "1.#INF",
            "5 #g",
            ".5",
            "+1",
            "-1",
            "=",
            "<<",
            ":foo",
            "._",
            "-",
            "- a",
            "? a",
            "*a",
        ),
        *("&a", "!a", "|", ">", "%a", "@a", "`a", "'a'", "[a", "{a", "#a", ",a", "😀"),
        *("a: b", "a #b", "a:", " a", "a ", "a  b", "a\xa0b", "", "x" * 1025),
    ],
)
def test_a_text_that_some_reader_takes_for_something_else_is_quoted(text: str) -> None:
    assert spelled(text) == f'"{text}"'


@pytest.mark.parametrize(
    ("text", "written_as"),
    [
        ('\x00\x07\b\t\f\r"\\/\x1b', r'"\u0000\u0007\b\t\f\r\"\\/\u001B"'),
        (
            "\x7f\x85\x9f\u2028\u2029\ufeff\ufffe\uffff",
            r'"\u007F\u0085\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF"',
        ),
        ("\ud800 \udfff", r'"\uD800 \uDFFF"'),
        ("\t😀", '"\\t😀"'),
        ("one\n", r'"one\n"'),
    ],
)
def test_what_must_be_escaped_is_escaped_as_all_readers_know(text: str, written_as: str) -> None:
    assert spelled(text) == written_as


@pytest.mark.parametrize(
    ("text", "written_as"),
    [
        ("a\nb", "|-\n  a\n  b"),
        ("a\nb\n", "|\n  a\n  b"),
        ("a\n\nb\n\n", "|+\n  a\n\n  b\n"),
        (" a\nb", "|2-\n   a\n  b"),
        ("\n\na\nb", "|2-\n\n\n  a\n  b"),
        ("# a\n- b: c\n---", "|-\n  # a\n  - b: c\n  ---"),
        ("a\n  \nb ", "|-\n  a\n    \n  b "),
        ("a\n\tb", "|-\n  a\n  \tb"),
        ("\ta\nb", r'"\ta\nb"'),
        (" \t a\nb", r'" \t a\nb"'),
        ("  \na\nb", r'"  \na\nb"'),
        ("\n \na\nb", r'"\n \na\nb"'),
        ("a\nb\n ", r'"a\nb\n "'),
        ("\n\n", r'"\n\n"'),
        ("a\r\nb", r'"a\r\nb"'),
        ("a\n\x1bb", r'"a\n\u001Bb"'),
        ("a\n\u2028b", r'"a\n\u2028b"'),
        ("a\n\xa0b", '"a\\n\xa0b"'),
    ],
)
def test_several_lines_are_a_block_where_all_readers_agree(text: str, written_as: str) -> None:
    assert spelled(text) == written_as


def test_a_block_is_not_written_where_its_end_would_be_misread() -> None:
    assert written({"x": "a\nb\n\n"}) == '---\nx: "a\\nb\\n\\n"\n---\n'
    assert (
        written({"x": ["a\nb", "a\nb\n"]}) == '---\nx:\n  - |-\n    a\n    b\n  - "a\\nb\\n"\n---\n'
    )
    assert "|+" in written({"x": {"y": "a\nb\n\n"}, "z": 1})
    assert "|+" not in written({"x": [{"y": {"z": "a\nb\n\n"}}]})


@pytest.mark.parametrize(
    ("value", "written_as"),
    [
        *((None, "null"), (True, "true"), (False, "false"), (0, "0"), (-0.0, "-0.0"), (1.5, "1.5")),
        *((1e16, "1.0e+16"), (1e-7, "1.0e-7"), (1.5e300, "1.5e+300"), (2**70, str(2**70))),
        (Decimal("1e400"), "1.0e+400"),
        (Decimal("-0.12345678901234567890"), "-0.12345678901234567890"),
        (Decimal("9" * 4301), "9" * 4301),
        *(([], "[]"), ({}, "{}")),
    ],
)
def test_numbers_and_constants_are_written_as_all_readers_know(
    value: JsonValue, written_as: str
) -> None:
    assert spelled(value) == written_as


@pytest.mark.parametrize(
    ("value", "written_as"),
    [
        *((5, "!!int 5"), (-0.0, "!!float -0.0"), (True, "!!bool true"), (None, "null")),
        *((1e16, "!!float 1.0e+16"), (Decimal("1e400"), "!!float 1.0e+400"), ("5", '"5"')),
    ],
)
def test_in_a_text_place_a_real_number_or_boolean_has_its_tag(
    value: JsonValue, written_as: str
) -> None:
    assert spelled(value, "title") == written_as
    record: JsonObject = {"annotations": [{"kind": value}], "provenance": {"links": [value]}}
    assert written(record).count(written_as) == 2


@pytest.mark.parametrize(
    ("key", "written_as"),
    [
        *(("a b", "a b:"), ("key:x", "key:x:"), ("", '"":'), ("null", '"null":'), ("5", '"5":')),
        *(("=", '"=":'), ("<<", '"<<":'), ("__proto__", '"__proto__":'), ("a\nb", '"a\\nb":')),
        *(("on", '"on":'), ("k" * 1022, "k" * 1022 + ":"), ("?" * 1022, f'"{"?" * 1022}":')),
        ("?" * 1023, f'? "{"?" * 1023}"\n:'),
        ("k" * 1025, f'? "{"k" * 1025}"\n:'),
    ],
)
def test_keys_are_written_as_all_readers_know(key: str, written_as: str) -> None:
    assert written({key: 1}) == f"---\n{written_as} 1\n---\n"
    assert document(written({key: {key: [{key: 1}]}})).record == {key: {key: [{key: 1}]}}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "a",
        "\n",
        "\n\na\n\n",
        "  a  ",
        "---",
        "---\nx\n---",
        "---\nx: 1\n---\n",
        "a\u2028b\ufeff",
        "\tx",
    ],
)
def test_content_is_the_body(content: str) -> None:
    text = written({"id": "a", "content": content})
    assert text == f"---\nid: a\n---\n\n{content}" + ("\n" if content else "")


@pytest.mark.parametrize(
    "content",
    [
        *(
            None,
            True,
            5,
            ["a"],
            {"a": "b"},
            "a\rb",
            "a\r\nb",
            "\x00",
            "\x1b[0m",
            "\x7f",
            "\x85",
            "\ud800",
        ),
        "<<<<<<< a\nx\n=======\ny\n>>>>>>> b",
        "---\nid: b\n---\n",
        "\n \n---\ntype: rule\n---\ntext",
    ],
)
def test_content_that_a_body_cannot_carry_is_front_matter(content: JsonValue) -> None:
    text = written({"id": "a", "content": content})
    assert text.startswith("---\nid: a\ncontent:")
    assert text.endswith("\n---\n")
    assert same(document(text).record, {"id": "a", "content": content})


RECORDS = st.one_of(
    OBJECTS,
    st.builds(
        lambda record, content: {**record, "content": content},
        OBJECTS,
        st.one_of(TEXTS, VALUES, st.sampled_from(AWKWARD)),
    ),
    st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(("id", "type", "title"), VALUES),
            "annotations": st.lists(st.fixed_dictionaries({"kind": VALUES}), max_size=2),
            "provenance": st.fixed_dictionaries(
                {}, optional={"session": VALUES, "links": st.lists(VALUES, max_size=2)}
            ),
        },
    ),
)


@given(RECORDS)
@example({"content": "<<<<<<< a\n=======\n>>>>>>> b"})
@untraced
def test_reading_gives_back_what_was_written(record: JsonObject) -> None:
    data = write(record)
    for engine in [None, *engines()]:
        reading = read(data, engine=engine)
        assert reading.faults == ()
        assert reading.document is not None
        assert same(reading.document.record, normal(record))


@given(RECORDS)
@untraced
def test_writing_is_stable(record: JsonObject) -> None:
    data = write(record)
    assert write(document(data).record) == data


@pytest.mark.parametrize(
    "record", [{"a": float("nan")}, {"a": (1,)}, {1: "a"}, {"a": {None: 1}}, {"a": b"b"}, [1], "a"]
)
def test_what_is_not_json_is_not_written(record: JsonObject) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write(record)


def nested(depth: int) -> JsonObject:
    """A record with so many containers in each other."""
    value: JsonValue = []
    for _ in range(depth - 2):
        value = [value]
    return {"a": value}


def test_what_is_over_the_limits_is_not_written() -> None:
    records: list[JsonObject] = [
        nested(101),
        {"a": "x" * (256 << 10)},
        {"a": [0] * 100_000},
        {"content": "x" * (1 << 20)},
    ]
    for record in records:
        with pytest.raises(ValueError, match="over the limit"):
            write(record)
    assert write({"a": "b"}, Limits(document=13))
    with pytest.raises(ValueError, match="over the limit"):
        write({"a": "b"}, Limits(document=12))


def test_what_is_just_within_the_limits_is_written_and_read() -> None:
    largest = (256 << 10) - len("a: \n")
    records: list[JsonObject] = [
        nested(100),
        {"a": "x" * (largest - 2)},
        {"a": [0] * 20_000},
        {"content": "x" * ((1 << 20) - len("---\n---\n\n\n"))},
    ]
    for record in records:
        assert same(document(write(record)).record, record)
