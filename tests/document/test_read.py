from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from sgm_git.document import Limits, is_text_place, read
from sgm_git.document.events import Engine, c_engine, pure_engine
from sgm_git.findings import Span
from sgm_git.record.pointer import parse
from sgm_git.record.value import same

if TYPE_CHECKING:
    from sgm_git.document import Document
    from sgm_git.findings import Fault
    from sgm_git.record.value import JsonObject, JsonValue

BASE = """---
id: dec-keep-datastore
type: decision
title: Keep the current datastore
scope: {project: myproject}
annotations:
  - {kind: rationale, value: "..."}
  - {kind: status, value: accepted}
provenance:
  agent: build-agent
  created_at: 2026-10-10T18:21:47Z
  origin: cli
  scope: {project: myproject}
---

Body text = content.
"""
RECORD: JsonObject = {
    "id": "dec-keep-datastore",
    "type": "decision",
    "title": "Keep the current datastore",
    "scope": {"project": "myproject"},
    "annotations": [
        {"kind": "rationale", "value": "..."},
        {"kind": "status", "value": "accepted"},
    ],
    "provenance": {
        "agent": "build-agent",
        "created_at": "2026-10-10T18:21:47Z",
        "origin": "cli",
        "scope": {"project": "myproject"},
    },
    "content": "Body text = content.",
}


def document(text: str | bytes, engine: Engine | None = None) -> Document:
    """The document of a text that has no fault."""
    reading = read(text.encode() if isinstance(text, str) else text, engine=engine)
    assert reading.faults == ()
    assert reading.document is not None
    return reading.document


def front(text: str) -> JsonObject:
    """The record whose front matter is a text."""
    return document(f"---\n{text}---\n").record


def only_fault(text: str | bytes, engine: Engine | None = None) -> Fault:
    """The one fault of a text from which no document can be made."""
    reading = read(text.encode() if isinstance(text, str) else text, engine=engine)
    assert reading.document is None
    (fault,) = reading.faults
    return fault


def engines() -> list[Engine]:
    """The engines that are installed."""
    return [engine for engine in (c_engine(), pure_engine()) if engine]


@pytest.mark.parametrize("engine", [None, *engines()], ids=lambda e: e.name if e else "best")
def test_a_document_reads_as_its_record(engine: Engine | None) -> None:
    assert same(document(BASE, engine).record, RECORD)


def test_a_document_with_crlf_and_a_byte_order_mark_reads_as_its_twin() -> None:
    found = document(b"\xef\xbb\xbf" + BASE.replace("\n", "\r\n").encode())
    assert same(found.record, RECORD)
    assert (found.bom, found.eol) == (True, "\r\n")
    assert found.text.startswith("---\r\n")


@pytest.mark.parametrize(
    ("plain", "value"),
    [
        *(("null", None), ("~", None), ("", None)),
        *(("true", True), ("True", True), ("TRUE", True), ("false", False)),
        *(("0", 0), ("-0", -0.0), ("12", 12), ("1.50", 1.5), ("1e3", 1000.0), ("1E+2", 100.0)),
        ("0.1234567890123456789", Decimal("0.1234567890123456789")),
        ("1e400", Decimal("1e400")),
        *((word, word) for word in ("no", "on", "y", "NULL", "Null", "tRUE", "=", "yes", "Off")),
        *((word, word) for word in ("0123", "0x1F", "0o17", "0b1", "1_000", "+1", ".5", "1.")),
        *((word, word) for word in ("12:30:45", "2026-10-10", "2026-10-10T18:21:47Z", "1e")),
        ("a b", "a b"),
        ('"null"', "null"),
        ("'12'", "12"),
        ("! 12", "12"),
        ("!!str 12", "12"),
        ("!!int 12", 12),
        ('!!int "12"', 12),
        ("!!float 12", 12.0),
        ("!!float 1e400", Decimal("1e400")),
        ("!!bool true", True),
        ("!!null", None),
        ("!<tag:yaml.org,2002:int> 3", 3),
        ('"\\u0041\\x42\\U00000043\\/\\e"', "ABC/\x1b"),
        ('"\\ud83d\\ude00 \\ud83d"', "\U0001f600 \ud83d"),
    ],
)
def test_only_json_tokens_are_not_text(plain: str, value: JsonValue) -> None:
    assert same(front(f"x: {plain}\n"), {"x": value})


@pytest.mark.parametrize(
    "plain", ["12", "-0", "1234567e8", "true", "FALSE", "0x1F", "1e400", ".inf", "2026-10-10"]
)
def test_in_the_text_places_a_plain_scalar_is_its_text(plain: str) -> None:
    got = front(
        f"id: {plain}\ntype: {plain}\ntitle: {plain}\ncontent: {plain}\n"
        f"annotations:\n- kind: {plain}\n"
        f"provenance:\n  agent: {plain}\n  created_at: {plain}\n  origin: {plain}\n"
        f"  session: {plain}\n  source: {plain}\n  modified_at: {plain}\n  modified_by: {plain}\n"
        f"  links: [{plain}]\n"
    )
    fields = ("agent", "created_at", "origin", "session", "source", "modified_at", "modified_by")
    assert same(
        got,
        {
            **dict.fromkeys(("id", "type", "title", "content"), plain),
            "annotations": [{"kind": plain}],
            "provenance": {**dict.fromkeys(fields, plain), "links": [plain]},
        },
    )


def test_in_the_text_places_nothing_is_null_and_a_core_tag_wins() -> None:
    got = front("id: ~\ntitle:\ntype: !!int 5\ncontent: !!bool true\nannotations: [{kind: null}]\n")
    expected: JsonObject = {"id": None, "title": None, "type": 5, "content": True}
    assert same(got, {**expected, "annotations": [{"kind": None}]})


@pytest.mark.parametrize(
    "text",
    [
        "annotations: [{value: 5}]\n",
        "provenance: {modified: 5, scope: {agent: 5}, x: [5]}\n",
        "scope: {id: 5, type: 5}\n",
        "x: {title: 5}\n",
        "links: [5]\n",
    ],
)
def test_elsewhere_a_number_is_a_number(text: str) -> None:
    assert "5" not in str(front(text)).replace(": 5", "").replace("[5]", "")


def test_a_text_place_counts_where_an_alias_or_merge_key_brings_the_value() -> None:
    got = front("x: &n 5\ntitle: *n\ny: &p {session: 7, z: 7}\nprovenance: {<<: *p}\n")
    expected: JsonObject = {"x": 5, "title": "5", "y": {"session": 7, "z": 7}}
    assert same(got, {**expected, "provenance": {"session": "7", "z": 7}})


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("title", True),
        ("annotations/3/kind", True),
        ("provenance/links/0", True),
        ("annotations/3/value", False),
        ("scope/title", False),
        ("", False),
    ],
)
def test_text_places_are_told_by_pointer(pointer: str, expected: bool) -> None:
    assert is_text_place(parse(pointer)) is expected


def test_keys_are_their_text() -> None:
    got = front(
        '1: a\nnull: b\ntrue: c\n"\\x41": d\n? e\n: f\n"<<": g\n!!int 7: h\nx: &k i\n*k : j\n'
    )
    expected = {"1": "a", "null": "b", "true": "c", "A": "d", "e": "f", "<<": "g", "7": "h"}
    assert got == {**expected, "x": "i", "i": "j"}


def test_merge_keys_give_way_to_what_stands_there_and_the_first_wins() -> None:
    got = front(
        "a: &a {x: 1, y: 1}\nb: &b {x: 2, z: 2}\nc: {<<: [*a, *b], y: 3}\nd: {<<: {k: 1}}\n"
    )
    assert got["c"] == {"x": 1, "y": 3, "z": 2}
    assert got["d"] == {"k": 1}


def test_what_aliases_repeat_is_not_shared() -> None:
    got = front("a: &a [1]\nb: *a\n")
    assert got["a"] == got["b"]
    assert got["a"] is not got["b"]


@pytest.mark.parametrize(
    ("rest", "content"),
    [
        ("", None),
        ("\n", ""),
        ("\n\n", ""),
        ("\n\n\n", "\n"),
        ("text", "text"),
        ("\ntext\n", "text"),
        ("text\n", "text"),
        ("\n\n\ntext\n\n\n", "\n\ntext\n\n"),
        ("\n  text  \n", "  text  "),
        ("\r\ntext\r\n", "\r\ntext\r\n"),
        ("\n---\n\nx\n", "---\n\nx"),
    ],
)
def test_one_line_end_at_either_side_of_the_body_is_left_out(
    rest: str, content: str | None
) -> None:
    assert front_and(rest) == content


def front_and(rest: str) -> JsonValue:
    """The content of a document with LF fences and that body."""
    return document(f"---\nid: a\n---\n{rest}").record.get("content")


@pytest.mark.parametrize(
    ("rest", "content"),
    [
        ("\r\na\r\nb\r\n", "a\nb"),
        ("\na\nb\n", "\na\nb\n"),
        ("\r\na\rb\nc\r\n", "a\rb\nc"),
        ("\r\n", ""),
    ],
)
def test_crlf_in_the_body_of_a_crlf_document_reads_as_lf(rest: str, content: str) -> None:
    assert document(f"---\r\nid: a\r\n---\r\n{rest}").record["content"] == content


def test_a_fence_may_have_trailing_blanks() -> None:
    assert document("--- \t\nid: a\n---\t \n\nb\n").record == {"id": "a", "content": "b"}
    assert document("---\nid: a\n---").record == {"id": "a"}


@pytest.mark.parametrize("text", ["---\n---\n", "---\n# nothing\n\n---\n"])
def test_an_empty_front_matter_is_an_empty_record(text: str) -> None:
    assert document(text).record == {}


@pytest.mark.parametrize(
    ("text", "code", "message", "place"),
    [
        ("", "F101", "no front matter", (1, 1, 1, 1)),
        ("# Title\n", "F101", "no front matter", (1, 1, 1, 1)),
        ("---js\na\n---\n", "F101", "no front matter", (1, 1, 1, 1)),
        ("----\na: 1\n----\n", "F101", "no front matter", (1, 1, 1, 1)),
        ("\n---\na: 1\n---\n", "F101", "no front matter", (1, 1, 1, 1)),
        ("---\na: 1\n", "F102", "not closed", (1, 1, 1, 4)),
        ("---", "F102", "not closed", (1, 1, 1, 4)),
        ("---\na: 1\n ---\n", "F102", "not closed", (1, 1, 1, 4)),
        ("---\ntitle: Release: the plan\n---\n", "F103", "must be quoted", (2, 15, 2, 16)),
        ("---\r\n😀: 'x\r\n---\r\n", "F103", "a quote is not closed", (2, 4, 2, 5)),
        ("---\né: [1\nb: 2\n---\n", "F103", "a bracket is not closed", (3, 2, 3, 3)),
        ("---\na: @x\n---\n", "F103", "must be quoted", (2, 4, 2, 5)),
        ("---\na: \x01\n---\n", "F103", "U+0001", (2, 4, 2, 5)),
        ("---\na: x\ry\n---\n", "F103", "U+000D", (2, 5, 2, 6)),
        ("---\na: *x\n---\n", "F103", "no anchor &x", (2, 4, 2, 6)),
        ("---\na: 1\n...\nb: 2\n---\n", "F103", "document", (4, 1, 4, 2)),
        ("---\na: &x [1, *x]\n---\n", "F108", "inside what it stands for", (2, 11, 2, 13)),
        ("---\na: [x, ?y]\n---\n", "F103", "starts with ?", (2, 8, 2, 10)),
        ("---\na: .nan\n---\n", "F108", "no JSON number", (2, 4, 2, 8)),
        ("---\na: -.INF\n---\n", "F108", "no JSON number", (2, 4, 2, 9)),
        ("---\na: 1e99999999999999999999\n---\n", "F108", "too large", (2, 4, 2, 26)),
        ("---\na: !x b\n---\n", "F108", "the tag !x", (2, 4, 2, 8)),
        ("---\na: !!set {b}\n---\n", "F108", "the tag !!set", (2, 4, 2, 13)),
        ("---\na: !!int x\n---\n", "F108", "does not fit the tag !!int", (2, 4, 2, 11)),
        ("---\n? [a]\n: b\n---\n", "F108", "not a scalar", (2, 3, 2, 6)),
        ("---\n<<: 5\n---\n", "F108", "a merge key needs", (2, 5, 2, 6)),
        ("---\n- a\n---\n", "F108", "must be a mapping", (2, 1, 2, 4)),
        ("---\ntext\n---\n", "F108", "must be a mapping", (2, 1, 2, 5)),
    ],
)
def test_a_fault_has_its_exact_place(
    text: str, code: str, message: str, place: tuple[int, int, int, int]
) -> None:
    fault = only_fault(text)
    assert (fault.code, fault.span) == (code, Span(*place))
    assert message in fault.message


@pytest.mark.parametrize(
    ("text", "place", "first"),
    [
        ("title: a\nid: b\ntitle: c\n", (4, 1, 4, 6), 2),
        ("title: a\n'title': c\n", (3, 1, 3, 8), 2),
        ('title: a\n"\\x74itle": c\n', (3, 1, 3, 11), 2),
        ("title: a\n? title\n: c\n", (3, 3, 3, 8), 2),
        ("a: &k title\ntitle: a\n*k : c\n", (4, 1, 4, 3), 3),
        ("x: {a: 1,\n  b: 2, a: 3}\n", (3, 9, 3, 10), 2),
        ("1: a\n'1': b\n", (3, 1, 3, 4), 2),
        ("<<: {}\n<<: {}\n", (3, 1, 3, 3), 2),
    ],
)
def test_a_key_that_stands_twice_is_refused_however_spelled(
    text: str, place: tuple[int, int, int, int], first: int
) -> None:
    fault = only_fault(f"---\n{text}---\n")
    assert (fault.code, fault.span) == ("F104", Span(*place))
    assert f"in line {first} already" in fault.message


def test_all_faults_of_values_are_given_at_once_with_their_pointers() -> None:
    reading = read(b"---\na: 1\nb: [.nan, {c: !x y}]\na: 2\n---\n")
    assert [(f.code, f.pointer) for f in reading.faults] == [
        ("F108", "/b/0"),
        ("F108", "/b/1/c"),
        ("F104", "/a"),
    ]


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        (b"---\na: \xff\n---\n", "0xFF", (2, 4, 2, 4)),
        (b"\xef\xbb\xbf---\n\xc3\xa9: \xed\xa0\x80\n", "0xED", (2, 4, 2, 4)),
        ("---\na: 1\n---\n".encode("utf-16"), "UTF-16", (1, 1, 1, 1)),
    ],
)
def test_what_is_not_utf_8_is_refused_with_its_place(
    data: bytes, message: str, place: tuple[int, int, int, int]
) -> None:
    fault = only_fault(data)
    assert (fault.code, fault.span) == ("F105", Span(*place))
    assert message in fault.message


CONFLICT = "<<<<<<< HEAD\n{0}\n||||||| base\n=======\n{1}\n>>>>>>> topic\n"


def test_conflict_markers_in_the_front_matter_hide_what_they_cause() -> None:
    fault = only_fault("---\nid: a\n" + CONFLICT.format("title: b", "title: c") + "---\n\nx\n")
    assert (fault.code, fault.span) == ("F106", Span(3, 1, 8, 14))


def test_conflict_markers_in_the_body_leave_the_record_readable() -> None:
    reading = read(("---\nid: a\n---\n\n" + CONFLICT.format("x", "```\ny\n```")).encode())
    assert [fault.code for fault in reading.faults] == ["F106"]
    assert reading.document is not None
    assert reading.document.record["id"] == "a"


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_file_that_two_sides_added_is_a_conflict(eol: str) -> None:
    text = CONFLICT.format("---\nid: a\n---", "---\nid: b\n---").replace("\n", eol)
    assert only_fault(text).code == "F106"


@pytest.mark.parametrize("inside", ["", "<<<<<<<<<< a\n", "=======\n", "```\n"])
def test_markers_may_be_longer_as_those_of_a_merge_within_a_merge_are(inside: str) -> None:
    body = f"<<<<<<<<< a\n{inside}x\n=========\ny\n>>>>>>>>> b\n"
    reading = read(f"---\nid: a\n---\n\n{body}".encode())
    assert [fault.code for fault in reading.faults] == ["F106"]


@pytest.mark.parametrize(
    "body",
    [
        "```\n" + CONFLICT.format("x", "y") + "```\n",
        "~~~~ diff\n" + CONFLICT.format("x", "y") + "~~~~\n",
        "Title\n=======\n\ntext\n",
        " <<<<<<< a\n =======\n >>>>>>> b\n",
        "<<<<<<< a\n>>>>>>> b\n=======\n",
        "<<<<<<<a\n=======\n>>>>>>>b\n",
        "<<<<<<<< a\n=======\n>>>>>>>> b\n",
        "<<<<<<< a\n========\n>>>>>>> b\n",
        "<<<<<<< a\n=======\n>>>>>>>> b\n",
    ],
)
def test_what_only_looks_like_a_conflict_is_text(body: str) -> None:
    assert document("---\nid: a\n---\n\n" + body).record["content"] == body.removesuffix("\n")


def test_content_in_both_places_is_a_fault_and_the_front_matter_counts() -> None:
    reading = read(b"---\ncontent: a\n---\n\nb\n")
    assert reading.document is not None
    assert reading.document.record == {"content": "a"}
    (fault,) = reading.faults
    assert (fault.code, fault.span) == ("F111", Span(5, 1, 5, 2))


@pytest.mark.parametrize("body", ["", "\n", "\n\n", " \n"])
def test_content_in_the_front_matter_and_a_blank_body_is_fine(body: str) -> None:
    assert document(f"---\ncontent: a\n---\n{body}").record == {"content": "a"}


@pytest.mark.parametrize(
    "text",
    ["a: x\x85y\n", "a: 'x\u2028y\u2029'\n", "a: |\n  x\u2028y\n", '"\ufeffa": "\\N\\L\\P\x85"\n'],
)
@pytest.mark.parametrize("engine", engines(), ids=lambda engine: engine.name)
def test_what_yaml_1_1_takes_for_line_ends_is_text(text: str, engine: Engine) -> None:
    got = document(f"---\n{text}---\n", engine).record
    ((name, value),) = got.items()
    expected = {"a: x\x85y\n": "x\x85y", "a: 'x\u2028y\u2029'\n": "x\u2028y\u2029"}
    expected["a: |\n  x\u2028y\n"] = "x\u2028y\n"
    assert value == expected.get(text, "\x85\u2028\u2029\x85")
    assert name.endswith("a")


@pytest.mark.parametrize("engine", engines(), ids=lambda engine: engine.name)
def test_stand_ins_that_stand_in_the_text_already_stay_what_they_are(engine: Engine) -> None:
    text = 'a: "\ue000\\ue001\x85\\ud800\\U0000e900"\nb: \\ud800 \\\\ue800 \ue002\u2028\n'
    assert document(f"---\n{text}---\n", engine).record == {
        "a": "\ue000\ue001\x85\ud800\ue900",
        "b": "\\ud800 \\\\ue800 \ue002\u2028",
    }


def test_places_in_a_document_are_found_by_pointer() -> None:
    found = document("---\né😀: {a: [1, &x 'b']}\ny: *x\n---\r\n\nbody\n")
    assert found.span_of(("é😀", "a", "1")) == Span(2, 13, 2, 19)
    assert found.span_of(("é😀", "a"), key=True) == Span(2, 6, 2, 7)
    assert found.span_of(("é😀", "missing")) == Span(2, 5, 2, 21)
    assert found.span_of(("y", "0")) == Span(3, 4, 3, 6)
    assert found.span_of(("content",)) == Span(6, 1, 6, 5)
    assert found.span_of(()) == Span(1, 1, 1, 4)
    assert found.node_at(("nothing",)) is None
    assert found.key_at(("é😀", "a", "0")) is None


TOO_MUCH = {
    "a document": b"---\n---\n" + b"x" * (1 << 20),
    "a front matter": b"---\na: " + b"x" * (256 << 10) + b"\n---\n",
    "block depth": b"---\na:\n" + b" " + b"- " * 100 + b"x\n---\n",
    "flow depth": b"---\na: " + b"[" * 100 + b"]" * 100 + b"\n---\n",
    "open brackets": b"---\na: " + b"[" * 100_000 + b"\n---\n",
    "an alias bomb": b"---\na0: &a0 [z,z,z]\n"
    + b"".join(b"a%d: &a%d [%s]\n" % (n + 1, n + 1, b",".join([b"*a%d" % n] * 9)) for n in range(9))
    + b"---\n",
    "a merge bomb": b"---\na0: &a0 {x: 1, y: 2}\n"
    + b"".join(
        b"a%d: &a%d {<<: [%s]}\n" % (n + 1, n + 1, b",".join([b"*a%d" % n] * 9)) for n in range(9)
    )
    + b"---\n",
    "alias depth": (
        "---\na: &a " + "[" * 60 + "]" * 60 + "\nb: " + "[" * 50 + "*a" + "]" * 50
    ).encode()
    + b"\n---\n",
    "nodes": b"---\na: [" + b"1," * 100_000 + b"]\n---\n",
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_is_over_the_limits_is_refused(name: str) -> None:
    assert only_fault(TOO_MUCH[name]).code == "F107"


def test_depth_and_nodes_up_to_the_limits_are_read() -> None:
    assert front("a: " + "[" * 99 + "]" * 99 + "\n")
    assert front("a: [" + "1," * 99_000 + "]\n")
    assert read(b"---\na: [[]]\n---\n", Limits(depth=3)).faults == ()
    assert read(b"---\na: [[]]\n---\n", Limits(depth=2)).faults[0].code == "F107"


def test_aliases_and_merges_as_deep_as_the_limit_are_read() -> None:
    chain = "".join(f"a{n}: &a{n} {{<<: *a{n - 1}, k{n}: 1}}\n" for n in range(1, 90))
    nest = "".join(f"b{n}: &b{n} [*b{n - 1}]\n" for n in range(1, 98))
    got = front("a0: &a0 {k0: 1}\n" + chain + "b0: &b0 1\n" + nest)
    last = got["a89"]
    assert isinstance(last, dict)
    assert len(last) == 90
    assert str(got["b97"]) == "[" * 97 + "1" + "]" * 97


def test_where_only_the_pure_engine_is_installed_less_front_matter_is_read() -> None:
    text = b"---\na: '" + b"x" * (65 << 10) + b"'\n---\n"
    fault = only_fault(text, pure_engine())
    assert fault.code == "F107"
    assert "ruamel.yaml.clib" in fault.message


def test_a_tab_after_a_colon_is_read_and_the_pure_engine_says_that_it_cannot() -> None:
    text = "---\na:\tb\n---\n"
    if c_engine():
        assert document(text).record == {"a": "b"}
    assert "after a colon it is legal YAML" in only_fault(text, pure_engine()).message


def test_an_anchor_whose_name_the_c_engine_cuts_short_is_not_misread() -> None:
    text = "---\na: &x:y b\nc: *x:y\n---\n"
    if engine := c_engine():
        fault = only_fault(text, engine)
        assert (fault.code, fault.span) == ("F103", Span(2, 4, 2, 7))
    assert document(text).record == {"a": "b", "c": "b"}


def test_what_only_the_pure_engine_reads_is_read() -> None:
    assert document("---\nlinks: [http://example.org/a?b, c]\nx: {a: b::c}\n: y\n---\n").record == {
        "links": ["http://example.org/a?b", "c"],
        "x": {"a": "b::c"},
        "": "y",
    }
